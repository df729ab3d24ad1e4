// tests/programs/poisson_fixed_point.cpp: Poisson's equation as a fixed point, as programs written for the API have it:
// C++ form, the sweeps as an external function, whose adjoint records one sweep on a tape of its own and interprets it
// as often.
#define OPS_2D
#define OPS_CPP_API
#include "ops_seq_v2.h"

#include "tests/programs/jacobi.hpp"

constexpr int SWEEPS = 600;

int inside[] = {0, N, 0, N};

char* bytes(std::vector<double>& values) { return reinterpret_cast<char*>(values.data()); }

class Program {
 public:
  explicit Program(OPS_instance* instance) : instance_(instance), block_(instance->decl_block(2, "grid")) {
    int size[] = {N, N}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, s2d_00[] = {0, 0},
        s2d_5pt[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    double* temp = nullptr;
    u = block_->decl_dat(1, size, base, d_m, d_p, temp, "double", "u");
    u2_ = block_->decl_dat(1, size, base, d_m, d_p, temp, "double", "u2");
    f = block_->decl_dat(1, size, base, d_m, d_p, temp, "double", "f");
    target_ = block_->decl_dat_passive(1, size, base, d_m, d_p, temp, "double", "target");
    S2D_00_ = instance->decl_stencil(2, 1, s2d_00, "00");
    S2D_5pt_ = instance->decl_stencil(2, 5, s2d_5pt, "5pt");
    misfit = instance->decl_reduction_handle(sizeof(double), "double", "misfit");
    omega_ = instance->decl_scalar("omega", &omega, 1);
    instance->partition("");
    ops_par_loop(start_kernel, "start_kernel", block_, 2, inside, ops_arg_dat(u, 1, S2D_00_, "double", OPS_WRITE),
                 ops_arg_dat(f, 1, S2D_00_, "double", OPS_WRITE), ops_arg_dat(target_, 1, S2D_00_, "double", OPS_WRITE),
                 ops_arg_idx());
  }

  void solve() {
    start_.resize(cells_held(u));
    u->fetch_data(0, bytes(start_));
    ops_execute_external_function_recomp(
        [this] {
          for (int sweep = 0; sweep < SWEEPS; ++sweep) iterate();
        },
        [this] { adjoint(); }, ops_arg_dat(u, 1, S2D_5pt_, "double", OPS_RW),
        ops_arg_dat(u2_, 1, S2D_5pt_, "double", OPS_RW), ops_arg_dat(f, 1, S2D_00_, "double", OPS_READ));
  }

  void compare() {
    ops_par_loop(misfit_kernel, "misfit_kernel", block_, 2, inside, ops_arg_dat(u, 1, S2D_00_, "double", OPS_READ),
                 ops_arg_dat(target_, 1, S2D_00_, "double", OPS_READ), ops_arg_reduce(misfit, 1, "double", OPS_INC));
  }

  static constexpr double omega = 0.9;
  ops_dat u = nullptr, f = nullptr;
  ops_reduction misfit = nullptr;
  int adjoints = 0;         ///< calls of the adjoint
  bool input_right = true;  ///< the adjoint saw the values before the sweeps

 private:
  void iterate() {
    ops_par_loop(jacobi_kernel, "jacobi_kernel", block_, 2, inside, ops_arg_dat(u, 1, S2D_5pt_, "double", OPS_READ),
                 ops_arg_dat(f, 1, S2D_00_, "double", OPS_READ), ops_arg_dat(u2_, 1, S2D_00_, "double", OPS_WRITE),
                 ops_arg_scalar(omega_, 1, "double", OPS_READ));
    ops_par_loop(copy_kernel, "copy_kernel", block_, 2, inside, ops_arg_dat(u2_, 1, S2D_00_, "double", OPS_READ),
                 ops_arg_dat(u, 1, S2D_00_, "double", OPS_WRITE));
  }

  /// Sum over k of the derivatives by f after k sweeps back: what the derivative of u still holds becomes smaller with
  /// each.
  void adjoint() {
    ++adjoints;
    check_input();
    ops_ad_tape* tape = ops_create_tape(instance_);
    input_right = input_right && instance_->ad_instance->get_current_tape() == tape;
    iterate();
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
      tape->interpret_adjoint(instance_);
      tape->zero_adjoints_except(u, f);
    }
    ops_remove_tape(instance_, tape);
  }

  void check_input() {
    ops_memspace space = ops_ad_external_function_get_memspace(instance_);
    const double* before = reinterpret_cast<const double*>(ops_dat_get_raw_ptr_as_input(u, 0, &space));
    int pitch[2], size[2];
    u->get_raw_metadata(0, nullptr, size, pitch, nullptr, nullptr);
    for (int j = 0; j < size[1]; ++j)
      for (int i = 0; i < size[0]; ++i)
        input_right = input_right && before[j * pitch[0] + i] == start_[static_cast<std::size_t>(j * size[0] + i)];
    u->release_raw_data(0, OPS_READ);
  }

  OPS_instance* instance_;
  ops_block block_;
  ops_dat u2_ = nullptr, target_ = nullptr;
  ops_stencil S2D_00_ = nullptr, S2D_5pt_ = nullptr;
  ops_scalar omega_ = nullptr;
  std::vector<double> start_;
};

int main(int argc, char** argv) {
  OPS_instance* instance = new OPS_instance(argc, argv, 1);
  Verdict verdict;
  {
    Program program(instance);
    program.solve();
    program.compare();
    double value = 0.0, seed = 1.0;
    program.misfit->get_result(&value, &seed);
    const Plain plain(Program::omega, SWEEPS);
    verdict.near(value, plain.misfit, "misfit");
    ops_interpret_adjoints(instance);
    std::vector<double> by_f(cells_held(program.f));
    program.f->fetch_derivative(bytes(by_f), OPS_HOST);
    verdict.near(program.f, by_f, plain.f_bar, "derivative by f");
    verdict.same_everywhere(ops_dat_fetch_derivative<double>(program.f));
    verdict.expect(program.adjoints == 1 && program.input_right, "the adjoint sees the values before the sweeps");
  }
  instance->exit();
  delete instance;
  return verdict.finish();
}

// tests/adjoint/unmarked.cpp: programs that say nothing of steps, of all the shapes that time loops have. The first
// argument says which. Prints the objective and a hash of the gradient.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

double pace = 1.0;

#define OPS_2D
#include "ops.hpp"

#include "bits.hpp"
#include "unmarked_kernels.h"

namespace {

constexpr int N = 24, STEPS = 60;

class Program {
 public:
  Program() {
    int around[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, centre[] = {0, 0}, along[] = {1, 0};
    here = ops_decl_stencil(2, 1, centre, "here");
    near = ops_decl_stencil(2, 5, around, "near");
    columns = ops_decl_strided_stencil(2, 1, centre, along, "columns");
    grid = ops_decl_block(2, "grid");
    in = declare("in");
    u = declare("u");
    v = declare("v");
    w = declare("w");
    c = declare("c", true);
    int row_size[] = {N, 1}, base[] = {0, 0}, none[] = {0, 0};
    double* zeros = nullptr;
    row = ops_decl_dat(grid, 1, row_size, base, none, none, zeros, "double", "row");
    sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_decl_const("pace", 1, "double", &pace);
    ops_partition("");
  }

  double run(const std::string& which) {
    ops_par_loop(begin, "begin", grid, 2, whole, ops_arg_dat(in, 1, here, "double", OPS_READ),
                 ops_arg_dat(u, 1, here, "double", OPS_WRITE));
    ops_par_loop(begin, "begin", grid, 2, whole, ops_arg_dat(in, 1, here, "double", OPS_READ),
                 ops_arg_dat(v, 1, here, "double", OPS_WRITE));
    ops_par_loop(begin, "begin", grid, 2, whole, ops_arg_dat(in, 1, here, "double", OPS_READ),
                 ops_arg_dat(w, 1, here, "double", OPS_WRITE));
    const int steps = which == "one" ? 1 : which == "two" ? 2 : STEPS;
    for (int step = 0; step < steps; ++step) {
      if (which == "phases" && step < STEPS / 2) {
        start_slowly();
        continue;
      }
      advance_once(step);
      if (which == "inner") solve(1 + step * 7 % 5);
      if (which == "alternating") sweep(step % 2 == 0), sweep(step % 2 != 0);
      if (which == "output" && step % 5 == 4) measure();
      if (which == "outside") from_outside(step);
      if (which == "rows") rows();
      if (which == "temporary") temporary();
      if (which == "temporary late" && step == STEPS - 2) temporary();
      if (which == "external") external();
      if (which == "own tape" && step == STEPS - 3) own_tape();
      if (which == "raw") raw(step);
    }
    ops_par_loop(objective, "objective", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value = 0.0, one = 1.0;
    sum->get_result(&value, &one);
    return value;
  }

  std::vector<double> gradient() const {
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    std::vector<double> values(N * N);
    ops_dat_fetch_derivative(in, reinterpret_cast<char*>(values.data()));
    return values;
  }

 private:
  ops_dat declare(const char* name, bool passive = false) {
    int size[] = {N, N}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1};
    std::vector<double> data((N + 2) * (N + 2));
    for (std::size_t k = 0; k < data.size(); ++k) data[k] = 0.3 + 0.05 * static_cast<double>((7 * k) % 11);
    return passive ? ops_decl_dat_passive(grid, 1, size, base, below, above, data.data(), "double", name)
                   : ops_decl_dat(grid, 1, size, base, below, above, data.data(), "double", name);
  }

  /// Datasets change their roles each time; the loop at the edge gets another value each time.
  void advance_once(int step) {
    ops_par_loop(advance, "advance", grid, 2, inner, ops_arg_dat(u, 1, near, "double", OPS_READ),
                 ops_arg_dat(c, 1, here, "double", OPS_READ), ops_arg_dat(w, 1, here, "double", OPS_WRITE));
    double value = 0.2 + 0.001 * step;
    for (auto& side : sides)
      ops_par_loop(edge, "edge", grid, 2, side, ops_arg_dat(w, 1, here, "double", OPS_WRITE),
                   ops_arg_gbl(&value, 1, "double", OPS_READ));
    std::swap(u, w);
  }

  void start_slowly() {
    ops_par_loop(square, "square", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_dat(v, 1, here, "double", OPS_WRITE));
    sweep(true);
  }

  void sweep(bool x) {
    if (x)
      ops_par_loop(along_x, "along_x", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_RW),
                   ops_arg_dat(v, 1, near, "double", OPS_READ));
    else
      ops_par_loop(along_y, "along_y", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_RW),
                   ops_arg_dat(v, 1, near, "double", OPS_READ));
    ops_par_loop(square, "square", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_dat(v, 1, here, "double", OPS_WRITE));
  }

  /// As many iterations as it takes, or so; each reads a result.
  void solve(int iterations) {
    for (int k = 0; k < iterations; ++k) {
      ops_par_loop(relax, "relax", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                   ops_arg_dat(v, 1, near, "double", OPS_READ), ops_arg_dat(w, 1, here, "double", OPS_WRITE));
      ops_par_loop(change, "change", grid, 2, inner, ops_arg_dat(v, 1, here, "double", OPS_READ),
                   ops_arg_dat(w, 1, here, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
      double value = 0.0;
      ops_reduction_result(sum, &value);
      std::swap(v, w);
      if (value < 1e-30) break;
    }
    sweep(true);
  }

  void measure() {
    ops_par_loop(objective, "measure", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value = 0.0;
    ops_reduction_result(sum, &value);
    std::vector<double> values(N * N);
    ops_dat_fetch_data(u, 0, reinterpret_cast<char*>(values.data()));
  }

  void from_outside(int step) {
    pace = 1.0 + 0.01 * step;
    ops_update_const("pace", 1, "double", &pace);
    std::vector<double> values(N * N, 0.5 + 0.002 * step);
    ops_dat_set_data(c, 0, reinterpret_cast<char*>(values.data()));
  }

  void rows() {
    ops_par_loop(gather, "gather", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_dat(row, 1, columns, "double", OPS_INC));
    ops_par_loop(spread, "spread", grid, 2, inner, ops_arg_dat(row, 1, columns, "double", OPS_READ),
                 ops_arg_dat(u, 1, here, "double", OPS_RW));
  }

  void temporary() {
    const ops_dat gone = declare("gone");
    ops_par_loop(square, "square to", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_dat(gone, 1, here, "double", OPS_WRITE));
    ops_par_loop(along_x, "along_x from", grid, 2, inner, ops_arg_dat(u, 1, here, "double", OPS_RW),
                 ops_arg_dat(gone, 1, near, "double", OPS_READ));
    ops_free_dat(gone);
  }

  /// u becomes 0.9 u.
  void external() {
    ops_execute_external_function(
        [this] { scale(ops_dat_get_raw_pointer(u, 0, here, nullptr)), ops_dat_release_raw_data(u, 0, OPS_RW); },
        [this, at = u] {
          scale(ops_dat_derivative_get_raw_pointer(at, here, nullptr));
          ops_dat_release_raw_derivative(at, OPS_RW, nullptr);
        },
        ops_arg_dat(u, 1, here, "double", OPS_RW));
  }
  void scale(char* first) const {
    auto* values = reinterpret_cast<double*>(first);
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i) values[j * (N + 2 + u->x_pad) + i] *= 0.9;
  }

  void own_tape() {
    OPS_instance* instance = OPS_instance::getOPSInstance();
    ops_ad_tape* tape = ops_create_tape(instance);
    ops_remove_tape(instance, tape);
  }

  void raw(int step) {
    auto* values = reinterpret_cast<double*>(ops_dat_get_raw_pointer(c, 0, here, nullptr));
    for (int i = 0; i < N; ++i) values[i] = 0.5 + 0.001 * step;
    ops_dat_release_raw_data(c, 0, OPS_RW);
  }

  int inner[4] = {0, N, 0, N}, whole[4] = {-1, N + 1, -1, N + 1};
  int sides[4][4] = {{-1, 0, 0, N}, {N, N + 1, 0, N}, {0, N, -1, 0}, {0, N, N, N + 1}};
  ops_block grid = nullptr;
  ops_dat in = nullptr, u = nullptr, v = nullptr, w = nullptr, c = nullptr, row = nullptr;
  ops_reduction sum = nullptr;
  ops_stencil here = nullptr, near = nullptr, columns = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  {
    Program program;
    try {
      const double value = program.run(argc > 1 ? argv[1] : "plain");
      std::uint64_t hash = no_bits;
      for (int times = 0; times < 2; ++times) {
        const std::vector<double> gradient = program.gradient();
        mix_in(hash, gradient.data(), gradient.size());
      }
      std::printf("objective %.17g\nhash %016llx\n", value, static_cast<unsigned long long>(hash));
    } catch (const OPSException& error) {
      std::printf("thrown: %s\n", error.what());
    }
  }
  ops_exit();
}

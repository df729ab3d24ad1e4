// tests/programs/poisson.cpp: Poisson's equation as programs written for the API have it: C form, members of handles
// among it, every active kernel with an adjoint of its own. Its gradient is compared with a plain one.
#define OPS_2D
#include "ops_seq_v2.h"

#include "tests/programs/jacobi.hpp"

constexpr int SWEEPS = 40;

int size[] = {N, N}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, inside[] = {0, N, 0, N};

char* bytes(std::vector<double>& values) { return reinterpret_cast<char*>(values.data()); }

/// The interior that this process holds of an array that is laid out like the dataset, from its first allocated cell.
std::vector<double> interior(ops_dat dat, const char* first) {
  int pitch[2], below[2], size[2];
  ops_dat_get_raw_metadata(dat, 0, nullptr, size, pitch, below, nullptr);
  std::vector<double> values;
  for (int j = 0; j < size[1]; ++j)
    for (int i = 0; i < size[0]; ++i)
      values.push_back(reinterpret_cast<const double*>(first)[(j - below[1]) * pitch[0] + i - below[0]]);
  return values;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_block block = ops_decl_block(2, "grid");
  double *temp = NULL, omega_value = 0.9;
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "u");
  ops_dat u2 = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "u2");
  ops_dat f = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "f");
  ops_dat target = ops_decl_dat_passive(block, 1, size, base, d_m, d_p, temp, "double", "target");
  int s2d_00[] = {0, 0}, s2d_5pt[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S2D_00 = ops_decl_stencil(2, 1, s2d_00, "00"), S2D_5pt = ops_decl_stencil(2, 5, s2d_5pt, "5pt");
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_scalar omega = ops_decl_scalar("omega", &omega_value, 1);
  ops_partition("");

  ops_par_loop(start_kernel, "start_kernel", block, 2, inside, ops_arg_dat(u, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_dat(f, 1, S2D_00, "double", OPS_WRITE), ops_arg_dat(target, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_idx());
  std::vector<double> at_half(cells_held(u)), by_f(cells_held(f)), by_u(cells_held(u));
  ops_ad_set_checkpoint_count(instance, 5, SWEEPS);
  for (int sweep = 0; sweep < SWEEPS; ++sweep) {
    ops_ad_manual_checkpoint_datlist(u, f);
    if (sweep == SWEEPS / 2) ops_dat_store_derivative(u, bytes(at_half), OPS_HOST);
    ops_par_loop(jacobi_kernel, "jacobi_kernel", block, 2, inside, ops_arg_dat(u, 1, S2D_5pt, "double", OPS_READ),
                 ops_arg_dat(f, 1, S2D_00, "double", OPS_READ), ops_arg_dat(u2, 1, S2D_00, "double", OPS_WRITE),
                 ops_arg_scalar(omega, 1, "double", OPS_READ));
    ops_par_loop(copy_kernel, "copy_kernel", block, 2, inside, ops_arg_dat(u2, 1, S2D_00, "double", OPS_READ),
                 ops_arg_dat(u, 1, S2D_00, "double", OPS_WRITE));
  }
  ops_par_loop(misfit_kernel, "misfit_kernel", block, 2, inside, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ),
               ops_arg_dat(target, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(misfit, 1, "double", OPS_INC));
  double value = 0.0, seed = 1.0;
  misfit->get_result(&value, &seed);

  Verdict verdict;
  const Plain plain(omega_value, SWEEPS);
  verdict.near(value, plain.misfit, "misfit");
  verdict.expect(instance->ad_instance->get_current_tape() == instance->ad_instance->get_default_tape(),
                 "current tape is the default one");
  for (int pass = 0; pass < 2; ++pass) {
    ops_interpret_adjoints(instance);
    ops_get_derivative(f);
    verdict.near(f, interior(f, f->derivative), plain.f_bar, "f->derivative");
    ops_dat_fetch_derivative(f, bytes(by_f), OPS_HOST);
    u->fetch_derivative(bytes(by_u));
    verdict.near(f, by_f, plain.f_bar, "derivative by f");
    verdict.near(u, by_u, plain.start_bar, "derivative by u at the start");
    verdict.near(u, at_half, plain.half_bar, "derivative by u after half of the sweeps");
    verdict.near(*ops_scalar_get_derivative<double>(omega), plain.omega_bar, "derivative by omega");
    verdict.same_everywhere(ops_dat_fetch_derivative<double>(f));
    verdict.same_everywhere(ops_dat_fetch_derivative<double>(u));
  }
  double* raw = omega->get_raw_pointer<double>();
  verdict.expect(*raw == omega_value, "value of the scalar");
  omega->release_raw_pointer<double>(raw, OPS_READ);
  ops_exit();
  return verdict.finish();
}

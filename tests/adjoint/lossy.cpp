// tests/adjoint/lossy.cpp: steps whose length follows from the largest value of the state, which with -OPS_AD_LOSSY is not quite the one on
// record. Prints the gradient's square sum.
#include <cmath>
#include <cstdio>
#include <vector>

#define OPS_2D
#include "ops/ops.hpp"

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.5 + 0.4 * std::exp(-0.01 * (index[0] - 11.3) * (index[0] - 11.3) - 0.02 * index[1]); }
void fastest(const ACC<double>& u, double* most) { *most = MAX(*most, u(0, 0) * u(0, 0)); }
void advance(const ACC<double>& u, ACC<double>& v, const double* most) {
  v(0, 0) = u(0, 0) + 0.02 / most[0] * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0) * u(0, 0));
}
void copy(const ACC<double>& v, ACC<double>& u) { u(0, 0) = v(0, 0); }
void cubes(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0) * u(0, 0); }

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {37, 29}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, around[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, zero[] = {0, 0};
  int whole[] = {-1, 38, -1, 30}, inside[] = {0, 37, 0, 29};
  const double start = 0.0, seed = 1.0;
  ops_block block = ops_decl_block(2, "lossy");
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", "v");
  ops_stencil centre = ops_decl_stencil(2, 1, zero, "centre"), cross = ops_decl_stencil(2, 5, around, "cross");
  ops_reduction most = ops_decl_reduction_handle(sizeof(double), "double", "most"), sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_scalar speed = ops_decl_scalar("speed", &start, 1);
  ops_partition("");
  ops_par_loop_passive(fill, "fill", block, 2, whole, ops_arg_dat(u, 1, centre, "double", OPS_WRITE), ops_arg_idx());
  ops_ad_set_checkpoint_count(block->context, 1, 20);
  for (int step = 0; step < 20; ++step) {
    ops_ad_step(block->context);
    ops_par_loop(fastest, "fastest", block, 2, inside, ops_arg_dat(u, 1, centre, "double", OPS_READ), ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(speed, most);
    ops_par_loop(advance, "advance", block, 2, inside, ops_arg_dat(u, 1, cross, "double", OPS_READ), ops_arg_dat(v, 1, centre, "double", OPS_WRITE),
                 ops_arg_scalar(speed, 1, "double", OPS_READ));
    ops_par_loop(copy, "copy", block, 2, inside, ops_arg_dat(v, 1, centre, "double", OPS_READ), ops_arg_dat(u, 1, centre, "double", OPS_WRITE));
  }
  ops_par_loop(cubes, "cubes", block, 2, inside, ops_arg_dat(u, 1, centre, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0;
  ops_reduction_result(sum, &value);
  *ops_reduction_get_derivative<double>(sum) = seed;
  ops_interpret_adjoints(block->context);
  std::vector<double> gradient(37 * 29);
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient.data()));
  double squares = 0.0;
  for (const double g : gradient) squares += g * g;
  std::printf("gradient %.17g\n", squares);
  ops_exit();
}

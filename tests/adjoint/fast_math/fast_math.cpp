// tests/adjoint/fast_math/fast_math.cpp: compiled with -ffast-math. The derivative of a largest value goes to the point
// that computes the same value again: with arithmetic that compilers reorder, none may, and the derivative was lost
// without a word.
#include <cmath>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 64, ny = 50;

void fill(ACC<double>& u, const int* i) { u(0, 0) = 1.0 + 0.1 * ((i[0] * 7 + i[1] * 5) % 11) + 0.013 * i[1]; }
double offer(double a, double b, double c) {
  return a / (1.0 + b * c) + std::sqrt(a) * 3.0 + a * b * c + std::exp(-a) * b / c + a * 0.1 + b * 0.2 + c * 0.3;
}
void peaks(const ACC<double>& u, ACC<double>& top) {
  top.combine_max(0, 0, offer(u(0, 0), u(0, 0) * 1.1, u(0, 0) + 0.3));
}
void most(const ACC<double>& u, double* m) { *m = std::fmax(*m, offer(u(0, 0), u(0, 0) * 1.1, u(0, 0) + 0.3)); }
void add(const ACC<double>& top, double* s) { *s += top(0, 0); }

int cells_with_derivative(ops_dat u) {
  int found = 0;
  for (const double g : ops_dat_fetch_derivative<double>(u)) found += g > 0;
  return found;
}

int run() {
  int here[] = {0, 0}, along[] = {1, 0}, all[] = {0, nx, 0, ny}, line[] = {0, nx, 0, 1};
  ops_block b = ops_decl_block(2, "b");
  ops_dat u = ops_decl_dat<double>(b, "u", {nx, ny}), top = ops_decl_dat<double>(b, "top", {nx, 1});
  ops_stencil point = ops_decl_stencil(2, 1, here, "point"), on_x = ops_decl_strided_stencil(2, 1, here, along, "on_x");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"),
                largest = ops_decl_reduction_handle(sizeof(double), "double", "largest");
  ops_partition("");
  ops_par_loop(fill, "fill", b, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(peaks, "peaks", b, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(top, 1, on_x, "double", OPS_MAX));
  ops_par_loop(add, "add", b, 2, line, ops_arg_dat(top, 1, on_x, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_ad_objective(sum);
  ops_interpret_adjoints();
  const int of_columns = cells_with_derivative(u);
  ops_ad_reset(OPS_instance::getOPSInstance());
  ops_par_loop(fill, "fill again", b, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(most, "most", b, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(largest, 1, "double", OPS_MAX));
  ops_ad_objective(largest);
  ops_interpret_adjoints();
  const int of_all = cells_with_derivative(u);
  ops_printf("cells with a derivative: %d of %d columns, %d of all\n", of_columns, nx, of_all);
  return of_columns == nx && of_all == 1 ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }

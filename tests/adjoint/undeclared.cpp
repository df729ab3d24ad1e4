// tests/adjoint/undeclared.cpp: kernels that read more points than their stencil has, and loops of other dimensions
// than their block: the gradient has the same bits as that of the program with everything declared. Exit status 0 if
// right; the checks of -OPS_AD_CHECK must pass.
#include <cstdio>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

constexpr int n = 24;

void bend(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * u(1, 0) - 0.5 * u(0, -1) * u(-1, 0); }
void upwind(const ACC<double>& v, ACC<double>& w) {
  int donor = 1;
  if (v(0, 0) > 0.05) donor = -1;
  w(0, 0) = v(0, 0) * v(donor, 0);
}
void row(const ACC<double>& u, ACC<double>& w) { w(0, 0) = w(0, 0) + u(1, 0) * u(1, 0); }
void total(const ACC<double>& w, double* sum) { *sum += w(0, 0) * w(0, 0); }

/// The gradient and the value of the objective.
std::vector<double> run(int argc, char** argv, bool sloppy) {
  ops_init(argc, argv, 1);
  int size[] = {n, n}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, inner[] = {0, n, 0, n},
      outer[] = {-1, n + 1, 0, n}, low[] = {0, n, 0, 1};
  int cross[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  std::vector<double> start((n + 2) * (n + 2));
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = 0.3 + 0.001 * static_cast<double>((i * 37) % 101);
  double value = 0.0, one = 1.0;
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = ops_decl_dat(block, 1, size, base, below, above, start.data(), "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, below, above, start.data(), "double", "v");
  ops_dat w = ops_decl_dat(block, 1, size, base, below, above, start.data(), "double", "w");
  ops_stencil point = ops_decl_stencil(2, 1, cross, "point"), star = ops_decl_stencil(2, 5, cross, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  if (sloppy) {
    ops_par_loop(bend, "bend", block, 2, inner, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    ops_par_loop(upwind, "upwind", block, 2, inner, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_dat(w, 1, point, "double", OPS_WRITE));
    ops_par_loop(row, "row", block, 1, low, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(w, 1, point, "double", OPS_RW));
  } else {
    ops_par_loop(bend, "bend", block, 2, inner, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    ops_par_loop(upwind, "upwind", block, 2, inner, ops_arg_dat(v, 1, star, "double", OPS_READ),
                 ops_arg_dat(w, 1, point, "double", OPS_WRITE));
    ops_par_loop(row, "row", block, 2, low, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(w, 1, point, "double", OPS_RW));
  }
  ops_par_loop(total, "total", block, 2, outer, ops_arg_dat(w, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
  ops_interpret_adjoints();
  std::vector<double> gradient(n * n, 0.0);
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient.data()));
  gradient.push_back(value);
  ops_exit();
  return gradient;
}

int main(int argc, char** argv) {
  const std::vector<double> declared = run(argc, argv, false), sloppy = run(argc, argv, true);
  const bool right = declared == sloppy && declared[n * n / 2] != 0.0;
  std::printf("undeclared points: %s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}

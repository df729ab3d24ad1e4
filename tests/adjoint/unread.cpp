// tests/adjoint/unread.cpp: a recorded loop has used a dataset that its kernel is given and does not look at: filling
// it afterwards is no input any more.
#include <cstdio>

#define OPS_1D
#include "ops.hpp"

void scale(const ACC<double>& x, const ACC<double>& u, ACC<double>& v) {
  double unused = x(0) * u(0);
  (void)unused;
  v(0) = 3.0 * u(0);
}
void fill(ACC<double>& x) { x(0) = 0.5; }
void add(const ACC<double>& x, const ACC<double>& v, double* sum) { *sum += 2.0 * x(0) + v(0); }

int run() {
  ops_block line = ops_decl_block(1, "line");
  ops_dat x = ops_decl_dat<double>(line, "x", {10}), u = ops_decl_dat<double>(line, "u", {10}),
          v = ops_decl_dat<double>(line, "v", {10});
  int centre[] = {0}, all[] = {0, 10};
  ops_stencil point = ops_decl_stencil(1, 1, centre, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(scale, "scale", line, 1, all, ops_arg_dat(x, 1, point, "double", OPS_READ),
               ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  ops_par_loop(fill, "fill", line, 1, all, ops_arg_dat(x, 1, point, "double", OPS_WRITE));
  ops_par_loop(add, "add", line, 1, all, ops_arg_dat(x, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_ad_objective(sum);
  ops_interpret_adjoints();
  const bool right = ops_dat_fetch_derivative<double>(x) == std::vector<double>(10, 0.0) &&
                     ops_dat_fetch_derivative<double>(u) == std::vector<double>(10, 3.0);
  std::puts(right ? "PASSED" : "FAILED: x was overwritten after its use");
  return right ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }

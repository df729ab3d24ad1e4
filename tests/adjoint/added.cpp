// tests/adjoint/added.cpp: what nothing differentiable adds to a dataset (a number, the index) leaves the derivative as
// it is, in loops that do nothing else and in loops through which other derivatives flow. Exit status 0 if so.
#include <cmath>
#include <cstdio>

#define OPS_1D
#include "ops.hpp"

void square(ACC<double>& u) { u(0) = u(0) * u(0); }
void add(ACC<double>& u, const double* g, const int* index) { u(0) += *g + 0.1 * index[0]; }
void add_beside(const ACC<double>& f, ACC<double>& u, ACC<double>& v, const double* g) {
  u(0) += *g;
  v(0) = 3.0 * f(0);
}
void total(const ACC<double>& u, const ACC<double>& v, double* sum) { *sum += u(0) * u(0) + v(0); }

constexpr int n = 7;
int size[] = {n}, base[] = {0}, d_m[] = {-1}, d_p[] = {1}, all[] = {0, n}, here[] = {0};
bool passed = true;

void expect(double got, double wanted, const char* what) {
  if (std::fabs(got - wanted) <= 1e-14 * std::fabs(wanted)) return;
  std::printf("FAILED: %s: %.17g, expected %.17g\n", what, got, wanted);
  passed = false;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(1, "block");
  double start[n + 2], by_u[n], by_f[n], g = 0.25, seed = 1.0, value;
  for (int i = 0; i < n + 2; ++i) start[i] = 0.5 + 0.1 * i;
  const auto declare = [&](const char* name) {
    return ops_decl_dat(block, 1, size, base, d_m, d_p, start, "double", name);
  };
  ops_dat u = declare("u"), v = declare("v"), f = declare("f");
  ops_stencil point = ops_decl_stencil(1, 1, here, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(square, "square", block, 1, all, ops_arg_dat(u, 1, point, "double", OPS_RW));
  for (int step = 0; step < 2; ++step) {
    ops_ad_step();
    ops_par_loop(add, "add", block, 1, all, ops_arg_dat(u, 1, point, "double", OPS_INC),
                 ops_arg_gbl(&g, 1, "double", OPS_READ), ops_arg_idx());
    ops_par_loop(add_beside, "add_beside", block, 1, all, ops_arg_dat(f, 1, point, "double", OPS_READ),
                 ops_arg_dat(u, 1, point, "double", OPS_INC), ops_arg_dat(v, 1, point, "double", OPS_WRITE),
                 ops_arg_gbl(&g, 1, "double", OPS_READ));
  }
  ops_par_loop(total, "total", block, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &seed);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(by_u));
  ops_dat_fetch_derivative(f, reinterpret_cast<char*>(by_f));
  for (int i = 0; i < n; ++i) {
    const double x = start[i + 1];
    expect(by_u[i], 4.0 * x * (x * x + 4 * g + 0.2 * i), "by u");
    expect(by_f[i], 3.0, "by f");
  }
  std::printf("added: %s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}

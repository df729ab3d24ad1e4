// docs/example/fixed_point.cpp: an equation solved by repeated sweeps, as an external function with a tape of its own.
// See docs/adjoint.md.
#define OPS_1D
#include <cstdio>
#include <vector>

#include "ops.hpp"

void sweep(const ACC<double>& u, const ACC<double>& f, ACC<double>& next) {
  next(0) = 0.4 * (u(-1) + u(1)) + 0.1 * u(0) * u(0) + f(0);
}
void back(const ACC<double>& next, ACC<double>& u) { u(0) = next(0); }
void total(const ACC<double>& u, double* sum) { *sum += u(0); }

constexpr int n = 20, sweeps = 200;
int size[] = {n}, base[] = {0}, below[] = {-1}, above[] = {1}, all[] = {0, n}, offsets[] = {0, -1, 1};
double *zeros = nullptr, one = 1.0;
ops_block line;
ops_dat u, next, f;
ops_stencil point, three;

void sweep_once() {
  ops_par_loop(sweep, "sweep", line, 1, all, ops_arg_dat(u, 1, three, "double", OPS_READ),
               ops_arg_dat(f, 1, point, "double", OPS_READ), ops_arg_dat(next, 1, point, "double", OPS_WRITE));
  ops_par_loop(back, "back", line, 1, all, ops_arg_dat(next, 1, point, "double", OPS_READ),
               ops_arg_dat(u, 1, point, "double", OPS_WRITE));
}

void solve() {
  for (int s = 0; s < sweeps; ++s) sweep_once();
}

void solve_adjoint() {
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_ad_tape* tape = ops_create_tape(instance);
  sweep_once();  // recorded at the solution
  // Adds to the derivative of f, replaces that of u.
  for (int s = 0; s < sweeps; ++s) tape->interpret_adjoints(instance);
  ops_remove_tape(instance, tape);
}

double gradient_of_solution(bool as_external_function) {
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_ad_reset(instance);
  std::vector<double> values(n, 0.0);
  ops_dat_set_data(u, 0, reinterpret_cast<char*>(values.data()));
  for (int i = 0; i < n; ++i) values[static_cast<std::size_t>(i)] = 0.02 + 0.001 * i;
  ops_dat_set_data(f, 0, reinterpret_cast<char*>(values.data()));

  if (as_external_function)
    ops_execute_external_function(solve, solve_adjoint, ops_arg_dat(u, 1, three, "double", OPS_RW),
                                  ops_arg_dat(next, 1, point, "double", OPS_WRITE),
                                  ops_arg_dat(f, 1, point, "double", OPS_READ));
  else solve();  // recorded loop by loop

  static ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_par_loop(total, "total", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(f, reinterpret_cast<char*>(values.data()));
  const ops_ad_statistics kept = ops_ad_get_statistics(instance);
  std::printf("sum %.9f, d/d f(7) %.9f, %zu events and %zu old versions on the tape\n", value, values[7], kept.nodes,
              kept.versions);
  return values[7];
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  line = ops_decl_block(1, "line");
  u = ops_decl_dat(line, 1, size, base, below, above, zeros, "double", "u");
  next = ops_decl_dat(line, 1, size, base, below, above, zeros, "double", "next");
  f = ops_decl_dat(line, 1, size, base, below, above, zeros, "double", "f");
  point = ops_decl_stencil(1, 1, offsets, "point");
  three = ops_decl_stencil(1, 3, offsets, "three");
  ops_partition("");
  const double recorded = gradient_of_solution(false), external = gradient_of_solution(true);
  const bool equal = recorded - external < 1e-12 && external - recorded < 1e-12;
  ops_exit();
  return equal ? 0 : 1;
}

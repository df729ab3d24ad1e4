// docs/example/user_adjoint.cpp: a kernel with an adjoint written by hand, a tangent, and tests of both.
// See docs/adjoint.md.
#define OPS_1D
#include <cstdio>

#include "ops.hpp"

void fill(ACC<double>& u, const int* idx) { u(0) = 1.0 + 0.1 * idx[0]; }

void flux(const ACC<double>& u, ACC<double>& q, const double* speed) {
  q(0) = 0.5 * *speed * (u(1) * u(1) - u(0) * u(0));
}
void flux_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& q, ACC<double>& q_a1s,
                  const double* speed) {
  u_a1s(1) += *speed * u(1) * q_a1s(0);
  u_a1s(0) -= *speed * u(0) * q_a1s(0);
  q_a1s(0) = 0.0;  // q was overwritten: its previous value has no influence
}

void total(const ACC<double>& q, double* sum) { *sum += q(0) * q(0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {12}, base[] = {0}, below[] = {0}, above[] = {1}, all[] = {0, 12}, with_halo[] = {0, 13},
      offsets[] = {0, 1};
  double *zeros = nullptr, value = 0.0, one = 1.0, speed = 1.5;
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat(line, 1, size, base, below, above, zeros, "double", "u");
  ops_dat q = ops_decl_dat(line, 1, size, base, below, above, zeros, "double", "q");
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point"), pair = ops_decl_stencil(1, 2, offsets, "pair");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(fill, "fill", line, 1, with_halo, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(flux, "flux", line, 1, all, ops_arg_dat(u, 1, pair, "double", OPS_READ),
               ops_arg_dat(q, 1, point, "double", OPS_WRITE), ops_arg_gbl(&speed, 1, "double", OPS_READ));
  ops_par_loop(total, "total", line, 1, all, ops_arg_dat(q, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);

  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_interpret_adjoints(instance);
  double gradient[12], direction[12] = {0, 0, 0, 1, 0, 0, 0, 2};
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient));
  ops_tangent(instance, {{u, reinterpret_cast<const char*>(direction)}});
  const double slope = *ops_reduction_get_tangent(sum);
  std::printf("along the direction %.6f, by the gradient %.6f\n", slope, gradient[3] + 2.0 * gradient[7]);

  const ops_ad_dot_result dot = ops_ad_dot_test(instance, {u});
  const ops_ad_loops_result loops = ops_ad_loops_test(instance);
  ops_exit();
  return dot.passed && loops.passed ? 0 : 1;
}

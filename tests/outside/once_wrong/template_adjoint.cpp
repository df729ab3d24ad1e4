// A kernel template with an adjoint template, used as scale<double>.
// Expected: scale_adjoint<double> is the adjoint (API: kernels may be function templates; the adjoint of k is k_adjoint).
// Once came: error[unsupported-construct] "contains an adjoint that is a function template", for all targets.
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

template <class T>
void scale(const ACC<T>& u, ACC<T>& o, const T* s) {
  o(0) = *s * u(0) * u(0);
}
template <class T>
void scale_adjoint(const ACC<T>& u, ACC<T>& u_a1s, ACC<T>& o, ACC<T>& o_a1s, const T* s, T* s_a1s) {
  u_a1s(0) += 2 * *s * u(0) * o_a1s(0);
  *s_a1s += u(0) * u(0) * o_a1s(0);
  o_a1s(0) = 0;
}
void total(const ACC<double>& o, double* j) { *j += o(0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int n = 11;
  int size[] = {n}, zero[] = {0}, all[] = {0, n};
  ops_block b = ops_decl_block(1, "b");
  ops_stencil S = ops_decl_stencil(1, 1, zero, "S");
  std::vector<double> u0(n), g(n);
  for (int i = 0; i < n; i++) u0[i] = 1.0 + 0.1 * i;
  ops_dat u = ops_decl_dat(b, 1, size, zero, zero, zero, u0.data(), "double", "u"),
          o = ops_decl_dat(b, 1, size, zero, zero, zero, (double*)NULL, "double", "o");
  double factor = 0.7;
  ops_scalar s = ops_decl_scalar("s", &factor, 1);
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  ops_par_loop(scale<double>, "scale", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(o, 1, S, "double", OPS_WRITE),
               ops_arg_scalar(s, 1, "double", OPS_READ));
  ops_par_loop(total, "total", b, 1, all, ops_arg_dat(o, 1, S, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1.0, worst = 0.0;
  r->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g = ops_dat_fetch_derivative<double>(u);
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(g[i] - 1.4 * u0[i]));
  ops_exit();
  printf("template_adjoint: %s\n", worst < 1e-12 ? "passed" : "failed");
  return !(worst < 1e-12);
}

// A helper is given the first element of a local matrix and runs through all of it, as in linear algebra code.
// Expected: values and gradient as with a[i / 2][i % 2], or a diagnostic. Once came: right values and, without a word, a wrong gradient:
// what the helper writes beyond the first row does not reach a[1][..] in the adjoint (also for a[0], for reads, and for a[0][i]).
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

inline void fill(double* p, int n, double x) {
  for (int i = 0; i < n; i++) p[i] = x * (i + 1.0);
}
void product(const ACC<double>& u, ACC<double>& o) {
  double a[2][2];
  fill(&a[0][0], 4, u(0));
  o(0) = a[0][1] * a[1][0];  // 6 u^2
}
void product_read(const ACC<double>& u, ACC<double>& o) {
  double a[2][2] = {{u(0), 0.0}, {u(0) * u(0), 0.0}}, s = 0.0;
  const double* p = a[0];
  for (int i = 0; i < 4; i++) s += p[i];  // u + u^2
  o(0) += s;
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
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  ops_par_loop(product, "product", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(o, 1, S, "double", OPS_WRITE));
  ops_par_loop(product_read, "product_read", b, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(o, 1, S, "double", OPS_INC));
  ops_par_loop(total, "total", b, 1, all, ops_arg_dat(o, 1, S, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1.0, ref = 0.0, worst = 0.0;
  r->get_result(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g = ops_dat_fetch_derivative<double>(u);
  for (int i = 0; i < n; i++) {
    ref += 7 * u0[i] * u0[i] + u0[i];
    worst = fmax(worst, fabs(g[i] - (14 * u0[i] + 1)));
  }
  printf("J %.15g, expected %.15g; dJ/du(0) %g, expected %g\n", J, ref, g[0], 14 * u0[0] + 1);
  bool ok = fabs(J / ref - 1) < 1e-12 && worst < 1e-10;
  ops_exit();
  printf("matrix_flat: %s\n", ok ? "passed" : "failed");
  return !ok;
}

// The older form without a dimension macro, after <complex.h>.
#include <complex.h>
#include <stdio.h>
#include <math.h>
#include "ops_seq.h"
#define NCELL 30
double xt = 0.5;
void init_k(double *rho, const int *idx) { rho[OPS_ACC0(0)] = 1.0 + 0.1 * idx[0] * xt; }
void zerores(const double *a, double *b) { for (int m = 0; m < 3; m++) b[OPS_ACC_MD1(m, 0)] = a[OPS_ACC0(m - 1)] * (m + 1); }
void sumr(const double *b, const int *lo, double *s, int *cnt) { for (int m = 0; m < 3; m++) s[m] += b[OPS_ACC_MD0(m, 0)]; if (*lo > 0) (*cnt)++; }
int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("xt", 1, "double", &xt);
  ops_block b = ops_decl_block(1, "b");
  int n[1] = {NCELL}, base[1] = {0}, m[1] = {-2}, p[1] = {2}, s0[] = {0}, s3[] = {0, 1, -1};
  double *temp = NULL;
  ops_dat rho = ops_decl_dat(b, 1, n, base, m, p, temp, "double", "rho"), res = ops_decl_dat(b, 3, n, base, m, p, temp, "double", "res");
  ops_stencil S0 = ops_decl_stencil(1, 1, s0, "0"), S3 = ops_decl_stencil(1, 3, s3, "3");
  ops_reduction R = ops_decl_reduction_handle(3 * sizeof(double), "double", "R"), C = ops_decl_reduction_handle(sizeof(int), "int", "C");
  ops_partition("");
  int all[] = {-1, NCELL + 1}, in[] = {0, NCELL}, lo = 1;
  ops_par_loop(init_k, "init", b, 1, all, ops_arg_dat(rho, 1, S0, "double", OPS_WRITE), ops_arg_idx());
  double s[3]; int c;
  ops_par_loop(zerores, "res", b, 1, in, ops_arg_dat(rho, 1, S3, "double", OPS_READ), ops_arg_dat(res, 3, S0, "double", OPS_WRITE)); ops_par_loop(sumr, "sum", b, 1, in, ops_arg_dat(res, 3, S0, "double", OPS_READ), ops_arg_gbl(&lo, 1, "int", OPS_READ), ops_arg_reduce(R, 3, "double", OPS_INC), ops_arg_reduce(C, 1, "int", OPS_INC));
  ops_reduction_result(R, s); ops_reduction_result(C, &c);
  double t[3] = {0, 0, 0};
  for (int i = 0; i < NCELL; i++) for (int q = 0; q < 3; q++) t[q] += (1.0 + 0.1 * (i + q - 1) * xt) * (q + 1);
  int bad = c != NCELL;
  for (int q = 0; q < 3; q++) if (fabs(s[q] - t[q]) > 1e-11) bad++;
  ops_printf("%g %g %g %d\n%s\n", s[0], s[1], s[2], c, bad ? "FAIL" : "PASS");
  ops_exit();
  return bad;
}

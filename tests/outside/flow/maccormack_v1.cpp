// Shock tube by MacCormack's scheme (1-D) with pointer kernels and OPS_ACC macros: arrays of handles, an index argument, a deep copy,
// a reduction of two components. Compared with plain loops.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>
#define OPS_1D
#include "ops_seq.h"

int ncell = 83;
double gam = 1.4, lam = 0.25, visc = 0.05;
#include "maccormack_v1_kernels.h"

#define STEPS 25

int main(int argc, char **argv)
{
  ops_init(argc, argv, 1);
  ops_decl_const("ncell", 1, "int", &ncell);
  ops_decl_const("gam", 1, "double", &gam);
  ops_decl_const("lam", 1, "double", &lam);
  ops_decl_const("visc", 1, "double", &visc);
  ops_block tube = ops_decl_block(1, "tube");
  int base[1] = {0}, size[1] = {ncell}, d_m[1] = {-1}, d_p[1] = {1};
  double *temp = NULL;
  ops_dat q[3], qp[3], f[3];
  char name[16];
  for (int c = 0; c < 3; c++) {
    sprintf(name, "q%d", c);
    q[c] = ops_decl_dat(tube, 1, size, base, d_m, d_p, temp, "double", name);
    sprintf(name, "qp%d", c);
    qp[c] = ops_decl_dat(tube, 1, size, base, d_m, d_p, temp, "double", name);
    sprintf(name, "f%d", c);
    f[c] = ops_decl_dat(tube, 1, size, base, d_m, d_p, temp, "double", name);
  }
  int s0[] = {0}, sp[] = {0, 1}, sm[] = {0, -1}, s3[] = {-1, 0, 1};
  ops_stencil S0 = ops_decl_stencil(1, 1, s0, "0");
  ops_stencil SP = ops_decl_stencil(1, 2, sp, "0,1");
  ops_stencil SM = ops_decl_stencil(1, 2, sm, "0,-1");
  ops_stencil S3 = ops_decl_stencil(1, 3, s3, "-1,0,1");
  ops_reduction sum = ops_decl_reduction_handle(2 * sizeof(double), "double", "sum");
  ops_reduction peak = ops_decl_reduction_handle(sizeof(double), "double", "peak");
  ops_partition("1D_BLOCK_DECOMPOSE");

  int whole[] = {0, ncell}, inner[] = {1, ncell - 1};
  ops_par_loop(mac_start, "mac_start", tube, 1, whole,
               ops_arg_dat(q[0], 1, S0, "double", OPS_WRITE),
               ops_arg_dat(q[1], 1, S0, "double", OPS_WRITE),
               ops_arg_dat(q[2], 1, S0, "double", OPS_WRITE), ops_arg_idx());
  for (int c = 0; c < 3; c++) ops_dat_deep_copy(qp[c], q[c]);
  for (int n = 0; n < STEPS; n++) {
    for (int pass = 0; pass < 2; pass++) {
      ops_dat *s = pass ? qp : q;
      ops_par_loop(mac_flux, "mac_flux", tube, 1, whole,
                   ops_arg_dat(s[0], 1, S0, "double", OPS_READ),
                   ops_arg_dat(s[1], 1, S0, "double", OPS_READ),
                   ops_arg_dat(s[2], 1, S0, "double", OPS_READ),
                   ops_arg_dat(f[0], 1, S0, "double", OPS_WRITE),
                   ops_arg_dat(f[1], 1, S0, "double", OPS_WRITE),
                   ops_arg_dat(f[2], 1, S0, "double", OPS_WRITE));
      for (int c = 0; c < 3; c++) {
        if (pass == 0)
          ops_par_loop(mac_predict, "mac_predict", tube, 1, inner,
                       ops_arg_dat(q[c], 1, S3, "double", OPS_READ),
                       ops_arg_dat(f[c], 1, SP, "double", OPS_READ),
                       ops_arg_dat(qp[c], 1, S0, "double", OPS_WRITE));
        else
          ops_par_loop(mac_correct, "mac_correct", tube, 1, inner,
                       ops_arg_dat(q[c], 1, S0, "double", OPS_RW),
                       ops_arg_dat(qp[c], 1, S0, "double", OPS_READ),
                       ops_arg_dat(f[c], 1, SM, "double", OPS_READ));
      }
    }
  }
  ops_par_loop(mac_total, "mac_total", tube, 1, whole,
               ops_arg_dat(q[0], 1, S0, "double", OPS_READ),
               ops_arg_dat(q[2], 1, S0, "double", OPS_READ),
               ops_arg_reduce(sum, 2, "double", OPS_INC),
               ops_arg_reduce(peak, 1, "double", OPS_MAX));
  double t[2], top;
  ops_reduction_result(sum, t);
  ops_reduction_result(peak, &top);

  /* the same in plain loops */
  std::vector<double> Q[3], P[3], F[3];
  for (int c = 0; c < 3; c++) {
    Q[c].resize(ncell);
    F[c].resize(ncell);
  }
  for (int i = 0; i < ncell; i++) {
    double x = (i + 0.5) / ncell, r = x < 0.45 ? 1.0 : 0.3, p = x < 0.45 ? 1.0 : 0.25, u = 0.1 * sin(5.0 * x);
    Q[0][i] = r;
    Q[1][i] = r * u;
    Q[2][i] = p / (gam - 1.0) + 0.5 * r * u * u;
  }
  for (int c = 0; c < 3; c++) P[c] = Q[c];
  for (int n = 0; n < STEPS; n++)
    for (int pass = 0; pass < 2; pass++) {
      std::vector<double> *s = pass ? P : Q;
      for (int i = 0; i < ncell; i++) {
        double u = s[1][i] / s[0][i], p = (gam - 1.0) * (s[2][i] - 0.5 * s[1][i] * u);
        F[0][i] = s[1][i];
        F[1][i] = s[1][i] * u + p;
        F[2][i] = (s[2][i] + p) * u;
      }
      for (int c = 0; c < 3; c++)
        for (int i = 1; i < ncell - 1; i++)
          if (pass == 0)
            P[c][i] = Q[c][i] - lam * (F[c][i + 1] - F[c][i]) + visc * (Q[c][i + 1] - 2.0 * Q[c][i] + Q[c][i - 1]);
          else
            Q[c][i] = 0.5 * (Q[c][i] + P[c][i] - lam * (F[c][i] - F[c][i - 1]));
    }
  double T[2] = {0, 0}, TOP = 0, err = 0;
  std::vector<double> got(ncell);
  for (int c = 0; c < 3; c++) {
    ops_dat_fetch_data(q[c], 0, (char *)&got[0]);
    for (int i = 0; i < ncell; i++) {
      double e = fabs(got[i] - Q[c][i]);
      if (!(e <= err)) err = e;
    }
  }
  for (int i = 0; i < ncell; i++) {
    T[0] += Q[0][i];
    T[1] += Q[2][i];
    TOP = fmax(TOP, Q[0][i]);
  }
  err = fmax(err, fmax(fabs(t[0] / T[0] - 1), fmax(fabs(t[1] / T[1] - 1), fabs(top / TOP - 1))));
  ops_printf("mass %.10f energy %.10f peak %.10f, largest error %.2e\n", t[0], t[1], top, err);
  ops_exit();
  printf("maccormack_v1: %s\n", err < 1e-12 ? "passed" : "failed");
  return err < 1e-12 ? 0 : 1;
}

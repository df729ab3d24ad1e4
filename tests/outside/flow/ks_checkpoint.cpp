// Kuramoto-Sivashinsky equation (1-D, fourth-order stencils of seven points as macros, three-stage Runge-Kutta) on a periodic line, with a
// checkpoint count and marked steps. Gradient of a misfit by the initial state in entries and a direction against the complex step;
// the values stay and a second sweep gives the same bits.
#include <complex>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"

int n = 97;
double h, dt = 4.0e-4;

#include "ks_checkpoint_kernels.h"

#define STEPS 45
typedef std::complex<double> cplx;

typedef struct {
  ops_dat u, v, r;
} fields;

static double rk[3][2] = {{0.0, 1.0}, {0.75, 0.25}, {1.0 / 3.0, 2.0 / 3.0}};

template <class T> T plain(std::vector<T> &u) {
  std::vector<T> v(n), r(n);
  for (int s = 0; s < STEPS; s++) {
    v = u;
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < n; i++) {
        auto f = [&](int o) { return v[(i + o + n) % n]; };
        r[i] = -f(0) * D1(f);
        r[i] = r[i] - D2(f) - D4(f);
      }
      for (int i = 0; i < n; i++) v[i] = rk[k][0] * u[i] + rk[k][1] * (v[i] + dt * r[i]);
    }
    u = v;
  }
  T j = 0;
  for (int i = 0; i < n; i++) {
    T d = u[i] - sin(2.0 * 3.14159265358979 * i / n);
    j += h * d * d;
  }
  return j;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  h = 32.0 / n;
  ops_decl_const("n", 1, "int", &n);
  ops_decl_const("h", 1, "double", &h);
  ops_decl_const("dt", 1, "double", &dt);

  ops_block line = ops_decl_block(1, "line");
  int base = 0, dm = -3, dp = 3;
  double *start = (double *)malloc((n + 6) * sizeof(double)), *temp = NULL;
  memset(start, 0, (n + 6) * sizeof(double));
  std::vector<double> u0(n);
  for (int i = 0; i < n; i++) start[i + 3] = u0[i] = cos(2 * M_PI * i / n) * (1 + sin(4 * M_PI * i / n));
  fields f;
  f.u = ops_decl_dat(line, 1, &n, &base, &dm, &dp, start, "double", "u");
  f.v = ops_decl_dat(line, 1, &n, &base, &dm, &dp, temp, "double", "v");
  f.r = ops_decl_dat(line, 1, &n, &base, &dm, &dp, temp, "double", "r");

  int o = 0, seven[] = {-3, -2, -1, 0, 1, 2, 3};
  ops_stencil S0 = ops_decl_stencil(1, 1, &o, "0"), S7 = ops_decl_stencil(1, 7, seven, "-3..3");
  int it = 3, from_hi = n - 3, to_lo = -3, from_lo = 0, to_hi = n, dir = 1;
  ops_halo hh[2] = {ops_decl_halo(f.v, f.v, &it, &from_hi, &to_lo, &dir, &dir), ops_decl_halo(f.v, f.v, &it, &from_lo, &to_hi, &dir, &dir)};
  ops_halo_group ring = ops_decl_halo_group(2, hh);
  ops_reduction red = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_partition("");

  ops_ad_set_checkpoint_count(5, STEPS);
  int all[] = {0, n};
  for (int s = 0; s < STEPS; s++) {
    ops_ad_step();
    ops_par_loop(ks_first, "first", line, 1, all, ops_arg_dat(f.u, 1, S0, "double", OPS_READ), ops_arg_dat(f.v, 1, S0, "double", OPS_WRITE));
    for (int k = 0; k < 3; k++) {
      ops_halo_transfer(ring);
      ops_par_loop(ks_rhs, "rhs", line, 1, all, ops_arg_dat(f.v, 1, S7, "double", OPS_READ), ops_arg_dat(f.r, 1, S0, "double", OPS_WRITE));
      ops_par_loop(ks_axpy, "axpy", line, 1, all, ops_arg_dat(f.v, 1, S0, "double", OPS_RW), ops_arg_dat(f.u, 1, S0, "double", OPS_READ),
                   ops_arg_dat(f.r, 1, S0, "double", OPS_READ), ops_arg_gbl(rk[k], 2, "double", OPS_READ));
    }
    ops_par_loop(ks_store, "store", line, 1, all, ops_arg_dat(f.v, 1, S0, "double", OPS_READ), ops_arg_dat(f.u, 1, S0, "double", OPS_WRITE));
  }
  ops_par_loop(ks_misfit, "misfit", line, 1, all, ops_arg_dat(f.u, 1, S0, "double", OPS_READ), ops_arg_reduce(red, 1, "double", OPS_INC), ops_arg_idx());
  double j, one = 1;
  red->get_result<double>(&j, &one);

  std::vector<double> u(u0), end(n), again(n), g(n), g2(n);
  double j0 = plain(u), err = fabs(j - j0) / j0, gerr = 0, dir_mine = 0, gmax = 0;
  end = ops_dat_fetch_data<double>(f.u);
  for (int i = 0; i < n; i++) err = fmax(err, fabs(end[i] - u[i]));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g = ops_dat_fetch_derivative<double>(f.u);
  again = ops_dat_fetch_data<double>(f.u);
  int same = !memcmp(&end[0], &again[0], n * sizeof(double));
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  g2 = ops_dat_fetch_derivative<double>(f.u);
  int bits = !memcmp(&g[0], &g2[0], n * sizeof(double));

  for (int i = 0; i < n; i++) gmax = fmax(gmax, fabs(g[i]));
  for (int i = 0; i < n; i += 6) {
    std::vector<cplx> z(u0.begin(), u0.end());
    z[i] += cplx(0, 1e-40);
    double e = fabs(g[i] - plain(z).imag() / 1e-40) / gmax;
    if (!(e <= gerr)) gerr = e;
  }
  std::vector<cplx> z(u0.begin(), u0.end());
  for (int i = 0; i < n; i++) z[i] += cplx(0, 1e-40 * sin(1.0 + i)), dir_mine += g[i] * sin(1.0 + i);
  gerr = fmax(gerr, fabs(dir_mine - plain(z).imag() / 1e-40) / gmax);
  printf("misfit %.12f values %.2e gradient %.2e, values kept %d, second sweep the same %d\n", j, err, gerr, same, bits);
  int ok = err < 1e-12 && gerr < 1e-10 && same && bits;
  ops_exit();
  free(start);
  printf("ks_checkpoint: %s\n", ok ? "passed" : "failed");
  return !ok;
}

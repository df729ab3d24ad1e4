// Maxwell's equations in two dimensions on staggered (Yee) grids, with a damping layer and a Kerr medium. Uses strided
// profiles of one dimension, a source of one point with an active scalar of two components, and sensors that add to one
// reduction over time. The gradient by permittivity and amplitude is compared with complex steps of plain loops.

#include <complex>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#define NX 37
#define NY 23
#define NT 40
#define NS 3

double cmu, ceps, kerr;
#include "yee2d_kernels.h"

ops_block grid;
ops_dat ez, hx, hy, eps, sigx, sigy;
ops_stencil S00, S_EX, S_EY, S_HX, S_HY, strid2d_x, strid2d_y;
static const int sx[NS] = {9, 28, 20}, sy[NS] = {17, 5, 11};

static double obs_at(int s, int t) { return 0.02 * sin(0.3 * t + s); }
static double pulse(int t) { return exp(-0.02 * (t - 12.0) * (t - 12.0)) * cos(0.5 * (t - 12.0)); }
static double sponge(int i, int n) {
  int w = 6, d = i < n - 1 - i ? i : n - 1 - i;
  return d < w ? 0.15 * (w - d) * (w - d) / (double)(w * w) : 0.0;
}
static double eps0(int i, int j) { return 1.0 + 0.3 * sin(0.21 * i) * cos(0.37 * j) + (i > 20 ? 0.8 : 0.0); }

template <class S>
S plain(const std::vector<S>& ep, const S* amp, std::vector<S>& E) {
  std::vector<S> X(NX * NY, S(0)), Y(NX * NY, S(0));
  E.assign(NX * NY, S(0));
  S misfit = 0;
#define AT(a, i, j) a[(i) + NX * (j)]
  for (int t = 0; t < NT; t++) {
    for (int j = 0; j < NY - 1; j++)
      for (int i = 0; i < NX - 1; i++) {
        AT(X, i, j) = (1.0 - sponge(j, NY)) * AT(X, i, j) - cmu * (AT(E, i, j + 1) - AT(E, i, j));
        AT(Y, i, j) = (1.0 - sponge(i, NX)) * AT(Y, i, j) + cmu * (AT(E, i + 1, j) - AT(E, i, j));
      }
    for (int j = 1; j < NY - 1; j++)
      for (int i = 1; i < NX - 1; i++) {
        S c = AT(Y, i, j) - AT(Y, i - 1, j) - AT(X, i, j) + AT(X, i, j - 1), old = AT(E, i, j);
        AT(E, i, j) = (1.0 - sponge(i, NX) - sponge(j, NY)) * old + ceps * c / (AT(ep, i, j) + kerr * old * old);
      }
    double w = pulse(t);
    AT(E, 14, 8) += amp[0] * w + amp[1] * w * w;
    if (t % 4 == 3)
      for (int s = 0; s < NS; s++) {
        S d = AT(E, sx[s], sy[s]) - obs_at(s, t);
        misfit += 0.5 * d * d;
      }
  }
  return misfit;
}

static void step(ops_scalar amp, int t) {
  int half[] = {0, NX - 1, 0, NY - 1};
  int inner[] = {1, NX - 1, 1, NY - 1};
  int src[] = {14, 15, 8, 9};
  double w = pulse(t);
  ops_par_loop(hfield_x, "hfield_x", grid, 2, half, ops_arg_dat(ez, 1, S_EY, "double", OPS_READ),
               ops_arg_dat(hx, 1, S00, "double", OPS_RW), ops_arg_dat(sigy, 1, strid2d_y, "double", OPS_READ));
  ops_par_loop(hfield_y, "hfield_y", grid, 2, half, ops_arg_dat(ez, 1, S_EX, "double", OPS_READ),
               ops_arg_dat(hy, 1, S00, "double", OPS_RW), ops_arg_dat(sigx, 1, strid2d_x, "double", OPS_READ));
  ops_par_loop(efield, "efield", grid, 2, inner, ops_arg_dat(ez, 1, S00, "double", OPS_RW),
               ops_arg_dat(hx, 1, S_HX, "double", OPS_READ), ops_arg_dat(hy, 1, S_HY, "double", OPS_READ),
               ops_arg_dat(eps, 1, S00, "double", OPS_READ), ops_arg_dat(sigx, 1, strid2d_x, "double", OPS_READ),
               ops_arg_dat(sigy, 1, strid2d_y, "double", OPS_READ));
  ops_par_loop(soft_source, "soft_source", grid, 2, src, ops_arg_dat(ez, 1, S00, "double", OPS_RW),
               ops_arg_scalar(amp, 2, "double", OPS_READ), ops_arg_gbl(&w, 1, "double", OPS_READ));
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  cmu = 0.5;
  ceps = 0.6;
  kerr = 0.4;
  ops_decl_const("cmu", 1, "double", &cmu);
  ops_decl_const("ceps", 1, "double", &ceps);
  ops_decl_const("kerr", 1, "double", &kerr);

  grid = ops_decl_block(2, "grid");
  int size[] = {NX, NY}, base[] = {0, 0}, d_m[] = {0, 0}, d_p[] = {0, 0};
  int size_x[] = {NX, 1}, size_y[] = {1, NY};
  double* temp = NULL;
  double *px = (double*)malloc(NX * sizeof(double)), *py = (double*)malloc(NY * sizeof(double));
  std::vector<double> pe(NX * NY);
  for (int i = 0; i < NX; i++) px[i] = sponge(i, NX);
  for (int j = 0; j < NY; j++) py[j] = sponge(j, NY);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) AT(pe, i, j) = eps0(i, j);
  ez = ops_decl_dat(grid, 1, size, base, d_m, d_p, temp, "double", "ez");
  hx = ops_decl_dat(grid, 1, size, base, d_m, d_p, temp, "double", "hx");
  hy = ops_decl_dat(grid, 1, size, base, d_m, d_p, temp, "double", "hy");
  eps = ops_decl_dat(grid, 1, size, base, d_m, d_p, pe.data(), "double", "eps");
  sigx = ops_decl_dat(grid, 1, size_x, base, d_m, d_p, px, "double", "sigx");
  sigy = ops_decl_dat(grid, 1, size_y, base, d_m, d_p, py, "double", "sigy");

  int s00[] = {0, 0}, ex[] = {0, 0, 1, 0}, ey[] = {0, 0, 0, 1}, hxs[] = {0, 0, 0, -1}, hys[] = {0, 0, -1, 0};
  int stx[] = {1, 0}, sty[] = {0, 1};
  S00 = ops_decl_stencil(2, 1, s00, "00");
  S_EX = ops_decl_stencil(2, 2, ex, "00:10");
  S_EY = ops_decl_stencil(2, 2, ey, "00:01");
  S_HX = ops_decl_stencil(2, 2, hxs, "00:0-1");
  S_HY = ops_decl_stencil(2, 2, hys, "00:-10");
  strid2d_x = ops_decl_strided_stencil(2, 1, s00, stx, "x only");
  strid2d_y = ops_decl_strided_stencil(2, 1, s00, sty, "y only");
  ops_reduction red = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_partition("");

  double a0[2] = {1.3, -0.4};
  ops_scalar amp = ops_decl_scalar("amp", a0, 2);
  for (int t = 0; t < NT; t++) {
    step(amp, t);
    if (t % 4 != 3) continue;
    for (int s = 0; s < NS; s++) {
      double o = obs_at(s, t);
      int at[4] = {sx[s], sx[s] + 1, sy[s], sy[s] + 1};
      ops_par_loop(sensor, "sensor", grid, 2, at, ops_arg_dat(ez, 1, S00, "double", OPS_READ),
                   ops_arg_gbl(&o, 1, "double", OPS_READ), ops_arg_reduce(red, 1, "double", OPS_INC));
    }
  }
  double J = 0, one = 1.0;
  red->get_result<double>(&J, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> e(NX * NY), g(NX * NY), pE;
  e = ops_dat_fetch_data<double>(ez);
  g = ops_dat_fetch_derivative<double>(eps);
  double Jp = plain<double>(pe, a0, pE), emax = 0, err = fabs(J - Jp) / Jp, gerr = 0;
  for (double v : pE) emax = fmax(emax, fabs(v));
  for (int n = 0; n < NX * NY; n++) err = fmax(err, fabs(e[n] - pE[n]) / emax);

  typedef std::complex<double> cplx;
  const double h = 1e-40;
  double gmax = 0;
  for (double v : g) gmax = fmax(gmax, fabs(v));
  for (int k = 0; k < 12; k++) {
    std::vector<cplx> ce(pe.begin(), pe.end()), cE;
    cplx ca[2] = {a0[0], a0[1]};
    double got;
    if (k < 2) {
      ca[k] += cplx(0, h);
      got = amp->get_derivative<double>()[k];
      gerr = fmax(gerr, fabs(plain<cplx>(ce, ca, cE).imag() / h - got) / fabs(got));
    } else {
      got = 0;
      for (int n = 0; n < NX * NY; n++) {
        double d = sin(1.3 * k * n + k);
        ce[n] += cplx(0, h * d);
        got += g[n] * d;
      }
      gerr = fmax(gerr, fabs(plain<cplx>(ce, ca, cE).imag() / h - got) / fabs(got));
    }
  }
  ops_printf("misfit %.12e field error %.2e gradient error %.2e\n", J, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10 && gmax > 0;
  ops_printf(ok ? "yee2d: passed\n" : "yee2d: failed\n");
  free(px);
  free(py);
  ops_exit();
  return ok ? 0 : 1;
}

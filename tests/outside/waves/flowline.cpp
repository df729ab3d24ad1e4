// A glacier along a flow line (shallow ice, with sliding and a mass balance). Uses one dimension, a struct constant
// that is updated in mid-run, early returns, a dataset of one cell, and sums of int and double. The gradient by bed,
// sliding and warming is compared with complex steps in every entry.

#include <complex>
#include <math.h>
#include <stdio.h>
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"
#include "flowline_types.h"

ice_type ice;
#include "flowline_kernels.h"

#define N 71
#define STEPS 60
static double bed(int i) { return 1.4 - 0.022 * i + 0.05 * sin(0.4 * i); }
static double slip(int i) { return 0.02 + 0.01 * cos(0.2 * i); }
static double radar(int i) { return 0.3 + 0.002 * i; }
static double warming(int t) { return t < 30 ? 0.0 : 0.004 * (t - 30); }

static double re(double x) { return x; }
static double re(std::complex<double> x) { return x.real(); }

template <class S>
static S plain(const std::vector<S>& b, const std::vector<S>& c, const S* w, std::vector<S>& h, double* volume,
               int* cells) {
  std::vector<S> q(N + 1, S(0));
  h.assign(N, S(0));
  for (int t = 0; t < STEPS; t++) {
    double cap = t < 20 ? 0.05 : 0.04;
    for (int i = 0; i < N - 1; i++) {
      S hm = 0.5 * (h[i] + h[i + 1]), d = 0, sl = (h[i + 1] + b[i + 1] - h[i] - b[i]) / ice.dx;
      if (re(hm) > 0) {
        d = ice.gamma * hm * hm * hm * hm * hm * sl * sl;
        if (i >= ice.slide_from) d += 0.5 * (c[i] + c[i + 1]) * hm * hm;
      }
      q[i + 1] = -d * sl;
    }
    for (int i = 0; i < N - 1; i++) {
      S m = ice.lapse * (h[i] + b[i] - ice.ela - *w * warming(t));
      if (re(m) > cap) m = cap;
      S hn = h[i] + ice.dt * (m - (q[i + 1] - q[i]) / ice.dx);
      h[i] = re(hn) > 0 ? hn : S(0);
    }
  }
  S J = 0;
  *volume = *cells = 0;
  for (int i = 0; i < N; i++) {
    J += h[i] * ice.dx;
    *volume += re(h[i]) * ice.dx;
    *cells += re(h[i]) > 0;
    if (i % 3 == 1) J += 0.5 * (h[i] - radar(i)) * (h[i] - radar(i));
  }
  return J;
}

void scale_warming(ACC<double>& t, const double* factor, const double* w) { t(0) = *factor * *w; }
void thickness2(ACC<double>& h, const ACC<double>& q, const ACC<double>& b, const ACC<double>& t) {
  double x = t(0);
  thickness(h, q, b, &x);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ice.dx = 0.1;
  ice.dt = 0.02;
  ice.gamma = 0.5;
  ice.ela = 0.75;
  ice.lapse = 2.0;
  ice.cap = 0.05;
  ice.slide_from = 15;
  ops_block line = ops_decl_block(1, "line");
  int size = N, one_cell = 1, base = 0, dm = -1, dp = 0, zero = 0;
  std::vector<double> b0(N + 1), c0(N), o0(N);
  for (int i = -1; i < N; i++) b0[i + 1] = bed(i);
  for (int i = 0; i < N; i++) c0[i] = slip(i), o0[i] = radar(i);
  double* none = NULL;
  ops_dat h = ops_decl_dat(line, 1, &size, &base, &dm, &dp, none, "double", "thickness");
  ops_dat q = ops_decl_dat(line, 1, &size, &base, &dm, &dp, none, "double", "flux");
  ops_dat b = ops_decl_dat(line, 1, &size, &base, &dm, &dp, b0.data(), "double", "bed");
  ops_dat c = ops_decl_dat(line, 1, &size, &base, &zero, &dp, c0.data(), "double", "slip");
  ops_dat obs = ops_decl_dat_passive(line, 1, &size, &base, &zero, &dp, o0.data(), "double", "radar");
  ops_dat air = ops_decl_dat(line, 1, &one_cell, &base, &zero, &dp, none, "double", "air");
  int s0[] = {0}, s01[] = {0, 1}, sm[] = {0, -1}, st[] = {0};
  ops_stencil S0 = ops_decl_stencil(1, 1, s0, "0"), S01 = ops_decl_stencil(1, 2, s01, "0,1");
  ops_stencil SM = ops_decl_stencil(1, 2, sm, "0,-1"), CONST = ops_decl_strided_stencil(1, 1, s0, st, "const");
  ops_reduction J = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_reduction area = ops_decl_reduction_handle(sizeof(int), "int", "area");
  ops_decl_const("ice", 1, "ice_type", &ice);
  ops_partition("");

  double w0 = 1.0;
  ops_scalar factor = ops_decl_scalar("factor", &w0, 1);
  int faces[2] = {0, N - 1}, first[2] = {0, 1};
  for (int t = 0; t < STEPS; t++) {
    if (t == 20) {
      ice.cap = 0.04;
      ops_update_const("ice", 1, "ice_type", &ice);
    }
    double w = warming(t);
    ops_par_loop(scale_warming, "scale_warming", line, 1, first, ops_arg_dat(air, 1, S0, "double", OPS_WRITE),
                 ops_arg_scalar(factor, 1, "double", OPS_READ), ops_arg_gbl(&w, 1, "double", OPS_READ));
    ops_par_loop(flux, "flux", line, 1, faces, ops_arg_dat(h, 1, S01, "double", OPS_READ),
                 ops_arg_dat(b, 1, S01, "double", OPS_READ), ops_arg_dat(c, 1, S01, "double", OPS_READ),
                 ops_arg_dat(q, 1, S0, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(thickness2, "thickness2", line, 1, faces, ops_arg_dat(h, 1, S0, "double", OPS_RW),
                 ops_arg_dat(q, 1, SM, "double", OPS_READ), ops_arg_dat(b, 1, S0, "double", OPS_READ),
                 ops_arg_dat(air, 1, CONST, "double", OPS_READ));
  }
  int all[2] = {0, N};
  ops_par_loop(volume, "volume", line, 1, all, ops_arg_dat(h, 1, S0, "double", OPS_READ),
               ops_arg_reduce(J, 1, "double", OPS_INC), ops_arg_reduce(area, 1, "int", OPS_INC));
  for (int i = 1; i < N; i += 3) {
    int r[2] = {i, i + 1};
    ops_par_loop(pick_radar, "pick_radar", line, 1, r, ops_arg_dat(h, 1, S0, "double", OPS_READ),
                 ops_arg_dat(obs, 1, S0, "double", OPS_READ), ops_arg_reduce(J, 1, "double", OPS_INC));
  }
  double value, seed = 2.0, err, gerr = 0.0, pv;
  int cells, pc;
  J->get_result<double>(&value, &seed);
  ops_reduction_result(area, &cells);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> hh(N), gb(N), gc(N), ph, pb(b0.begin() + 1, b0.end());
  hh = ops_dat_fetch_data<double>(h);
  gb = ops_dat_fetch_derivative<double>(b);
  gc = ops_dat_fetch_derivative<double>(c);
  double Jp = plain<double>(pb, c0, &w0, ph, &pv, &pc), mb = 0, mc = 0;
  err = fabs(value - Jp) / Jp;
  for (int i = 0; i < N; i++) {
    err = fmax(err, fabs(hh[i] - ph[i]));
    mb = fmax(mb, fabs(gb[i]));
    mc = fmax(mc, fabs(gc[i]));
  }
  typedef std::complex<double> C;
  for (int i = 0; i <= N; i++)
    for (int what = 0; what < 2; what++) {
      std::vector<C> cb(pb.begin(), pb.end()), cc(c0.begin(), c0.end()), ch;
      C cw = w0, *p = i == N ? &cw : what ? &cb[i] : &cc[i];
      *p += C(0, 1e-40);
      double want = seed * plain<C>(cb, cc, &cw, ch, &pv, &pc).imag() / 1e-40, got, scale;
      if (i == N)
        got = factor->get_derivative<double>()[0], scale = fabs(want);
      else
        got = what ? gb[i] : gc[i], scale = what ? mb : mc;
      gerr = fmax(gerr, fabs(want - got) / scale);
    }
  ops_printf("J %.10g, %d cells of ice, error %.2e, gradient error %.2e\n", value, cells, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10 && cells == pc && cells > 5 && cells < N;
  ops_printf("flowline: %s\n", ok ? "passed" : "failed");
  ops_exit();
  return ok ? 0 : 1;
}

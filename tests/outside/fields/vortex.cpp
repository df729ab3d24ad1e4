// tests/outside/fields/vortex.cpp: vorticity-streamfunction with multigrid Poisson (3 levels, restrict/prolong stencils, strided datasets, damped Jacobi) inside each time step,
// then a level set with reinitialisation (Godunov, MIN/MAX), and a wet/dry sink; a nested tape for nothing; helper class per level
#define OPS_2D
#include "ops.hpp"
#include "check.h"
constexpr int N = 16, LEVELS = 3;
double nu = 0.01, h0 = 1.0 / 16, eps = 1e-3;
void smooth(const ACC<double>& p, const ACC<double>& rhs, ACC<double>& q, const double* h2) {
  q(0, 0) = 0.2 * p(0, 0) + 0.8 * 0.25 * (p(-1, 0) + p(1, 0) + p(0, -1) + p(0, 1) + *h2 * rhs(0, 0));
}
void resid(const ACC<double>& p, const ACC<double>& rhs, ACC<double>& r, const double* h2) {
  r(0, 0) = rhs(0, 0) - (4 * p(0, 0) - p(-1, 0) - p(1, 0) - p(0, -1) - p(0, 1)) / *h2;
}
void restrict_(const ACC<double>& r, ACC<double>& rc) { rc(0, 0) = 0.25 * (r(0, 0) + r(1, 0) + r(0, 1) + r(1, 1)); }
void prolong_(const ACC<double>& e, ACC<double>& p, const int* idx) {
  const int a = idx[0] & 1, b = idx[1] & 1;
  const double x = a ? 0.75 * e(0, 0) + 0.25 * e(1, 0) : 0.75 * e(0, 0) + 0.25 * e(-1, 0);
  const double y = b ? e(0, 1) : e(0, -1);
  p(0, 0) += 0.75 * x + 0.25 * y;
}
void blank(ACC<double>& p) { p(0, 0) = 0.0; }
void transport(const ACC<double>& w, const ACC<double>& p, ACC<double>& out, const double* dt) {
  const double u = (p(0, 1) - p(0, -1)) / (2 * h0), v = -(p(1, 0) - p(-1, 0)) / (2 * h0);
  const double up = MAX(u, 0.0), um = MIN(u, 0.0), vp = MAX(v, 0.0), vm = MIN(v, 0.0);
  out(0, 0) = w(0, 0) - *dt / h0 * (up * (w(0, 0) - w(-1, 0)) + um * (w(1, 0) - w(0, 0)) + vp * (w(0, 0) - w(0, -1)) + vm * (w(0, 1) - w(0, 0))) +
              *dt * nu / (h0 * h0) * (w(1, 0) + w(-1, 0) + w(0, 1) + w(0, -1) - 4 * w(0, 0));
}
void quickest(const ACC<double>& p, double* most) {
  const double u = (p(0, 1) - p(0, -1)) / (2 * h0), v = (p(1, 0) - p(-1, 0)) / (2 * h0);
  if (fabs(u) + fabs(v) > *most) *most = fabs(u) + fabs(v);
}
void pace(const double* most, double* dt) { *dt = most[0] > 0.01 ? 0.4 * h0 / most[0] : 0.4 * h0 / 0.01; }
void godunov(const ACC<double>& f, const ACC<double>& f0, ACC<double>& out) {
  const double a = (f(0, 0) - f(-1, 0)) / h0, b = (f(1, 0) - f(0, 0)) / h0, c = (f(0, 0) - f(0, -1)) / h0, d = (f(0, 1) - f(0, 0)) / h0;
  const double s = f0(0, 0) / sqrt(f0(0, 0) * f0(0, 0) + h0 * h0);
  double g;
  if (s > 0) g = sqrt(eps + fmax(pow(MAX(a, 0.0), 2), pow(MIN(b, 0.0), 2)) + fmax(pow(MAX(c, 0.0), 2), pow(MIN(d, 0.0), 2)));
  else g = sqrt(eps + fmax(pow(MIN(a, 0.0), 2), pow(MAX(b, 0.0), 2)) + fmax(pow(MIN(c, 0.0), 2), pow(MAX(d, 0.0), 2)));
  out(0, 0) = f(0, 0) - 0.3 * h0 * s * (g - 1);
}
void extrapolate(ACC<double>& f, const int* idx) {
  const int i = idx[0] < 0 ? 1 : (idx[0] >= N ? -1 : 0), j = idx[1] < 0 ? 1 : (idx[1] >= N ? -1 : 0);
  if (i == 1) f(0, 0) = f(1, 0); else if (i == -1) f(0, 0) = f(-1, 0); else if (j == 1) f(0, 0) = f(0, 1); else if (j == -1) f(0, 0) = f(0, -1);
}
void volume(const ACC<double>& f, const ACC<double>& w, double* s) {
  const double H = f(0, 0) > 2 * h0 ? 1.0 : f(0, 0) < -2 * h0 ? 0.0 : 0.5 * (1 + f(0, 0) / (2 * h0) + sin(M_PI * f(0, 0) / (2 * h0)) / M_PI);
  s[0] += H * (1 + w(0, 0));
  s[1] += w(0, 0) * w(0, 0);
}
struct Level {
  int n, range[4]; double h2;
  ops_dat p, q, rhs, r;
};
struct App {
  ops_block sea = ops_decl_block(2, "sea");
  Level L[LEVELS];
  ops_dat w0, f0, w, w1, f, f1, fs;
  ops_stencil pt, star, down, up;
  ops_reduction most = ops_decl_reduction_handle(8, "double", "most"), J = ops_decl_reduction_handle(16, "double", "J");
  double z = 0.01;
  ops_scalar top = ops_decl_scalar("top", &z, 1), dt = ops_decl_scalar("dt", &z, 1);
  ops_dat decl(const char* n, int l) {
    int m = N >> l, s[] = {m, m}, b[] = {0, 0}, lo[] = {-1, -1}, hi[] = {1, 1}, st[] = {1 << l, 1 << l};
    return ops_decl_dat(sea, 1, s, b, lo, hi, st, (double*)nullptr, "double", n);
  }
  App() {
    for (int l = 0; l < LEVELS; ++l) {
      char nm[8];
      L[l].n = N >> l; L[l].h2 = h0 * h0 * (1 << (2 * l));
      L[l].range[0] = L[l].range[2] = 0; L[l].range[1] = L[l].range[3] = L[l].n;
      auto d = [&](const char* s) { snprintf(nm, 8, "%s%d", s, l); return decl(nm, l); };
      L[l].p = d("p"); L[l].q = d("q"); L[l].rhs = d("b"); L[l].r = d("r");
    }
    w0 = decl("w0", 0); f0 = decl("f0", 0); w = decl("w", 0); w1 = decl("w1", 0); f = decl("f", 0); f1 = decl("f1", 0); fs = decl("fs", 0);
    int o[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, c[] = {0, 0, 1, 0, 0, 1, 1, 1}, two[] = {2, 2};
    pt = ops_decl_stencil(2, 1, o, "pt"); star = ops_decl_stencil(2, 5, o, "star");
    down = ops_decl_restrict_stencil(2, 4, c, two, "down"); up = ops_decl_prolong_stencil(2, 5, o, two, "up");
    ops_decl_const("nu", 1, "double", &nu); ops_decl_const("h0", 1, "double", &h0); ops_decl_const("eps", 1, "double", &eps);
    ops_partition("");
  }
#define RD(d, s) ops_arg_dat(d, 1, s, "double", OPS_READ)
#define WR(d) ops_arg_dat(d, 1, pt, "double", OPS_WRITE)
  void relax(Level& l, int sweeps) {
    for (int s = 0; s < sweeps; ++s, std::swap(l.p, l.q))
      ops_par_loop(smooth, "smooth", sea, 2, l.range, RD(l.p, star), RD(l.rhs, pt), WR(l.q), ops_arg_gbl(&l.h2, 1, "double", OPS_READ));
  }
  void vcycle(int k) {
    relax(L[k], 2);
    if (k + 1 < LEVELS) {
      ops_par_loop(resid, "resid", sea, 2, L[k].range, RD(L[k].p, star), RD(L[k].rhs, pt), WR(L[k].r), ops_arg_gbl(&L[k].h2, 1, "double", OPS_READ));
      ops_par_loop(restrict_, "restrict", sea, 2, L[k + 1].range, ops_arg_restrict(L[k].r, 1, down, "double", OPS_READ), WR(L[k + 1].rhs));
      ops_par_loop(blank, "blank", sea, 2, L[k + 1].range, WR(L[k + 1].p));
      vcycle(k + 1);
      ops_par_loop(prolong_, "prolong", sea, 2, L[k].range, ops_arg_prolong(L[k + 1].p, 1, up, "double", OPS_READ), ops_arg_dat(L[k].p, 1, pt, "double", OPS_INC), ops_arg_idx());
    }
    relax(L[k], k + 1 < LEVELS ? 2 : 8);
  }
  double run(bool want) {
    int* all = L[0].range;
    ops_dat_deep_copy(w, w0); ops_dat_deep_copy(f, f0);
    ops_par_loop(blank, "blank0", sea, 2, all, WR(L[0].p));
    for (int n = 0; n < 5; ++n) {
      ops_ad_step();
      ops_dat_deep_copy(L[0].rhs, w);
      vcycle(0);
      ops_par_loop(quickest, "quickest", sea, 2, all, RD(L[0].p, star), ops_arg_reduce(most, 1, "double", OPS_MAX));
      ops_scalar_from_reduction(top, most);
      ops_scalar_loop(pace, "pace", ops_arg_scalar(top, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
      int edge[4][4] = {{-1, 0, 0, N}, {N, N + 1, 0, N}, {0, N, -1, 0}, {0, N, N, N + 1}};
      for (auto& e : edge) ops_par_loop(extrapolate, "extrapolate", sea, 2, e, ops_arg_dat(f, 1, star, "double", OPS_RW), ops_arg_idx());
      ops_par_loop(transport, "transport w", sea, 2, all, RD(w, star), RD(L[0].p, star), WR(w1), ops_arg_scalar(dt, 1, "double", OPS_READ));
      ops_par_loop(transport, "transport f", sea, 2, all, RD(f, star), RD(L[0].p, star), WR(f1), ops_arg_scalar(dt, 1, "double", OPS_READ));
      std::swap(w, w1); std::swap(f, f1);
      ops_dat_deep_copy(fs, f);
      for (int s = 0; s < 2 + n % 2; ++s, std::swap(f, f1)) {
        for (auto& e : edge) ops_par_loop(extrapolate, "extrapolate", sea, 2, e, ops_arg_dat(f, 1, star, "double", OPS_RW), ops_arg_idx());
        ops_par_loop(godunov, "godunov", sea, 2, all, RD(f, star), RD(fs, pt), WR(f1));
      }
    }
    ops_par_loop(volume, "volume", sea, 2, all, RD(f, pt), RD(w, pt), ops_arg_reduce(J, 2, "double", OPS_INC));
    double v[2], seed[2] = {1, 0.5};
    if (want) J->get_result(v, seed); else J->get_result(v);
    return v[0] + 0.5 * v[1];
  }
};
int app() {
  App A;
  std::vector<double> W(N * N), F(N * N);
  for (int j = 0; j < N; ++j) for (int i = 0; i < N; ++i) { W[j * N + i] = 2 * std::sin(0.5 * i + 0.1) * std::cos(0.41 * j) + 0.3; F[j * N + i] = 0.31 - std::sqrt(std::pow((i + 0.5) / N - 0.47, 2) * 1.7 + std::pow((j + 0.5) / N - 0.53, 2)); }
  ops_dat_set_data(A.w0, W); ops_dat_set_data(A.f0, F);
  const double v = A.run(true);
  ops_interpret_adjoints();
  auto gw = ops_dat_fetch_derivative<double>(A.w0), gf = ops_dat_fetch_derivative<double>(A.f0), gq = ops_dat_fetch_derivative<double>(A.L[0].q);
  bits("value", {v}); bits("gw", gw); bits("gf", gf); bits("gq", gq); bits("w", ops_dat_fetch_data<double>(A.w)); bits("f", ops_dat_fetch_data<double>(A.f));
  ops_interpret_adjoints();
  bits("gw", ops_dat_fetch_derivative<double>(A.w0));
  ops_ad_reset();
  auto again = [&] { double r = A.run(false); ops_ad_reset(); return r; };
  differences("w0", W, gw, {0, 15, 17, 100, 135, 200, 255}, 1e-6, [&](const auto& y) { ops_dat_set_data(A.w0, y); }, again, 1e-6);
  differences("f0", F, gf, {0, 15, 17, 68, 100, 135, 140, 200, 255}, 1e-6, [&](const auto& y) { ops_dat_set_data(A.f0, y); }, again, 1e-6);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  return g_wrong != 0;
}
int main(int argc, char** argv) { return ops_main(argc, argv, app); }

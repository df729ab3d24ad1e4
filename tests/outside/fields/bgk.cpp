// tests/outside/fields/bgk.cpp: BGK kinetic model 1D x 7 velocities, SOA-like components, moving window (shift by a halo to another dataset), ranges that change, external function
// for the inflow law, tapes, tangent of a scalar, MIN/MAX of components, half-range diffuse walls
#define OPS_1D
#include "ops.hpp"
#include "check.h"
#define NV 7
enum { NX = 48 };
double vel[NV] = {-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5}, weight[NV] = {0.05, 0.1, 0.2, 0.3, 0.2, 0.1, 0.05};
double tau = 0.4, cfl = 0.5;
struct Moments { double n, u, T; };
template <class A> Moments moments(const A& f, int o) {
  Moments m{0, 0, 0};
  for (int k = 0; k < NV; ++k) { const double g = f(k, o) * weight[k]; m.n += g; m.u += g * vel[k]; m.T += g * vel[k] * vel[k]; }
  m.u /= m.n;
  m.T = m.T / m.n - m.u * m.u;
  return m;
}
void maxwell(double* eq, const Moments& m) {
  double s = 0;
  for (int k = 0; k < NV; k++) { const double c = vel[k] - m.u; eq[k] = exp(-0.5 * c * c / (m.T + 0.1)); s += eq[k] * weight[k]; }
  for (double* p = eq; p != eq + NV; ++p) *p *= m.n / s;
}
void init(const ACC<double>& n, const ACC<double>& u, ACC<double>& f) {
  double eq[NV];
  maxwell(eq, Moments{n(0), u(0), 0.5});
  for (int k = 0; k < NV; ++k) f(k, 0) = eq[k];
}
void stream(const ACC<double>& f, ACC<double>& g, const double* dt) {
  for (int k = 0; k < NV; ++k) {
    const double c = vel[k] * dt[0];
    if (vel[k] > 0) g(k, 0) = f(k, 0) - c * (f(k, 0) - f(k, -1));
    else if (vel[k] < 0) g(k, 0) = f(k, 0) - c * (f(k, 1) - f(k, 0));
    else g(k, 0) = f(k, 0);
  }
}
void collide(ACC<double>& f, const double* dt, const double* nu) {
  const Moments m = moments(f, 0);
  double eq[NV];
  maxwell(eq, m);
  const double r = 1 - exp(-*dt * *nu * m.n / tau);
  for (int k = 0; k < NV; ++k) f(k, 0) += r * (eq[k] - f(k, 0));
}
template <int SIDE> void wall(ACC<double>& f, const double* alpha) {
  constexpr int in = SIDE == 0 ? 1 : -1;
  double out = 0, unit = 0, eq[NV];
  maxwell(eq, Moments{1, 0, *alpha});
  for (int k = 0; k < NV; ++k) if (vel[k] * in < 0) out += -in * vel[k] * weight[k] * f(k, in); else unit += in * vel[k] * weight[k] * eq[k];
  for (int k = 0; k < NV; ++k) f(k, 0) = vel[k] * in > 0 ? eq[k] * out / unit : f(k, in);
}
void extremes(const ACC<double>& f, double* lo, double* hi) {
  for (int k = 0; k < NV; ++k) { lo[k] = fmin(lo[k], f(k, 0)); hi[k] = MAX(hi[k], f(k, 0)); }
}
void choose(const double* lo, const double* hi, double* dt) {
  double top = 0;
  for (int k = 0; k < NV; ++k) top = fmax(top, hi[k] - 0.3 * lo[k]);
  *dt = cfl / (1.5 + 0.1 * top);
}
void drag(const ACC<double>& f, double* s, const int* idx) { const Moments m = moments(f, 0); s[0] += m.n * m.u * (1 + 0.1 * idx[0]); s[1] += m.n * (m.T + m.u * m.u); }
void inflow(ACC<double>& f, const double* law) { for (int k = 0; k < NV; ++k) f(k, 0) = law[k]; }
void seed(const double* l, ACC<double>& out) { out(0) = l[0]; }

static ops_block tube;
static ops_dat n0, u0, f, g;
static ops_stencil pt, three;
static ops_reduction lo, hi, sums;
static ops_scalar dt, nu, alpha, los, his, law, param;
static ops_halo_group shift_fg;
static double forward(double* with) {
  int all[] = {0, NX};
  ops_par_loop(init, "init", tube, 1, all, ops_arg_dat(n0, 1, pt, "double", OPS_READ), ops_arg_dat(u0, 1, pt, "double", OPS_READ), ops_arg_dat(f, NV, pt, "double", OPS_WRITE));
  // the inflow law: code outside of loops, with its adjoint by hand; law_k = p0 * exp(-p1 k)
  ops_execute_external_function(
      [] { const double* p = param->get_data<double>(); const double a = p[0], b = p[1]; double* l = law->get_raw_pointer<double>(); for (int k = 0; k < NV; ++k) l[k] = a * std::exp(-b * k); law->release_raw_pointer(l, OPS_WRITE); },
      [] { const double* p = param->get_data<double>(); double* dl = law->get_derivative<double>(); double* dp = param->get_derivative<double>();
           for (int k = 0; k < NV; ++k) { dp[0] += dl[k] * std::exp(-p[1] * k); dp[1] -= dl[k] * k * p[0] * std::exp(-p[1] * k); dl[k] = 0; } }, ops_arg_dat(n0, 1, pt, "double", OPS_READ));
  int window = 0;
  for (int s = 0; s < 14; ++s) {
    ops_ad_step();
    int active[] = {window, NX}, left[] = {window - 1, window}, right[] = {NX, NX + 1};
    ops_par_loop(wall<0>, "left", tube, 1, left, ops_arg_dat(f, NV, three, "double", OPS_RW), ops_arg_scalar(alpha, 1, "double", OPS_READ));
    if (s % 3) ops_par_loop(wall<1>, "right", tube, 1, right, ops_arg_dat(f, NV, three, "double", OPS_RW), ops_arg_scalar(alpha, 1, "double", OPS_READ));
    else ops_par_loop(inflow, "inflow", tube, 1, right, ops_arg_dat(f, NV, pt, "double", OPS_WRITE), ops_arg_scalar(law, NV, "double", OPS_READ));
    ops_par_loop(extremes, "extremes", tube, 1, active, ops_arg_dat(f, NV, pt, "double", OPS_READ), ops_arg_reduce(lo, NV, "double", OPS_MIN), ops_arg_reduce(hi, NV, "double", OPS_MAX));
    ops_scalar_from_reduction(los, lo);
    ops_scalar_from_reduction(his, hi);
    ops_scalar_loop(choose, "choose", ops_arg_scalar(los, NV, "double", OPS_READ), ops_arg_scalar(his, NV, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
    ops_par_loop(stream, "stream", tube, 1, active, ops_arg_dat(f, NV, three, "double", OPS_READ), ops_arg_dat(g, NV, pt, "double", OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ));
    ops_par_loop(collide, "collide", tube, 1, active, ops_arg_dat(g, NV, pt, "double", OPS_RW), ops_arg_scalar(dt, 1, "double", OPS_READ), ops_arg_scalar(nu, 1, "double", OPS_READ));
    if (s % 4 == 3) { ops_halo_transfer(shift_fg); window = 2; }  // f = g moved by two cells: the window moves
    else ops_dat_deep_copy(f, g);
  }
  int sub[] = {window + 1, NX - 2};
  ops_par_loop(drag, "drag", tube, 1, sub, ops_arg_dat(f, NV, pt, "double", OPS_READ), ops_arg_reduce(sums, 2, "double", OPS_INC), ops_arg_idx());
  double v[2], w[2] = {2.0, -1.0};
  if (with) { sums->get_result(v, w); with[0] = v[0]; with[1] = v[1]; } else sums->get_result(v);
  return 2 * v[0] - v[1];
}
int app() {
  int size[] = {NX}, base[] = {0}, m[] = {-1}, p[] = {1}, o[] = {0, -1, 1};
  double* none = nullptr;
  tube = ops_decl_block(1, "tube");
  n0 = ops_decl_dat(tube, 1, size, base, m, p, none, "double", "n0"); u0 = ops_decl_dat(tube, 1, size, base, m, p, none, "double", "u0");
  f = ops_decl_dat(tube, NV, size, base, m, p, none, "double", "f"); g = ops_decl_dat(tube, NV, size, base, m, p, none, "double", "g");
  pt = ops_decl_stencil(1, 1, o, "pt"); three = ops_decl_stencil(1, 3, o, "three");
  lo = ops_decl_reduction_handle(NV * 8, "double", "lo"); hi = ops_decl_reduction_handle(NV * 8, "double", "hi"); sums = ops_decl_reduction_handle(16, "double", "sums");
  double z[NV] = {0}, one = 1.0, half = 0.6, pr[2] = {0.9, 0.2};
  dt = ops_decl_scalar("dt", z, 1); nu = ops_decl_scalar("nu", &one, 1); alpha = ops_decl_scalar("alpha", &half, 1); los = ops_decl_scalar("los", z, NV); his = ops_decl_scalar("his", z, NV);
  law = ops_decl_scalar("law", z, NV); param = ops_decl_scalar("param", pr, 2);
  int n[] = {NX - 2}, from[] = {2}, to[] = {0}, dir[] = {1};
  ops_halo h = ops_decl_halo(g, f, n, from, to, dir, dir);
  shift_fg = ops_decl_halo_group(1, &h);
  ops_decl_const("vel", NV, "double", vel); ops_decl_const("weight", NV, "double", weight); ops_decl_const("tau", 1, "double", &tau); ops_decl_const("cfl", 1, "double", &cfl);
  ops_partition("");
  std::vector<double> N(NX), U(NX), P = {0.9, 0.2};
  for (int i = 0; i < NX; ++i) { N[i] = 1 + 0.4 * std::sin(0.3 * i + 1); U[i] = 0.2 * std::cos(0.21 * i); }
  ops_dat_set_data(n0, N); ops_dat_set_data(u0, U);
  double parts[2];
  const double v = forward(parts);
  ops_interpret_adjoints();
  auto gn = ops_dat_fetch_derivative<double>(n0), gu = ops_dat_fetch_derivative<double>(u0), gnu = ops_scalar_fetch_derivative<double>(nu), ga = ops_scalar_fetch_derivative<double>(alpha), gp = ops_scalar_fetch_derivative<double>(param);
  auto gf0 = ops_dat_fetch_derivative<double>(f), gg0 = ops_dat_fetch_derivative<double>(g);
  bits("value", {v, parts[0], parts[1]}); bits("gn", gn); bits("gu", gu); bits("gs", {gnu[0], ga[0], gp[0], gp[1]}); bits("gf0", gf0); bits("gg0", gg0); bits("f", ops_dat_fetch_data<double>(f));
  ops_ad_reset();
  auto again = [] { double r = forward(nullptr); ops_ad_reset(); return r; };
  differences("n0", N, gn, {0, 1, 2, 20, 45, 46, 47}, 1e-5, [](const auto& x) { ops_dat_set_data(n0, x); }, again, 1e-6);
  differences("u0", U, gu, {0, 1, 2, 20, 46, 47}, 1e-5, [](const auto& x) { ops_dat_set_data(u0, x); }, again, 1e-6);
  differences("nu", {1}, gnu, {0}, 1e-5, [](const auto& x) { ops_scalar_set_data(nu, x); }, again);
  differences("alpha", {0.6}, ga, {0}, 1e-5, [](const auto& x) { ops_scalar_set_data(alpha, x); }, again);
  differences("param", P, gp, {0, 1}, 1e-5, [](const auto& x) { ops_scalar_set_data(param, x); }, again);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  return g_wrong != 0;
}
int main(int argc, char** argv) { return ops_main(argc, argv, app); }

// Adams-Bashforth of third order with histories turned by std::rotate in a std::array of handles, a while loop that stops by a reduction,
// gradient descent with a reset for each gradient, a smooth choice by MAX over space and MIN over time windows, loops inside a class template.
#define OPS_1D
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>
#include "ops_seq_v2.h"
#define N 31
double dt_c = 0.04;
static void rhs(const ACC<double>& u, const ACC<double>& q, ACC<double>& f) { f(0) = 2.0 * (u(1) - 2 * u(0) + u(-1)) - 0.5 * u(0) * (u(1) - u(-1)) + q(0) * (1 - u(0)); }
static void ab(ACC<double>& u, const ACC<double>& f0, const ACC<double>& f1, const ACC<double>& f2, const double* w) { u(0) += dt_c * (w[0] * f0(0) + w[1] * f1(0) + w[2] * f2(0)); }
static void ends(ACC<double>& u, const int* side) { u(0) = *side < 0 ? u(1) : 0.25 * u(-1); }
static void change(const ACC<double>& f, double* most) { *most = fmax(*most, fabs(f(0))); }
static void top(const ACC<double>& u, double* hi, double* lo) { *hi = MAX(*hi, u(0) * u(0)); *lo = MIN(*lo, u(0)); }
static void misfit(const ACC<double>& u, const double* target, double* s) { const double d = u(0) - target[0]; *s += d * d; }
static void descend(ACC<double>& q, const ACC<double>& g, const double* rate) { q(0) -= *rate * g(0); }
template <int history>
class Integrator {
 public:
  std::array<ops_dat, history> f;
  ops_dat u, q;
  int steps = 0;
  Integrator(ops_block b, int* size) : block(b) {
    int base[] = {0}, dm[] = {-1}, dp[] = {1}, o[] = {0}, three[] = {-1, 0, 1}, l[] = {0, -1}, r[] = {0, 1};
    auto make = [&](const char* name) { return ops_decl_dat(b, 1, size, base, dm, dp, (double*)nullptr, "double", name); };
    u = make("u"), q = make("q");
    for (auto& d : f) d = make("f");
    S0 = ops_decl_stencil(1, 1, o, "0"), S3 = ops_decl_stencil(1, 3, three, "3"), SL = ops_decl_stencil(1, 2, l, "l"), SR = ops_decl_stencil(1, 2, r, "r");
    worst = ops_decl_reduction_handle(8, "double", "worst"), hi = ops_decl_reduction_handle(8, "double", "hi"), lo = ops_decl_reduction_handle(8, "double", "lo"), fit = ops_decl_reduction_handle(8, "double", "fit");
  }
  double objective(double target, bool seeded) {
    int all[] = {0, N}, west[] = {-1, 0}, east[] = {N, N + 1}, minus = -1, plus = 1;
    const double start[3][3] = {{1, 0, 0}, {1.5, -0.5, 0}, {23.0 / 12, -16.0 / 12, 5.0 / 12}};
    double size = 1e300, total = 0; steps = 0;
    while (size > 0.35 && steps < 60) {
      ops_par_loop(ends, "west", block, 1, west, ops_arg_dat(u, 1, SR, "double", OPS_RW), ops_arg_gbl(&minus, 1, "int", OPS_READ));
      ops_par_loop(ends, "east", block, 1, east, ops_arg_dat(u, 1, SL, "double", OPS_RW), ops_arg_gbl(&plus, 1, "int", OPS_READ));
      std::rotate(f.rbegin(), f.rbegin() + 1, f.rend());
      ops_par_loop(rhs, "rhs", block, 1, all, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(q, 1, S0, "double", OPS_READ), ops_arg_dat(f.front(), 1, S0, "double", OPS_WRITE));
      ops_par_loop(ab, "ab", block, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_RW), ops_arg_dat(f[0], 1, S0, "double", OPS_READ), ops_arg_dat(f[1], 1, S0, "double", OPS_READ), ops_arg_dat(f[2], 1, S0, "double", OPS_READ), ops_arg_gbl(start[std::min(steps, 2)], 3, "double", OPS_READ));
      ops_par_loop(change, "change", block, 1, all, ops_arg_dat(f[0], 1, S0, "double", OPS_READ), ops_arg_reduce(worst, 1, "double", OPS_MAX));
      ops_reduction_result(worst, &size);
      if (++steps % 7 == 0) {
        double h, l; const double wh = 0.5, wl = -0.25;
        ops_par_loop(top, "top", block, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_READ), ops_arg_reduce(hi, 1, "double", OPS_MAX), ops_arg_reduce(lo, 1, "double", OPS_MIN));
        if (seeded) hi->get_result(&h, &wh), lo->get_result(&l, &wl); else hi->get_result(&h), lo->get_result(&l);
        total += wh * h + wl * l;
      }
    }
    double s; const double one = 1;
    ops_par_loop(misfit, "misfit", block, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_READ), ops_arg_gbl(&target, 1, "double", OPS_READ), ops_arg_reduce(fit, 1, "double", OPS_INC));
    if (seeded) fit->get_result(&s, &one); else fit->get_result(&s);
    return total + s;
  }
  ops_block block; ops_stencil S0, S3, SL, SR; ops_reduction worst, hi, lo, fit;
};
static double plain(const std::vector<double>& u0, const std::vector<double>& q, double target, int* steps) {
  std::vector<double> u(N + 2); std::vector<std::vector<double>> f;
  for (int i = 0; i < N; ++i) u[i + 1] = u0[i];
  double size = 1e300, total = 0; int k = 0;
  while (size > 0.35 && k < 60) {
    u[0] = u[1], u[N + 1] = 0.25 * u[N]; size = 0;
    std::vector<double> g(N);
    for (int i = 0; i < N; ++i) g[i] = 2 * (u[i + 2] - 2 * u[i + 1] + u[i]) - 0.5 * u[i + 1] * (u[i + 2] - u[i]) + q[i] * (1 - u[i + 1]), size = std::max(size, std::fabs(g[i]));
    f.push_back(g);
    for (int i = 0; i < N; ++i) u[i + 1] += dt_c * (k == 0 ? f[k][i] : k == 1 ? 1.5 * f[k][i] - 0.5 * f[k - 1][i] : (23 * f[k][i] - 16 * f[k - 1][i] + 5 * f[k - 2][i]) / 12);
    if (++k % 7 == 0) { double h = 0, l = 1e300; for (int i = 1; i <= N; ++i) h = std::max(h, u[i] * u[i]), l = std::min(l, u[i]); total += 0.5 * h - 0.25 * l; }
  }
  for (int i = 1; i <= N; ++i) total += (u[i] - target) * (u[i] - target);
  *steps = k; return total;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("dt_c", 1, "double", &dt_c);
  int size[] = {N}, all[] = {0, N};
  Integrator<3> run(ops_decl_block(1, "rod"), size);
  ops_partition("");
  std::vector<double> u(N), q(N), g(N), gu(N);
  for (int i = 0; i < N; ++i) u[i] = std::sin(0.4 * i) + 0.02 * i, q[i] = 0.5 + 0.3 * std::cos(i);
  ops_dat_set_data(run.q, q);
  double worst = 0, e = 0, objective[4]; int k, steps[4];
  for (int turn = 0; turn < 4; ++turn) {
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_dat_set_data(run.u, u);
    objective[turn] = run.objective(0.8, true); steps[turn] = run.steps;
    e = std::fmax(e, std::fabs(objective[turn] - plain(u, q, 0.8, &k)) + std::abs(k - run.steps));
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    g = ops_dat_fetch_derivative<double>(run.q); gu = ops_dat_fetch_derivative<double>(run.u);
    auto slope = [&](double& x) { const double keep = x, h = 1e-6; x = keep + h; const double p = plain(u, q, 0.8, &k); x = keep - h; const double m = plain(u, q, 0.8, &k); x = keep; return (p - m) / (2 * h); };
    for (int i = 0; i < N; ++i) worst = std::fmax(worst, std::fmax(std::fabs(slope(q[i]) - g[i]), std::fabs(slope(u[i]) - gu[i])));
    double rate = 0.15;
    ops_par_loop_passive(descend, "descend", run.block, 1, all, ops_arg_dat(run.q, 1, run.S0, "double", OPS_RW), ops_arg_dat(ops_get_derivative_as_ops_dat(run.q), 1, run.S0, "double", OPS_READ), ops_arg_gbl(&rate, 1, "double", OPS_READ));
    for (int i = 0; i < N; ++i) q[i] -= rate * g[i];
  }
  const bool good = e < 1e-11 && worst < 1e-6 && objective[3] < objective[0];
  ops_exit();
  std::printf("objective %.10g %.10g %.10g %.10g steps %d %d, values %.2e gradient %.2e\n%s\n", objective[0], objective[1], objective[2], objective[3], steps[0], steps[3], e, worst, good ? "passed" : "failed");
  return !good;
}

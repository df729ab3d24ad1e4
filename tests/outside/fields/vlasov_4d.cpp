// tests/outside/fields/vlasov_4d.cpp: Vlasov 2D2V on a 4D block: density by INC onto {nx,ny,1,1}, potential by alternating tridiagonal sweeps on these datasets (4D ranges), fields, update_const
// in the time loop, MIN onto a lower dataset in a passive loop, ops_dat_copy / ops_free_dat between runs, integer reduction that steers the program
#define OPS_4D
#include "ops.hpp"
#include "check.h"
enum { NX = 8, NY = 6, NV = 6 };
double drive = 0.0, dv = 0.6, dx = 0.5;
typedef ACC<double> A;
void density(const A& f, A& rho) { rho(0, 0, 0, 0) += f(0, 0, 0, 0) * dv * dv; }
void lowest(const A& f, A& low) { low(0, 0, 0, 0) = fmin(low(0, 0, 0, 0), f(0, 0, 0, 0)); }
void advx(const A& f, A& g, const int* idx, const double* dt) {
  const double v = (idx[2] - 0.5 * (NV - 1)) * dv, w = (idx[3] - 0.5 * (NV - 1)) * dv;
  double r = f(0, 0, 0, 0);
  r -= *dt / dx * (v > 0 ? v * (f(0, 0, 0, 0) - f(-1, 0, 0, 0)) : v * (f(1, 0, 0, 0) - f(0, 0, 0, 0)));
  r -= *dt / dx * (w > 0 ? w * (f(0, 0, 0, 0) - f(0, -1, 0, 0)) : w * (f(0, 1, 0, 0) - f(0, 0, 0, 0)));
  g(0, 0, 0, 0) = r;
}
void advv(const A& g, const A& phi, A& f, const double* dt) {
  const double ex = -(phi(1, 0, 0, 0) - phi(-1, 0, 0, 0)) / (2 * dx) + drive, ey = -(phi(0, 1, 0, 0) - phi(0, -1, 0, 0)) / (2 * dx);
  f(0, 0, 0, 0) = g(0, 0, 0, 0) - *dt / dv * (MAX(ex, 0.0) * (g(0, 0, 0, 0) - g(0, 0, -1, 0)) + MIN(ex, 0.0) * (g(0, 0, 1, 0) - g(0, 0, 0, 0)) +
                  MAX(ey, 0.0) * (g(0, 0, 0, 0) - g(0, 0, 0, -1)) + MIN(ey, 0.0) * (g(0, 0, 0, 1) - g(0, 0, 0, 0)));
}
void system_x(const A& rho, const A& phi, A& a, A& b, A& c, A& d, const double* mass) {
  a(0, 0, 0, 0) = c(0, 0, 0, 0) = -1 / (dx * dx);
  b(0, 0, 0, 0) = 2 / (dx * dx) + *mass + 0.1 * rho(0, 0, 0, 0) * rho(0, 0, 0, 0);
  d(0, 0, 0, 0) = rho(0, 0, 0, 0) - 1 + 0.2 * phi(0, 0, 0, 0);
}
void count(const A& low, int* n, const double* level) { if (low(0, 0, 0, 0) < *level) *n += 1; }
void moment(const A& f, const int* idx, double* s) { s[0] += f(0, 0, 0, 0) * f(0, 0, 0, 0) * (1 + 0.1 * idx[0] - 0.05 * idx[3]); }
void field(const A& phi, double* s) { s[0] += phi(0, 0, 0, 0) * phi(0, 0, 0, 0); }
static ops_block ph;
static ops_dat f0, f, g, rho, phi, low, a, b, c, d;
static ops_stencil pt, xx, vv, lo, lox;
static ops_reduction J, n_low;
static ops_scalar mass, dt;
static ops_halo_group per;
static int lows;
#define R(q, s) ops_arg_dat(q, 1, s, "double", OPS_READ)
#define W(q, s, acc) ops_arg_dat(q, 1, s, "double", acc)
double run(bool want) {
  int all[] = {0, NX, 0, NY, 0, NV, 0, NV}, xy[] = {0, NX, 0, NY, 0, 1, 0, 1}, none[] = {3, 3, 0, NY, 0, 1, 0, 1};
  ops_dat_deep_copy(f, f0);
  lows = 0;
  for (int n = 0; n < 5; ++n) {
    ops_ad_step();
    drive = 0.1 * n;
    ops_update_const("drive", 1, "double", &drive);
    ops_halo_transfer(per);
    ops_par_loop(advx, "advx", ph, 4, all, R(f, xx), W(g, pt, OPS_WRITE), ops_arg_idx(), ops_arg_scalar(dt, 1, "double", OPS_READ));
    ops_par_loop(density, "density", ph, 4, all, R(g, pt), W(rho, lo, OPS_INC));
    ops_par_loop_passive(lowest, "lowest", ph, 4, all, R(g, pt), W(low, lo, OPS_MIN));
    const double level = 0.02;
    ops_par_loop_passive(count, "count", ph, 4, xy, R(low, lo), ops_arg_reduce(n_low, 1, "int", OPS_INC), ops_arg_gbl(&level, 1, "double", OPS_READ));
    int k; ops_reduction_result(n_low, &k);
    lows += k;
    for (int it = 0; it < (k > 20 ? 2 : 1); ++it) {
      ops_par_loop(system_x, "system", ph, 4, xy, R(rho, lo), R(phi, lo), W(a, lo, OPS_WRITE), W(b, lo, OPS_WRITE), W(c, lo, OPS_WRITE), W(d, lo, OPS_WRITE), ops_arg_scalar(mass, 1, "double", OPS_READ));
      ops_par_loop(system_x, "nothing", ph, 4, none, R(rho, lo), R(phi, lo), W(a, lo, OPS_WRITE), W(b, lo, OPS_WRITE), W(c, lo, OPS_WRITE), W(d, lo, OPS_WRITE), ops_arg_scalar(mass, 1, "double", OPS_READ));
      ops_tridMultiDimBatch_Inc(4, (n + it) % 2, xy, a, b, c, d, phi, nullptr);
    }
    ops_par_loop(advv, "advv", ph, 4, all, R(g, vv), R(phi, lox), W(f, pt, OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ));
  }
  ops_par_loop(moment, "moment", ph, 4, all, R(f, pt), ops_arg_idx(), ops_arg_reduce(J, 1, "double", OPS_INC));
  double v, one = 1.5, w, three = 3;
  if (want) J->get_result(&v, &one); else J->get_result(&v);
  ops_par_loop(field, "field", ph, 4, xy, R(phi, lo), ops_arg_reduce(J, 1, "double", OPS_INC));
  if (want) J->get_result(&w, &three); else J->get_result(&w);
  return 1.5 * v + 3 * w;
}
int app() {
  ph = ops_decl_block(4, "phase");
  int s4[] = {NX, NY, NV, NV}, s2[] = {NX, NY, 1, 1}, base[] = {0, 0, 0, 0}, m[] = {-1, -1, -1, -1}, p[] = {1, 1, 1, 1}, m2[] = {-1, -1, 0, 0}, p2[] = {1, 1, 0, 0};
  double* z = nullptr;
#define D4(n) n = ops_decl_dat(ph, 1, s4, base, m, p, z, "double", #n)
#define D2(n) n = ops_decl_dat(ph, 1, s2, base, m2, p2, z, "double", #n)
  D4(f0); D4(f); D4(g); D2(rho); D2(phi); D2(low); D2(a); D2(b); D2(c); D2(d);
  int o[9 * 4] = {0}, ox[5 * 4] = {0}, ov[5 * 4] = {0}, st[] = {1, 1, 0, 0};
  for (int k = 0; k < 4; ++k) { int* q = k < 2 ? ox : ov; int at = 1 + 2 * (k % 2); q[4 * at + k] = 1; q[4 * (at + 1) + k] = -1; }
  pt = ops_decl_stencil(4, 1, o, "pt"); xx = ops_decl_stencil(4, 5, ox, "xx"); vv = ops_decl_stencil(4, 5, ov, "vv"); lo = ops_decl_strided_stencil(4, 1, o, st, "lo"); lox = ops_decl_strided_stencil(4, 5, ox, st, "lox");
  J = ops_decl_reduction_handle(8, "double", "J"); n_low = ops_decl_reduction_handle(4, "int", "n_low");
  double one = 0.9, step = 0.1;
  mass = ops_decl_scalar("mass", &one, 1); dt = ops_decl_scalar("dt", &step, 1);
  ops_halo h[4]; int dir[] = {1, 2, 3, 4}, nx[] = {1, NY, NV, NV}, ny[] = {NX, 1, NV, NV};
  int fr[4][4] = {{NX - 1, 0, 0, 0}, {0, 0, 0, 0}, {0, NY - 1, 0, 0}, {0, 0, 0, 0}}, to[4][4] = {{-1, 0, 0, 0}, {NX, 0, 0, 0}, {0, -1, 0, 0}, {0, NY, 0, 0}};
  for (int k = 0; k < 4; ++k) h[k] = ops_decl_halo(f, f, k < 2 ? nx : ny, fr[k], to[k], dir, dir);
  per = ops_decl_halo_group(4, h);
  ops_decl_const("drive", 1, "double", &drive); ops_decl_const("dv", 1, "double", &dv); ops_decl_const("dx", 1, "double", &dx);
  ops_partition("");
  const int n4 = NX * NY * NV * NV, n2 = NX * NY;
  std::vector<double> F(n4), P(n2);
  for (int i = 0; i < n4; ++i) { int x = i % NX, y = i / NX % NY, v = i / n2 % NV, w = i / n2 / NV; double cv = v - 2.5, cw = w - 2.5; F[i] = 0.16 * std::exp(-0.2 * (cv * cv + cw * cw)) * (1 + 0.3 * std::sin(0.8 * x + 0.2 * v) * std::cos(1.05 * y)); }
  for (int i = 0; i < n2; ++i) P[i] = 0.1 * std::sin(1.3 * i);
  ops_dat_set_data(f0, F); ops_dat_set_data(phi, P);
  const double v = run(true);
  ops_interpret_adjoints();
  auto gf = ops_dat_fetch_derivative<double>(f0), gp = ops_dat_fetch_derivative<double>(phi), gm = ops_scalar_fetch_derivative<double>(mass), gt = ops_scalar_fetch_derivative<double>(dt);
  ops_printf("lows %d\n", lows);
  bits("value", {v}); bits("gf", gf); bits("gp", gp); bits("gs", {gm[0], gt[0]}); bits("f", ops_dat_fetch_data<double>(f)); bits("phi", ops_dat_fetch_data<double>(phi));
  ops_ad_reset();
  auto fresh = [&] { ops_dat_set_data(f0, F); ops_dat_set_data(phi, P); };
  auto again = [&] { ops_dat copy = ops_dat_copy(f); ops_free_dat(copy); double r = run(false); ops_ad_reset(); return r; };
  differences("f0", F, gf, {0, 7, 100, 777, 1000, n4 - 1}, 1e-5, [&](const auto& x) { fresh(); ops_dat_set_data(f0, x); }, again, 1e-6);
  differences("phi", P, gp, {0, 7, 20, n2 - 1}, 1e-5, [&](const auto& x) { fresh(); ops_dat_set_data(phi, x); }, again, 1e-6);
  // each run starts from phi as given
  differences("mass", {0.9}, gm, {0}, 1e-5, [&](const auto& x) { fresh(); ops_scalar_set_data(mass, x); }, [&] { fresh(); return again(); }, 1e-6);
  differences("dt", {0.1}, gt, {0}, 1e-5, [&](const auto& x) { fresh(); ops_scalar_set_data(dt, x); }, [&] { fresh(); return again(); }, 1e-6);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  return g_wrong != 0;
}
int main(int argc, char** argv) { return ops_main(argc, argv, app); }

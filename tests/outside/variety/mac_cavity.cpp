// Lid-driven cavity on a staggered grid, older kernels with OPS_ACC macros, datasets of different sizes and halo depths on one block;
// compared with plain arrays, and the derivative of the kinetic energy by the lid's speed with differences.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define OPS_2D
#define OPS_API 1
#include "ops_seq.h"

double h, nu, omega;
#include "mac_kernels.h"

enum { NX = 18, NY = 13 };

typedef struct {
  ops_dat u, v, us, vs, p, rhs, centre, lid;
} fields_t;

static ops_block cavity;
static fields_t F;
static ops_stencil S0, S5, SU, SV, SLINE, SE, SN, SPU, SPV, SUP, SDOWN, SRIGHT, SLEFT;
static ops_reduction R_lo, R_hi, R_sum, R_count, R_speed;

struct result { double lo[2], hi[2], sum[3]; int count[2]; double dt_total; };

#define RD(d, n, s) ops_arg_dat(F.d, n, s, "double", OPS_READ)
#define WR(d, n) ops_arg_dat(F.d, n, S0, "double", OPS_WRITE)
#define RW(d, s) ops_arg_dat(F.d, 1, s, "double", OPS_RW)

static void pressure(int sweeps) {
  int left[] = {-1, 0, 0, NY}, right[] = {NX, NX + 1, 0, NY}, low[] = {0, NX, -1, 0}, high[] = {0, NX, NY, NY + 1};
  int all[] = {0, NX, 0, NY};
  for (int s = 0; s < sweeps; s++)
    for (int colour = 0; colour < 2; colour++) {
      int dir[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
      ops_par_loop(mac_p_wall, "p_wall", cavity, 2, left, RW(p, S5), ops_arg_gbl(dir[0], 2, "int", OPS_READ));
      ops_par_loop(mac_p_wall, "p_wall", cavity, 2, right, RW(p, S5), ops_arg_gbl(dir[1], 2, "int", OPS_READ));
      ops_par_loop(mac_p_wall, "p_wall", cavity, 2, low, RW(p, S5), ops_arg_gbl(dir[2], 2, "int", OPS_READ));
      ops_par_loop(mac_p_wall, "p_wall", cavity, 2, high, RW(p, S5), ops_arg_gbl(dir[3], 2, "int", OPS_READ));
      ops_par_loop(mac_colour, "colour", cavity, 2, all, RD(rhs, 1, S0), RW(p, S5), ops_arg_gbl(&colour, 1, "int", OPS_READ), ops_arg_idx());
    }
}

static struct result run(int steps, int sweeps) {
  int ulow[] = {0, NX + 1, -1, 0}, uhigh[] = {0, NX + 1, NY, NY + 1}, vleft[] = {-1, 0, 0, NY + 1}, vright[] = {NX, NX + 1, 0, NY + 1};
  int uin[] = {1, NX, 0, NY}, vin[] = {0, NX, 1, NY}, all[] = {0, NX, 0, NY}, uall[] = {0, NX + 1, 0, NY}, vall[] = {0, NX, 0, NY + 1};
  struct result r = {};
  for (int n = 0; n < steps; n++) {
    ops_par_loop(mac_lid, "lid", cavity, 2, uhigh, RD(lid, 1, SLINE), RW(u, SDOWN));
    ops_par_loop(mac_noslip_y0, "noslip y0", cavity, 2, ulow, RW(u, SUP));
    ops_par_loop(mac_noslip_x0, "noslip x0", cavity, 2, vleft, RW(v, SRIGHT));
    ops_par_loop(mac_noslip_x1, "noslip x1", cavity, 2, vright, RW(v, SLEFT));
    double dt = n % 2 ? 0.004 : 0.003, most;
    ops_par_loop(mac_speed, "speed", cavity, 2, uall, RD(u, 1, S0), ops_arg_reduce(R_speed, 1, "double", OPS_MAX));
    ops_par_loop(mac_speed, "speed", cavity, 2, vall, RD(v, 1, S0), ops_arg_reduce(R_speed, 1, "double", OPS_MAX));
    ops_reduction_result(R_speed, &most);
    if (most > 1e3) dt *= 0.5;
    r.dt_total += dt;
    ops_par_loop(mac_advect_u, "advect u", cavity, 2, uin, RD(u, 1, S5), RD(v, 1, SV), ops_arg_gbl(&dt, 1, "double", OPS_READ), WR(us, 1));
    ops_par_loop(mac_advect_v, "advect v", cavity, 2, vin, RD(v, 1, S5), RD(u, 1, SU), ops_arg_gbl(&dt, 1, "double", OPS_READ), WR(vs, 1));
    ops_par_loop(mac_divergence, "divergence", cavity, 2, all, RD(us, 1, SE), RD(vs, 1, SN), ops_arg_gbl(&dt, 1, "double", OPS_READ), WR(rhs, 1));
    pressure(sweeps);
    ops_par_loop(mac_project_u, "project u", cavity, 2, uin, RD(us, 1, S0), RD(p, 1, SPU), ops_arg_gbl(&dt, 1, "double", OPS_READ), WR(u, 1));
    ops_par_loop(mac_project_v, "project v", cavity, 2, vin, RD(vs, 1, S0), RD(p, 1, SPV), ops_arg_gbl(&dt, 1, "double", OPS_READ), WR(v, 1));
  }
  ops_par_loop(mac_centre, "centre", cavity, 2, all, RD(u, 1, SE), RD(v, 1, SN), WR(centre, 2));
  ops_par_loop(mac_stats, "stats", cavity, 2, all, RD(centre, 2, S0), RD(rhs, 1, S0), ops_arg_reduce(R_lo, 2, "double", OPS_MIN),
               ops_arg_reduce(R_hi, 2, "double", OPS_MAX), ops_arg_reduce(R_sum, 3, "double", OPS_INC), ops_arg_reduce(R_count, 2, "int", OPS_INC));
  double seed[3] = {0.5, 0.5, 0.0};
  R_sum->get_result(r.sum, seed);
  ops_reduction_result(R_lo, r.lo);
  ops_reduction_result(R_hi, r.hi);
  ops_reduction_result(R_count, r.count);
  return r;
}

// The same with plain arrays (one cell of room on every side).
struct plain2 {
  std::vector<double> a;
  double &operator()(int i, int j) { return a[(j + 1) * (NX + 3) + i + 1]; }
  plain2() : a((NX + 3) * (NY + 3), 0.0) {}
};
static struct result plain(int steps, int sweeps, const double *lid) {
  plain2 u, v, us, vs, p, rhs;
  struct result r = {};
  for (int n = 0; n < steps; n++) {
    for (int i = 0; i <= NX; i++) u(i, NY) = 2.0 * lid[i] - u(i, NY - 1), u(i, -1) = -u(i, 0);
    for (int j = 0; j <= NY; j++) v(-1, j) = -v(0, j), v(NX, j) = -v(NX - 1, j);
    double dt = n % 2 ? 0.004 : 0.003;
    for (int j = 0; j < NY; j++)
      for (int i = 1; i < NX; i++) {
        double c = u(i, j), vm = 0.25 * (v(i, j) + v(i - 1, j) + v(i, j + 1) + v(i - 1, j + 1));
        us(i, j) = c + dt * (-c * (u(i + 1, j) - u(i - 1, j)) / (2 * h) - vm * (u(i, j + 1) - u(i, j - 1)) / (2 * h) +
                             nu * (u(i + 1, j) + u(i - 1, j) + u(i, j + 1) + u(i, j - 1) - 4 * c) / (h * h));
      }
    for (int j = 1; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        double c = v(i, j), um = 0.25 * (u(i, j) + u(i + 1, j) + u(i, j - 1) + u(i + 1, j - 1));
        vs(i, j) = c + dt * (-um * (v(i + 1, j) - v(i - 1, j)) / (2 * h) - c * (v(i, j + 1) - v(i, j - 1)) / (2 * h) +
                             nu * (v(i + 1, j) + v(i - 1, j) + v(i, j + 1) + v(i, j - 1) - 4 * c) / (h * h));
      }
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) rhs(i, j) = (us(i + 1, j) - us(i, j) + vs(i, j + 1) - vs(i, j)) / (h * dt);
    for (int s = 0; s < 2 * sweeps; s++) {
      for (int j = 0; j < NY; j++) p(-1, j) = p(0, j), p(NX, j) = p(NX - 1, j);
      for (int i = 0; i < NX; i++) p(i, -1) = p(i, 0), p(i, NY) = p(i, NY - 1);
      for (int j = 0; j < NY; j++)
        for (int i = (s + j) % 2; i < NX; i += 2) {
          double gs = 0.25 * (p(i + 1, j) + p(i - 1, j) + p(i, j + 1) + p(i, j - 1) - h * h * rhs(i, j));
          p(i, j) += omega * (gs - p(i, j));
        }
    }
    for (int j = 0; j < NY; j++)
      for (int i = 1; i < NX; i++) u(i, j) = us(i, j) - dt * (p(i, j) - p(i - 1, j)) / h;
    for (int j = 1; j < NY; j++)
      for (int i = 0; i < NX; i++) v(i, j) = vs(i, j) - dt * (p(i, j) - p(i, j - 1)) / h;
  }
  for (int d = 0; d < 2; d++) r.lo[d] = 1e30, r.hi[d] = -1e30;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      double c[2] = {0.5 * (u(i, j) + u(i + 1, j)), 0.5 * (v(i, j) + v(i, j + 1))};
      for (int d = 0; d < 2; d++) r.lo[d] = fmin(r.lo[d], c[d]), r.hi[d] = fmax(r.hi[d], c[d]), r.sum[d] += c[d] * c[d];
      r.sum[2] += fabs(rhs(i, j));
      r.count[c[0] < 0 ? 0 : 1]++;
    }
  return r;
}

static ops_dat field(const char *name, int nx, int ny, int m, int p, int dim) {
  int size[2] = {nx, ny}, base[2] = {0, 0}, dm[2] = {-m, -1}, dp[2] = {p, 2};
  double *temp = NULL;
  return ops_decl_dat(cavity, dim, size, base, dm, dp, temp, "double", name);
}

int main(int argc, const char **argv) {
  ops_init(argc, argv, 2);
  h = 1.0 / NX, nu = 0.02, omega = 1.6;
  ops_decl_const("h", 1, "double", &h);
  ops_decl_const("nu", 1, "double", &nu);
  ops_decl_const("omega", 1, "double", &omega);
  cavity = ops_decl_block(2, "cavity");
  F.u = field("u", NX + 1, NY, 1, 1, 1), F.us = field("us", NX + 1, NY, 2, 1, 1);
  F.v = field("v", NX, NY + 1, 1, 3, 1), F.vs = field("vs", NX, NY + 1, 1, 1, 1);
  F.p = field("p", NX, NY, 1, 1, 1), F.rhs = field("rhs", NX, NY, 0, 0, 1), F.centre = field("centre", NX, NY, 0, 1, 2);
  double lid[NX + 1];
  for (int i = 0; i <= NX; i++) lid[i] = 16.0 * (i * h) * (i * h) * (1 - i * h) * (1 - i * h);
  int lsize[2] = {NX + 1, 1}, base[2] = {0, 0}, no[2] = {0, 0};
  F.lid = ops_decl_dat(cavity, 1, lsize, base, no, no, lid, "double", "lid");
  int s0[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, su[] = {0, 0, 1, 0, 0, -1, 1, -1}, sv[] = {0, 0, -1, 0, 0, 1, -1, 1}, along[] = {1, 0};
  int se[] = {1, 0, 0, 0}, sn[] = {0, 1, 0, 0}, spu[] = {-1, 0, 0, 0}, spv[] = {0, -1, 0, 0};
  S0 = ops_decl_stencil(2, 1, s0, "0"), S5 = ops_decl_stencil(2, 5, s5, "5"), SU = ops_decl_stencil(2, 4, su, "u at v"), SV = ops_decl_stencil(2, 4, sv, "v at u");
  SE = ops_decl_stencil(2, 2, se, "e"), SN = ops_decl_stencil(2, 2, sn, "n"), SPU = ops_decl_stencil(2, 2, spu, "w"), SPV = ops_decl_stencil(2, 2, spv, "s");
  SUP = SN, SDOWN = SPV, SRIGHT = SE, SLEFT = SPU;
  SLINE = ops_decl_strided_stencil(2, 1, s0, along, "line");
  R_lo = ops_decl_reduction_handle(2 * sizeof(double), "double", "lo"), R_hi = ops_decl_reduction_handle(2 * sizeof(double), "double", "hi");
  R_sum = ops_decl_reduction_handle(3 * sizeof(double), "double", "sum"), R_count = ops_decl_reduction_handle(2 * sizeof(int), "int", "count");
  R_speed = ops_decl_reduction_handle(sizeof(double), "double", "speed");
  ops_partition("");
  ops_diagnostic_output();

  const int steps = 6, sweeps = 9;
  struct result a = run(steps, sweeps), b = plain(steps, sweeps, lid);
  int bad = 0;
#define SAME(x) if (!(fabs(a.x - b.x) <= 1e-11 * (1 + fabs(b.x)))) bad++, ops_printf("%s: %.17g, plain %.17g\n", #x, (double)a.x, (double)b.x)
  for (int d = 0; d < 2; d++) { SAME(lo[d]); SAME(hi[d]); SAME(sum[d]); SAME(count[d]); }
  SAME(sum[2]);
  ops_printf("energy %a %a, range %a..%a\n", a.sum[0], a.sum[1], a.lo[0], a.hi[0]);

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g = ops_dat_fetch_derivative<double>(F.lid);
  double sum = 0;
  for (int i = 0; i <= NX; i++) {
    double keep = lid[i], step = 1e-5;
    lid[i] = keep + step;
    struct result up = plain(steps, sweeps, lid);
    lid[i] = keep - step;
    struct result down = plain(steps, sweeps, lid);
    lid[i] = keep;
    double fd = 0.5 * (up.sum[0] + up.sum[1] - down.sum[0] - down.sum[1]) / (2 * step);
    if (fabs(fd - g[i]) > 1e-7 * (1 + fabs(fd))) bad++, ops_printf("gradient %d: %.12g, difference %.12g\n", i, g[i], fd);
    sum += g[i] * (i + 1);
  }
  ops_printf("gradient checksum %a\n", sum);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad > 0;
}

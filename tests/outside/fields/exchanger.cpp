// tests/outside/fields/exchanger.cpp: multi-block heat exchanger: three blocks in a ring, rotated, flipped and shifted halos, two-component data (temperature, concentration) plus conduction,
// sums over blocks into one handle, MIN over blocks for dt, optional source, C form, struct per block, arrays of handles
#include <cstdio>
#include <cstdlib>
#define OPS_2D
#include "ops_seq_v2.h"
double kappa[3] = {0.8, 1.3, 0.5}, hstep = 0.1;
#include "ops.hpp"
#include "check.h"
#define BLOCKS 3
#define REACTION(t, c) ((c) * exp(-2.0 / (1.0 + (t) * (t))))
void conduct(const ACC<double>& t, const ACC<double>& mask, ACC<double>& out, const double* dt, const int* which, const ACC<double>& src, const int* on) {
  const double k = kappa[*which];
  for (int c = 0; c < 2; ++c) {
    const double kk = c == 0 ? k * (1 + 0.2 * t(0, 0, 0) * t(0, 0, 0)) : 0.3 * k;
    out(c, 0, 0) = t(c, 0, 0) + *dt / (hstep * hstep) * kk * mask(0, 0) * (t(c, 1, 0) + t(c, -1, 0) + t(c, 0, 1) + t(c, 0, -1) - 4 * t(c, 0, 0));
  }
  const double r = REACTION(t(0, 0, 0), t(1, 0, 0));
  out(0, 0, 0) += *dt * r;
  out(1, 0, 0) -= *dt * r;
  if (*on) out(0, 0, 0) += *dt * src(0, 0);
}
void stable(const ACC<double>& t, double* least, const int* which) {
  *least = MIN(*least, hstep * hstep / (4.2 * kappa[*which] * (1 + 0.2 * t(0, 0, 0) * t(0, 0, 0))));
}
void heat_in(const ACC<double>& t, double* s, const double* w, const int* idx) { *s += *w * t(0, 0, 0) * t(0, 0, 0) * (idx[0] + 0.5 * idx[1]) + t(1, 0, 0); }
template <int DI, int DJ> void adiabatic(ACC<double>& t) { t(0, 0, 0) = t(0, DI, DJ); t(1, 0, 0) = t(1, DI, DJ); }
struct Block { ops_block b; ops_dat t0, t, n, mask, src; int nx, ny; };
static Block B[BLOCKS];
static ops_stencil pt, star, side[4];
static ops_reduction least, sum;
static ops_scalar dt;
static ops_halo_group joint[2];
static void joints(int which) {
  // block 0 (8x6): its right column (x=8) <-> bottom row of block 1 (6x10, turned by a quarter), flipped along: y of 0 = -x of 1.
  // block 1's right column <-> block 2's left column (5x10), flipped in y. block 2's top row (5) <-> 5 cells of block 0's bottom row, reversed.
  auto d = [&](int k) { return which ? B[k].n : B[k].t; };
  ops_halo h[6];
  int n0[] = {1, 6}, e0[] = {7, 0}, g0[] = {8, 0}, e1[] = {0, 0}, g1[] = {0, -1};
  int dir0[] = {1, 2}, dir1[] = {-2, 1};
  int e1b[] = {0, 0};
  (void)e1b;
  h[0] = ops_decl_halo(d(0), d(1), n0, e0, g1, dir0, dir1);
  h[1] = ops_decl_halo(d(1), d(0), n0, e1, g0, dir1, dir0);
  int n1[] = {1, 10}, f1[] = {5, 0}, t2[] = {-1, 0}, f2[] = {0, 0}, t1[] = {6, 0}, up[] = {1, 2}, down[] = {1, -2};
  h[2] = ops_decl_halo(d(1), d(2), n1, f1, t2, up, down);
  h[3] = ops_decl_halo(d(2), d(1), n1, f2, t1, down, up);
  int n2[] = {5, 1}, f2b[] = {0, 9}, t0[] = {2, -1}, f0[] = {2, 0}, t2b[] = {0, 10}, rev[] = {-1, 2};
  h[4] = ops_decl_halo(d(2), d(0), n2, f2b, t0, up, rev);
  h[5] = ops_decl_halo(d(0), d(2), n2, f0, t2b, rev, up);
  joint[which] = ops_decl_halo_group(6, h);
}
static void walls(Block& b) {
  int l[] = {-1, 0, 0, b.ny}, r[] = {b.nx, b.nx + 1, 0, b.ny}, d[] = {0, b.nx, -1, 0}, u[] = {0, b.nx, b.ny, b.ny + 1};
  ops_par_loop(adiabatic<1, 0>, "wall l", b.b, 2, l, ops_arg_dat(b.t, 2, side[0], "double", OPS_RW));
  ops_par_loop(adiabatic<-1, 0>, "wall r", b.b, 2, r, ops_arg_dat(b.t, 2, side[1], "double", OPS_RW));
  ops_par_loop(adiabatic<0, 1>, "wall d", b.b, 2, d, ops_arg_dat(b.t, 2, side[2], "double", OPS_RW));
  ops_par_loop(adiabatic<0, -1>, "wall u", b.b, 2, u, ops_arg_dat(b.t, 2, side[3], "double", OPS_RW));
}
static double run(bool seed) {
  for (auto& b : B) ops_dat_deep_copy(b.t, b.t0);
  for (int n = 0; n < 7; ++n) {
    ops_ad_step();
    for (auto& b : B) walls(b);
    ops_halo_transfer(joint[0]);
    for (int k = 0; k < BLOCKS; ++k) {
      int all[] = {0, B[k].nx, 0, B[k].ny};
      ops_par_loop(stable, "stable", B[k].b, 2, all, ops_arg_dat(B[k].t, 2, pt, "double", OPS_READ), ops_arg_reduce(least, 1, "double", OPS_MIN), ops_arg_gbl(&k, 1, "int", OPS_READ));
    }
    ops_scalar_from_reduction(dt, least);
    for (int k = BLOCKS - 1; k >= 0; --k) {
      int all[] = {0, B[k].nx, 0, B[k].ny}, on = n >= 3 && k != 1;
      ops_par_loop(conduct, "conduct", B[k].b, 2, all, ops_arg_dat(B[k].t, 2, star, "double", OPS_READ), ops_arg_dat(B[k].mask, 1, pt, "double", OPS_READ),
                   ops_arg_dat(B[k].n, 2, pt, "double", OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ), ops_arg_gbl(&k, 1, "int", OPS_READ),
                   ops_arg_dat_opt(B[k].src, 1, pt, "double", OPS_READ, on), ops_arg_gbl(&on, 1, "int", OPS_READ));
      std::swap(B[k].t, B[k].n);
    }
    std::swap(joint[0], joint[1]);
    if (n == 3) for (int k = 0; k < BLOCKS; k += 2) {  // an observation on the way, of two blocks
      int part[] = {1, B[k].nx - 1, 0, 3};
      const double w = 0.5 + k;
      ops_par_loop(heat_in, "observe", B[k].b, 2, part, ops_arg_dat(B[k].t, 2, pt, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_gbl(&w, 1, "double", OPS_READ), ops_arg_idx());
    }
  }
  for (int k = 0; k < BLOCKS; ++k) {
    int all[] = {0, B[k].nx, 0, B[k].ny};
    const double w = 1.0 / (k + 1);
    ops_par_loop(heat_in, "heat", B[k].b, 2, all, ops_arg_dat(B[k].t, 2, pt, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_gbl(&w, 1, "double", OPS_READ), ops_arg_idx());
  }
  double v, one = 1;
  if (seed) sum->get_result(&v, &one); else ops_reduction_result(sum, &v);
  return v;
}
static void work() {
  int nx[] = {8, 6, 5}, ny[] = {6, 10, 10}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, z[] = {0, 0};
  double* null = NULL;
  for (int k = 0; k < BLOCKS; ++k) {
    char nm[20];
    int s[] = {nx[k], ny[k]};
    snprintf(nm, 20, "block%d", k); B[k].b = ops_decl_block(2, nm); B[k].nx = nx[k]; B[k].ny = ny[k];
#define D(f, dim, lo, hi) snprintf(nm, 20, #f "%d", k); B[k].f = ops_decl_dat(B[k].b, dim, s, base, lo, hi, null, "double", nm)
    D(t0, 2, m, p); D(t, 2, m, p); D(n, 2, m, p); D(src, 1, z, z);
    snprintf(nm, 20, "mask%d", k); B[k].mask = ops_decl_dat_passive(B[k].b, 1, s, base, z, z, null, "double", nm);
  }
  int o[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, sd[4][4] = {{0, 0, 1, 0}, {0, 0, -1, 0}, {0, 0, 0, 1}, {0, 0, 0, -1}};
  pt = ops_decl_stencil(2, 1, o, "pt"); star = ops_decl_stencil(2, 5, o, "star");
  const char* sn[] = {"s0", "s1", "s2", "s3"};
  for (int s = 0; s < 4; ++s) side[s] = ops_decl_stencil(2, 2, sd[s], sn[s]);
  least = ops_decl_reduction_handle(8, "double", "least"); sum = ops_decl_reduction_handle(8, "double", "sum");
  double one = 1;
  dt = ops_decl_scalar("dt", &one, 1);
  joints(0); joints(1);
  ops_decl_const("kappa", 3, "double", kappa); ops_decl_const("hstep", 1, "double", &hstep);
  ops_partition("");
  std::vector<double> T[3], S[3];
  for (int k = 0; k < BLOCKS; ++k) {
    const int n = nx[k] * ny[k];
    T[k].resize(2 * n); S[k].resize(n);
    std::vector<double> M(n, 1.0);
    for (int i = 0; i < n; ++i) { T[k][2 * i] = 1 + std::sin(0.37 * i + k); T[k][2 * i + 1] = 0.5 + 0.3 * std::cos(0.61 * i + k); S[k][i] = 0.2 * std::sin(i); M[i] = i % 11 ? 1.0 : 0.2; }
    ops_dat_set_data(B[k].t0, T[k]); ops_dat_set_data(B[k].src, S[k]); ops_dat_set_data(B[k].mask, M);
  }
  const double v = run(true);
  ops_interpret_adjoints();
  std::vector<double> gt[3], gs[3];
  bits("value", {v});
  for (int k = 0; k < BLOCKS; ++k) { gt[k] = ops_dat_fetch_derivative<double>(B[k].t0); gs[k] = ops_dat_fetch_derivative<double>(B[k].src); bits("gt", gt[k]); bits("gs", gs[k]); bits("t", ops_dat_fetch_data<double>(B[k].t)); }
  ops_ad_reset();
  auto again = [] { double r = run(false); ops_ad_reset(); return r; };
  for (int k = 0; k < BLOCKS; ++k) {
    const int n = nx[k] * ny[k];
    differences("t0", T[k], gt[k], {0, 1, 2 * nx[k] - 2, 2 * nx[k] - 1, n, n + 7, 2 * n - 2, 2 * n - 1}, 1e-5, [&](const auto& x) { ops_dat_set_data(B[k].t0, x); }, again, 1e-6);
    differences("src", S[k], gs[k], {0, nx[k], n / 2, n - 1}, 1e-4, [&](const auto& x) { ops_dat_set_data(B[k].src, x); }, again, 1e-6);
  }
  ops_printf(g_wrong ? "failed\n" : "passed\n");
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 2);
  work();
  ops_exit();
  return g_wrong != 0;
}

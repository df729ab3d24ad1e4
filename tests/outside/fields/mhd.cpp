// tests/outside/fields/mhd.cpp: magnetohydrodynamics: constrained transport, staggered fields, periodic, OPS_SOA, dt by MAX through scalars, optional resistivity
#include <cmath>
#include <cstdio>
#include <cstdlib>
#define OPS_2D
#define OPS_SOA
#include "ops_seq_v2.h"
double cs2 = 0.6, cfl = 0.3, last = 0.11, grid_n = 20;
#include "mhd_kernels.h"
#include "ops.hpp"
#include "check.h"
#define N 20
#define M 14
static ops_block grid;
static ops_dat q0, bx0, by0, q, b, bx, by, ez, eta, fx, fy;
static ops_stencil S[6];
static ops_reduction most, sums;
static ops_halo_group periodic[2];
static ops_scalar top, dt;
enum { PT, QUAD, XM, YM, XP, YP };
static ops_halo halo(ops_dat d, int sx, int sy, int fx_, int fy_, int tx, int ty) {
  int size[] = {sx, sy}, from[] = {fx_, fy_}, to[] = {tx, ty}, dir[] = {1, 2};
  return ops_decl_halo(d, d, size, from, to, dir, dir);
}
template <auto K>
static void cells(const char* name, ops_dat f, int s, int* range) {
  ops_par_loop(K, name, grid, 2, range, ops_arg_dat(q, 3, S[s], "double", OPS_READ), ops_arg_dat(b, 2, S[s], "double", OPS_READ),
               ops_arg_dat(f, 3, S[PT], "double", OPS_WRITE), ops_arg_scalar(top, 1, "double", OPS_READ));
}
static int steps_taken;
static double run(bool seed) {
  const double start[] = {0.0, 0.0};
  ops_scalar_set_data(dt, std::vector<double>(start, start + 2));
  ops_dat_deep_copy(q, q0); ops_dat_deep_copy(bx, bx0); ops_dat_deep_copy(by, by0);
  int all[] = {0, N, 0, M}, wide[] = {-1, N + 1, -1, M + 1}, corners[] = {0, N + 1, 0, M + 1}, rx[] = {0, N + 1, 0, M}, ry[] = {0, N, 0, M + 1};
  int n = 0;
  for (; n < 60 && dt->get_data<double>()[1] < last * (1 - 1e-12); ++n) {
    ops_ad_step();
    ops_halo_transfer(periodic[0]);
    ops_par_loop(centre, "centre", grid, 2, all, ops_arg_dat(bx, 1, S[XP], "double", OPS_READ), ops_arg_dat(by, 1, S[YP], "double", OPS_READ),
                 ops_arg_dat(b, 2, S[PT], "double", OPS_WRITE));
    ops_halo_transfer(periodic[1]);
    ops_par_loop(speed, "speed", grid, 2, all, ops_arg_dat(q, 3, S[PT], "double", OPS_READ), ops_arg_dat(b, 2, S[PT], "double", OPS_READ),
                 ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(top, most);
    ops_scalar_loop(clock_tick, "clock", ops_arg_scalar(top, 1, "double", OPS_READ), ops_arg_scalar(dt, 2, "double", OPS_READ), ops_arg_scalar(dt, 2, "double", OPS_WRITE));
    cells<rusanov<0>>("flux x", fx, XM, rx);
    cells<rusanov<1>>("flux y", fy, YM, ry);
    const int resist = n % 2;
    ops_par_loop(emf, "emf", grid, 2, corners, ops_arg_dat(q, 3, S[QUAD], "double", OPS_READ), ops_arg_dat(bx, 1, S[YM], "double", OPS_READ),
                 ops_arg_dat(by, 1, S[XM], "double", OPS_READ), ops_arg_dat_opt(eta, 1, S[PT], "double", OPS_READ, resist),
                 ops_arg_dat(ez, 1, S[PT], "double", OPS_WRITE), ops_arg_gbl(&resist, 1, "int", OPS_READ));
    ops_par_loop(faradayx, "faradayx", grid, 2, rx, ops_arg_dat(ez, 1, S[YP], "double", OPS_READ), ops_arg_dat(bx, 1, S[PT], "double", OPS_INC), ops_arg_scalar(dt, 2, "double", OPS_READ));
    ops_par_loop(faradayy, "faradayy", grid, 2, ry, ops_arg_dat(ez, 1, S[XP], "double", OPS_READ), ops_arg_dat(by, 1, S[PT], "double", OPS_RW), ops_arg_scalar(dt, 2, "double", OPS_READ));
    ops_par_loop(gas, "gas", grid, 2, all, ops_arg_dat(fx, 3, S[XP], "double", OPS_READ), ops_arg_dat(fy, 3, S[YP], "double", OPS_READ),
                 ops_arg_dat(q, 3, S[PT], "double", OPS_INC), ops_arg_scalar(dt, 2, "double", OPS_READ));
  }
  (void)wide;
  steps_taken = n;
  ops_par_loop(energy, "energy", grid, 2, all, ops_arg_dat(q, 3, S[PT], "double", OPS_READ), ops_arg_dat(b, 2, S[PT], "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(sums, 2, "double", OPS_INC));
  double v[2], w[2] = {1.0, 0.5};
  if (seed) sums->get_result(v, w); else ops_reduction_result(sums, v);
  return v[0] + 0.5 * v[1];
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_set_soa(1);
  grid = ops_decl_block(2, "mhd");
  int size[] = {N, M}, sx[] = {N + 1, M}, sy[] = {N, M + 1}, sc[] = {N + 1, M + 1}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, z[] = {0, 0};
  double* null = nullptr;
#define DAT(name, dim, sz, lo, hi) name = ops_decl_dat(grid, dim, sz, base, lo, hi, null, "double", #name)
  DAT(q0, 3, size, m, p); DAT(bx0, 1, sx, m, p); DAT(by0, 1, sy, m, p);
  DAT(q, 3, size, m, p); DAT(b, 2, size, m, p); DAT(bx, 1, sx, m, p); DAT(by, 1, sy, m, p); DAT(ez, 1, sc, z, z); DAT(eta, 1, sc, z, z);
  DAT(fx, 3, sx, z, z); DAT(fy, 3, sy, z, z);
  int o[][8] = {{0, 0}, {0, 0, -1, 0, 0, -1, -1, -1}, {0, 0, -1, 0}, {0, 0, 0, -1}, {0, 0, 1, 0}, {0, 0, 0, 1}}, np[] = {1, 4, 2, 2, 2, 2};
  for (int s = 0; s < 6; ++s) { char nm[8]; std::snprintf(nm, 8, "S%d", s); S[s] = ops_decl_stencil(2, np[s], o[s], nm); }
  ops_halo h[8]; int c = 0;
  h[c++] = halo(q, 1, M, N - 1, 0, -1, 0); h[c++] = halo(q, 1, M, 0, 0, N, 0);
  ops_halo hb[4] = {halo(b, 1, M, N - 1, 0, -1, 0), halo(b, 1, M, 0, 0, N, 0), halo(b, N + 2, 1, -1, M - 1, -1, -1), halo(b, N + 2, 1, -1, 0, -1, M)};
  ops_halo_group gx = ops_decl_halo_group(2, h);
  ops_halo h2[6] = {halo(q, N + 2, 1, -1, M - 1, -1, -1), halo(q, N + 2, 1, -1, 0, -1, M), halo(bx, N + 1, 1, 0, M - 1, 0, -1), halo(bx, N + 1, 1, 0, 0, 0, M),
                    halo(by, 1, M + 1, N - 1, 0, -1, 0), halo(by, 1, M + 1, 0, 0, N, 0)};
  ops_halo all[8] = {h[0], h[1], h2[0], h2[1], h2[2], h2[3], h2[4], h2[5]};
  (void)gx;
  periodic[0] = ops_decl_halo_group(8, all);  // in order: x first, then y with the corners
  periodic[1] = ops_decl_halo_group(4, hb);
  most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums");
  double zero[2] = {0, 0};
  top = ops_decl_scalar("top", zero, 1); dt = ops_decl_scalar("dt", zero, 2);
  ops_decl_const("cs2", 1, "double", &cs2); ops_decl_const("cfl", 1, "double", &cfl); ops_decl_const("last", 1, "double", &last); ops_decl_const("grid_n", 1, "double", &grid_n);
  ops_partition("");
  std::vector<double> Q(3 * N * M), BX((N + 1) * M), BY(N * (M + 1)), E((N + 1) * (M + 1));
  for (int j = 0; j < M; ++j) for (int i = 0; i < N; ++i) {
    double* at = &Q[3 * (j * N + i)];
    at[0] = 1 + 0.2 * std::sin(2 * M_PI * i / N + 0.3); at[1] = -0.4 * std::sin(2 * M_PI * j / M) + 0.03 * i / N; at[2] = 0.3 * std::sin(2 * M_PI * i / N) * at[0]; }
  for (int j = 0; j < M; ++j) for (int i = 0; i <= N; ++i) BX[j * (N + 1) + i] = -0.5 * std::sin(2 * M_PI * (j + 0.5) / M);
  for (int j = 0; j <= M; ++j) for (int i = 0; i < N; ++i) BY[j * N + i] = 0.4 * std::sin(4 * M_PI * (i + 0.5) / N);
  for (size_t i = 0; i < E.size(); ++i) E[i] = 0.01 + 0.001 * (i % 7);
  ops_dat_set_data(q0, Q); ops_dat_set_data(bx0, BX); ops_dat_set_data(by0, BY); ops_dat_set_data(eta, E);
  const double v = run(true);
  ops_interpret_adjoints();
  auto gq = ops_dat_fetch_derivative<double>(q0), gx_ = ops_dat_fetch_derivative<double>(bx0), gy = ops_dat_fetch_derivative<double>(by0), ge = ops_dat_fetch_derivative<double>(eta);
  ops_printf("steps %d\n", steps_taken);
  bits("value", {v}); bits("gq", gq); bits("gbx", gx_); bits("gby", gy); bits("geta", ge); bits("q", ops_dat_fetch_data<double>(q));
  auto again = [] { double r = run(false); ops_ad_reset(); return r; };
  ops_ad_reset();
  differences("q0", Q, gq, {0, 1, 100, 301, 502, 3 * N * M - 1}, 1e-6, [&](const auto& x) { ops_dat_set_data(q0, x); }, again);
  differences("bx0", BX, gx_, {0, N, 77, 200}, 1e-6, [&](const auto& x) { ops_dat_set_data(bx0, x); }, again);
  differences("by0", BY, gy, {0, 5, 77, N * M}, 1e-6, [&](const auto& x) { ops_dat_set_data(by0, x); }, again);
  differences("eta", E, ge, {0, 5, N, 77, (N + 1) * (M + 1) - 1}, 1e-6, [&](const auto& x) { ops_dat_set_data(eta, x); }, again);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  ops_exit();
  return g_wrong != 0;
}

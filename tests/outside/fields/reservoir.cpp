// tests/outside/fields/reservoir.cpp: two-phase reservoir: implicit pressure (red-black SOR, stops by a MAX residual), explicit saturation, C++ form, wells as gbl arrays,
// optional gravity, struct in kernels, row sums on a dataset of fewer dimensions
#define OPS_2D
#define OPS_CPP_API
#include <array>
#include "ops_seq_v2.h"
double omega = 1.5, porosity[2] = {0.2, 0.3}, dt_days = 0.004;
#include "ops.hpp"
#include "check.h"
constexpr int NX = 18, NY = 13;
struct Mobility { double w, o; double total() const { return w + o; } };
static inline Mobility mobility(double s) { return {s * s, (1 - s) * (1 - s) / 3.0}; }
static inline double harmonic(double a, double b) { return 2 * a * b / (a + b); }
void transmissibility(const ACC<double>& logk, const ACC<double>& sat, ACC<double>& t) {
  const double here = exp(logk(0, 0)), m = mobility(sat(0, 0)).total();
  t(0, 0, 0) = harmonic(here, exp(logk(-1, 0))) * 0.5 * (m + mobility(sat(-1, 0)).total());
  t(1, 0, 0) = harmonic(here, exp(logk(0, -1))) * 0.5 * (m + mobility(sat(0, -1)).total());
}
void closed(ACC<double>& t, const int* idx) {
  if (idx[0] == 0 || idx[0] == NX) t(0, 0, 0) = 0.0;
  if (idx[1] == 0 || idx[1] == NY) t(1, 0, 0) = 0.0;
}
void sor(ACC<double>& p, const ACC<double>& t, const ACC<double>& src, const int* idx, const int* colour) {
  if ((idx[0] + idx[1]) % 2 == *colour) {
    const double d = t(0, 0, 0) + t(0, 1, 0) + t(1, 0, 0) + t(1, 0, 1) + 0.05;
    const double g = (t(0, 0, 0) * p(-1, 0) + t(0, 1, 0) * p(1, 0) + t(1, 0, 0) * p(0, -1) + t(1, 0, 1) * p(0, 1) + src(0, 0)) / d;
    p(0, 0) = (1 - omega) * p(0, 0) + omega * g;
  }
}
void residual(const ACC<double>& p, const ACC<double>& t, const ACC<double>& src, double* most) {
  const double d = t(0, 0, 0) + t(0, 1, 0) + t(1, 0, 0) + t(1, 0, 1) + 0.05;
  *most = MAX(*most, fabs(t(0, 0, 0) * p(-1, 0) + t(0, 1, 0) * p(1, 0) + t(1, 0, 0) * p(0, -1) + t(1, 0, 1) * p(0, 1) + src(0, 0) - d * p(0, 0)));
}
void wells(ACC<double>& src, const int* idx, const int* at, const double* rate, const double* boost) {
  double sum = 0;
  for (int w = 0; w < 3; ++w)
    if (idx[0] == at[2 * w] && idx[1] == at[2 * w + 1]) sum += rate[w] * boost[w];
  src(0, 0) = sum;
}
void flow(const ACC<double>& p, const ACC<double>& t, const ACC<double>& sat, const ACC<double>& depth, ACC<double>& f, const int* gravity) {
  double ux = t(0, 0, 0) * (p(-1, 0) - p(0, 0)), uy = t(1, 0, 0) * (p(0, -1) - p(0, 0));
  if (*gravity) uy += 0.02 * t(1, 0, 0) * (depth(0, -1) - depth(0, 0));
  const double sx = ux > 0 ? sat(-1, 0) : sat(0, 0), sy = uy > 0 ? sat(0, -1) : sat(0, 0);
  const auto fw = [](double s) { const Mobility m = mobility(s); return m.w / m.total(); };
  f(0, 0, 0) = ux * fw(sx);
  f(1, 0, 0) = uy * fw(sy);
}
void advance(ACC<double>& sat, const ACC<double>& f, const ACC<double>& src, const ACC<int>& rock) {
  const double in = src(0, 0) > 0 ? src(0, 0) : src(0, 0) * mobility(sat(0, 0)).w / mobility(sat(0, 0)).total();
  const double s = sat(0, 0) + dt_days / porosity[rock(0, 0)] * (f(0, 0, 0) - f(0, 1, 0) + f(1, 0, 0) - f(1, 0, 1) + in);
  sat(0, 0) = std::clamp(s, 0.0, 1.0);
}
void row(const ACC<double>& sat, const ACC<double>& p, ACC<double>& sums) { sums(0, 0) += sat(0, 0) * p(0, 0); }
void misfit(const ACC<double>& sums, const int* idx, double* j) { *j += sums(0, 0) * sums(0, 0) * (1.0 + 0.1 * idx[1]); }

struct Field {
  OPS_instance* ops;
  ops_block grid;
  ops_dat logk, sat0, sat, p0, p, t, src, depth, f, rock, rows;
  ops_stencil pt, star, lo, hi, col;
  ops_reduction most, j;
  ops_scalar boost;
  int sweeps = 0;
  double run(bool seed) {
    int all[] = {0, NX, 0, NY}, faces[] = {0, NX + 1, 0, NY + 1}, one_col[] = {0, 1, 0, NY};
    const int at[6] = {1, 1, NX - 2, NY - 3, 8, 10};
    const double rate[3] = {3.0, -2.0, -0.9};
    sweeps = 0;
    sat->block->instance->is_root();
    ops_dat_deep_copy(sat, sat0);
    ops_dat_deep_copy(p, p0);
    ops_par_loop(wells, "wells", grid, 2, all, ops_arg_dat(src, 1, pt, "double", OPS_WRITE), ops_arg_idx(), ops_arg_gbl(at, 6, "int", OPS_READ),
                 ops_arg_gbl(rate, 3, "double", OPS_READ), ops_arg_scalar(boost, 3, "double", OPS_READ));
    for (int step = 0; step < 4; ++step) {
      ops_ad_step(ops);
      ops_par_loop(transmissibility, "transmissibility", grid, 2, faces, ops_arg_dat(logk, 1, lo, "double", OPS_READ),
                   ops_arg_dat(sat, 1, lo, "double", OPS_READ), ops_arg_dat(t, 2, pt, "double", OPS_WRITE));
      ops_par_loop(closed, "closed", grid, 2, faces, ops_arg_dat(t, 2, pt, "double", OPS_RW), ops_arg_idx());
      double r = 1;
      for (int it = 0; it < 40 && r > 1e-3; ++it, ++sweeps) {
        for (int colour = 0; colour < 2; ++colour)
          ops_par_loop(sor, "sor", grid, 2, all, ops_arg_dat(p, 1, star, "double", OPS_RW), ops_arg_dat(t, 2, hi, "double", OPS_READ),
                       ops_arg_dat(src, 1, pt, "double", OPS_READ), ops_arg_idx(), ops_arg_gbl(&colour, 1, "int", OPS_READ));
        ops_par_loop(residual, "residual", grid, 2, all, ops_arg_dat(p, 1, star, "double", OPS_READ), ops_arg_dat(t, 2, hi, "double", OPS_READ),
                     ops_arg_dat(src, 1, pt, "double", OPS_READ), ops_arg_reduce(most, 1, "double", OPS_MAX));
        most->get_result(&r);
      }
      const int gravity = step >= 2;
      ops_par_loop(flow, "flow", grid, 2, faces, ops_arg_dat(p, 1, lo, "double", OPS_READ), ops_arg_dat(t, 2, pt, "double", OPS_READ),
                   ops_arg_dat(sat, 1, lo, "double", OPS_READ), ops_arg_dat_opt(depth, 1, lo, "double", OPS_READ, gravity),
                   ops_arg_dat(f, 2, pt, "double", OPS_WRITE), ops_arg_gbl(&gravity, 1, "int", OPS_READ));
      ops_par_loop(advance, "advance", grid, 2, all, ops_arg_dat(sat, 1, pt, "double", OPS_RW), ops_arg_dat(f, 2, hi, "double", OPS_READ),
                   ops_arg_dat(src, 1, pt, "double", OPS_READ), ops_arg_dat(rock, 1, pt, "int", OPS_READ));
      if (step % 2)
        ops_par_loop(row, "row", grid, 2, all, ops_arg_dat(sat, 1, pt, "double", OPS_READ), ops_arg_dat(p, 1, pt, "double", OPS_READ),
                     ops_arg_dat(rows, 1, col, "double", OPS_INC));
    }
    ops_par_loop(misfit, "misfit", grid, 2, one_col, ops_arg_dat(rows, 1, pt, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(j, 1, "double", OPS_INC));
    double v, one = 1;
    if (seed) j->get_result(&v, &one); else j->get_result(&v);
    return v;
  }
};
int main(int argc, char** argv) {
  OPS_instance instance(argc, argv, 1);
  Field F;
  F.ops = &instance;
  F.grid = instance.decl_block(2, "reservoir");
  int size[] = {NX, NY}, fs[] = {NX + 1, NY + 1}, cs[] = {1, NY}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, z[] = {0, 0}, my[] = {0, 0};
  double* nul = nullptr;
  std::vector<int> rocks(NX * NY);
  for (int i = 0; i < NX * NY; ++i) rocks[i] = (i / 5) % 2;
  auto D = [&](int dim, int* s, int* lo, int* hi, const char* n) { return F.grid->decl_dat(dim, s, base, lo, hi, nul, "double", n); };
  F.logk = D(1, size, m, p, "logk"); F.sat0 = D(1, size, m, p, "sat0"); F.sat = D(1, size, m, p, "sat"); F.p0 = D(1, size, m, p, "p0"); F.p = D(1, size, m, p, "p");
  F.t = D(2, fs, z, z, "t"); F.src = D(1, size, z, z, "src"); F.depth = D(1, size, m, p, "depth"); F.f = D(2, fs, z, z, "f"); F.rows = D(1, cs, my, my, "rows");
  F.rock = F.grid->decl_dat(1, size, base, z, z, rocks.data(), "int", "rock");
  int o0[] = {0, 0}, os[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, ol[] = {0, 0, -1, 0, 0, -1}, oh[] = {0, 0, 1, 0, 0, 1}, sy[] = {0, 1};
  F.pt = instance.decl_stencil(2, 1, o0, "pt"); F.star = instance.decl_stencil(2, 5, os, "star"); F.lo = instance.decl_stencil(2, 3, ol, "lo");
  F.hi = instance.decl_stencil(2, 3, oh, "hi"); F.col = instance.decl_strided_stencil(2, 1, o0, sy, "col");
  F.most = instance.decl_reduction_handle(8, "double", "most"); F.j = instance.decl_reduction_handle(8, "double", "misfit");
  double ones[3] = {1, 1, 1};
  F.boost = instance.decl_scalar<double>("boost", ones, 3);
  instance.decl_const("omega", 1, "double", &omega); instance.decl_const("porosity", 2, "double", porosity); instance.decl_const("dt_days", 1, "double", &dt_days);
  instance.partition("");
  std::vector<double> K(NX * NY), S(NX * NY), P(NX * NY), Z(NX * NY);
  for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) { const int c = j * NX + i;
    K[c] = 0.7 * std::sin(0.9 * i + 0.4 * j) + 0.3 * std::cos(1.7 * j); S[c] = 0.25 + 0.1 * std::sin(0.5 * i * j); P[c] = 0.1 * std::cos(0.3 * i); Z[c] = j + 0.1 * std::sin(i); }
  ops_dat_set_data(F.logk, K); ops_dat_set_data(F.sat0, S); ops_dat_set_data(F.p0, P); ops_dat_set_data(F.depth, Z);
  const double v = F.run(true);
  ops_interpret_adjoints(&instance);
  auto gk = ops_dat_fetch_derivative<double>(F.logk), gs = ops_dat_fetch_derivative<double>(F.sat0), gp = ops_dat_fetch_derivative<double>(F.p0), gz = ops_dat_fetch_derivative<double>(F.depth);
  auto gb = ops_scalar_fetch_derivative<double>(F.boost);
  ops_printf("sweeps %d\n", F.sweeps);
  bits("value", {v}); bits("gk", gk); bits("gs", gs); bits("gp", gp); bits("gz", gz); bits("gb", gb); bits("sat", ops_dat_fetch_data<double>(F.sat));
  auto again = [&] { const double r = F.run(false); ops_ad_reset(&instance); return r; };
  ops_ad_reset(&instance);
  differences("logk", K, gk, {0, NX + 1, 40, 100, NX * NY - 1}, 1e-6, [&](const auto& x) { ops_dat_set_data(F.logk, x); }, again);
  differences("sat0", S, gs, {0, NX + 1, 40, 100, NX * NY - 1}, 1e-6, [&](const auto& x) { ops_dat_set_data(F.sat0, x); }, again);
  differences("p0", P, gp, {0, NX + 1, 40, 100}, 1e-3, [&](const auto& x) { ops_dat_set_data(F.p0, x); }, again);
  differences("depth", Z, gz, {0, NX + 1, 40, 100}, 1e-5, [&](const auto& x) { ops_dat_set_data(F.depth, x); }, again);
  differences("boost", {1, 1, 1}, gb, {0, 1, 2}, 1e-6, [&](const auto& x) { ops_scalar_set_data(F.boost, x); }, again);
  ops_printf(g_wrong ? "failed\n" : "passed\n");
  instance.exit();
  return g_wrong != 0;
}

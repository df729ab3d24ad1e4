// An SEIR model on a map with commuting, over 61 days on six checkpoints, with swapped handles. Gradient of a sum over all days and of a
// maximum by a schedule of contact rates, parameters and an initial value, against the complex step. C++ form, passive datasets, switch,
// ops_arg_gbl arrays.
#include <cmath>
#include <complex>
#include <cstdio>
#include <utility>
#include <vector>
#define OPS_2D
#define OPS_CPP_API
#include "ops_seq_v2.h"
#include "epidemic_kernels.h"

constexpr int nx = 33, ny = 27, days = 61, nin = 16;
using cplx = std::complex<double>;
static const double mobility[9] = {0.01, 0.03, 0.02, 0.05, 0.75, 0.06, 0.01, 0.05, 0.02};
static double real_of(double v) { return v; }
static double real_of(cplx v) { return v.real(); }
static int at(int i, int j) { return (j + 1) * (nx + 2) + i + 1; }
static double population(int i, int j) { return 1000.0 * (1.2 + std::sin(0.4 * i) * std::cos(0.3 * j)); }
static int zone_of(int i, int j) { return (i / 7 + j / 5) % 3; }
static double infected0(int i, int j) { return (i == 5 && j == 7) || (i == 26 && j == 20) ? 40.0 : 0.1; }

/* in: beta[12], pars[4]; i0 is added to the infected of cell (9, 11) */
template <class T>
void plain(const std::vector<T>& in, T i0, T& burden, T& attack, std::vector<T>& I) {
  const int n = (nx + 2) * (ny + 2);
  std::vector<T> S(n), E(n), R(n);
  std::vector<double> pop(n);
  I.assign(n, T(0.0));
  for (int j = -1; j <= ny; j++)
    for (int i = -1; i <= nx; i++) pop[at(i, j)] = population(i, j);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      I[at(i, j)] = infected0(i, j);
      if (i == 9 && j == 11) I[at(i, j)] += i0;
      S[at(i, j)] = population(i, j) - infected0(i, j);
    }
  burden = 0.0;
  for (int d = 0; d < days; d++) {
    auto S1 = S, E1 = E, I1 = I, R1 = R;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        T b = in[std::min(d / 5, 11)];
        int z = zone_of(i, j);
        if (z == 1) b *= in[14];
        if (z == 2) b *= d > 20 ? in[15] : T(1.1);
        T f = 0.0;
        for (int m = 0; m < 9; m++) f += mobility[m] * I1[at(i + m % 3 - 1, j + m / 3 - 1)] / pop[at(i + m % 3 - 1, j + m / 3 - 1)];
        int c = at(i, j);
        T inf = b * f / (1.0 + 0.5 * f) * S1[c];
        if (real_of(inf) >= real_of(S1[c])) inf = S1[c];
        S[c] = S1[c] - inf;
        E[c] = E1[c] + inf - in[12] * E1[c];
        I[c] = I1[c] + in[12] * E1[c] - in[13] * I1[c];
        R[c] = R1[c] + in[13] * I1[c];
      }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) burden += I[at(i, j)];
  }
  attack = 0.0;
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++)
      if (real_of(R[at(i, j)]) / pop[at(i, j)] > real_of(attack)) attack = R[at(i, j)] / pop[at(i, j)];
}

int main(int argc, char** argv) {
  OPS_instance* ops = new OPS_instance(argc, argv, 1);
  ops_block land = ops->decl_block(2, "land");
  int size[] = {nx, ny}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
  const int n = (nx + 2) * (ny + 2);
  std::vector<double> i0(n, 0.0), s0(n, 0.0), p0(n), nul(n, 0.0);
  std::vector<int> z0(n, 3);
  for (int j = -1; j <= ny; j++)
    for (int i = -1; i <= nx; i++) {
      p0[at(i, j)] = population(i, j);
      if (i < 0 || j < 0 || i == nx || j == ny) continue;
      i0[at(i, j)] = infected0(i, j);
      s0[at(i, j)] = population(i, j) - infected0(i, j);
      z0[at(i, j)] = zone_of(i, j);
    }
  ops_dat now[4], next[4];
  const char* names[8] = {"S", "E", "I", "R", "S2", "E2", "I2", "R2"};
  double* start[4] = {s0.data(), nul.data(), i0.data(), nullptr};
  for (int c = 0; c < 4; c++) {
    now[c] = land->decl_dat(1, size, base, dm, dp, start[c], "double", names[c]);
    next[c] = land->decl_dat(1, size, base, dm, dp, (double*)nullptr, "double", names[c + 4]);
  }
  ops_dat I_first = now[2];
  ops_dat pop = land->decl_dat_passive(1, size, base, dm, dp, p0.data(), "double", "population");
  ops_dat zone = land->decl_dat_passive(1, size, base, dm, dp, z0.data(), "int", "zone");
  int pt0[] = {0, 0}, pt9[] = {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1};
  ops_stencil s0p = ops->decl_stencil(2, 1, pt0, "0"), s9 = ops->decl_stencil(2, 9, pt9, "9");
  std::vector<double> in = {0.9, 0.8, 0.7, 0.55, 0.6, 0.65, 0.8, 0.95, 0.7, 0.5, 0.45, 0.4, 0.25, 0.15, 0.6, 0.35};
  ops_scalar beta = ops->decl_scalar<double>("beta", in.data(), 12), pars = ops->decl_scalar<double>("pars", &in[12], 4);
  ops_reduction burden = ops->decl_reduction_handle(sizeof(double), "double", "burden"),
                attack = ops->decl_reduction_handle(sizeof(double), "double", "attack");
  ops->partition("");

  ops_ad_set_checkpoint_count(ops, 6, days);
  int all[] = {0, nx, 0, ny};
  for (int day = 0; day < days; day++) {
    ops_ad_manual_checkpoint_datlist(now[0], now[1], now[2], now[3]);
    ops_par_loop(seir_day, "seir_day", land, 2, all, ops_arg_dat(now[0], 1, s0p, "double", OPS_READ),
                 ops_arg_dat(now[1], 1, s0p, "double", OPS_READ), ops_arg_dat(now[2], 1, s9, "double", OPS_READ),
                 ops_arg_dat(now[3], 1, s0p, "double", OPS_READ), ops_arg_dat(next[0], 1, s0p, "double", OPS_WRITE),
                 ops_arg_dat(next[1], 1, s0p, "double", OPS_WRITE), ops_arg_dat(next[2], 1, s0p, "double", OPS_WRITE),
                 ops_arg_dat(next[3], 1, s0p, "double", OPS_WRITE), ops_arg_dat(pop, 1, s9, "double", OPS_READ),
                 ops_arg_dat(zone, 1, s0p, "int", OPS_READ), ops_arg_scalar(beta, 12, "double", OPS_READ),
                 ops_arg_scalar(pars, 4, "double", OPS_READ), ops_arg_gbl(mobility, 9, "double", OPS_READ),
                 ops_arg_gbl(&day, 1, "int", OPS_READ));
    for (int c = 0; c < 4; c++) std::swap(now[c], next[c]);
    ops_par_loop(add_burden, "add_burden", land, 2, all, ops_arg_dat(now[2], 1, s0p, "double", OPS_READ),
                 ops_arg_reduce(burden, 1, "double", OPS_INC));
  }
  ops_par_loop(peak, "peak", land, 2, all, ops_arg_dat(now[3], 1, s0p, "double", OPS_READ), ops_arg_dat(pop, 1, s0p, "double", OPS_READ),
               ops_arg_reduce(attack, 1, "double", OPS_MAX));
  double b, a, wb = 1.0, wa = 1.0e6;
  burden->get_result<double>(&b, &wb);
  attack->get_result<double>(&a, &wa);

  double err = 0, gerr = 0, pb, pa;
  std::vector<double> I, got(nx * ny), gi(nx * ny);
  plain(in, 0.0, pb, pa, I);
  now[2]->fetch_data(0, (char*)got.data());
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) err = std::fmax(err, std::fabs(got[j * nx + i] - I[at(i, j)]) / std::fabs(I[at(i, j)]));
  err = std::fmax(err, std::fmax(std::fabs(b / pb - 1), std::fabs(a / pa - 1)));

  ops_interpret_adjoints(ops);
  I_first->fetch_derivative((char*)gi.data(), OPS_HOST);
  for (int m = 0; m <= nin; m++) {
    std::vector<cplx> z(in.begin(), in.end()), x;
    cplx i1 = 0.0, vb, va;
    (m < nin ? z[m] : i1) += cplx(0, 1e-30);
    plain(z, i1, vb, va, x);
    double ref = (wb * vb.imag() + wa * va.imag()) / 1e-30;
    double g = m < 12 ? beta->get_derivative<double>()[m] : m < nin ? pars->get_derivative<double>()[m - 12] : gi[11 * nx + 9];
    double e = std::fabs(g - ref) / std::fabs(ref);
    if (!(e < 1e-10)) printf("  input %d: %.15g, expected %.15g\n", m, g, ref);
    gerr = std::fmax(gerr, e);
  }
  printf("burden %g attack rate %g; relative error: values %.2e, gradient %.2e\n", b, a, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  delete ops;
  printf("epidemic: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}

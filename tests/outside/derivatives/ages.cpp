// A population by age on a map, in three dimensions. A Jacobian by rows on a tape of its own, three sweeps of one recording, and the first
// once more with the same bits. C++ form, constants that change each year, sums along the age axis, a reduction with three components.
// Against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_3D
#define OPS_CPP_API
#include "ops_seq_v2.h"
double season, crowding;
#include "ages_kernels.h"

constexpr int NX = 9, NY = 7, NA = 11, YEARS = 8, NIN = NA + 2;
using cplx = std::complex<double>;
static double season_of(int y) { return 1.0 + 0.25 * std::sin(1.1 * y); }
static double start(int i, int j, int a) { return (2.0 + std::sin(0.8 * i + 0.3 * j)) * std::exp(-0.2 * a); }

template <class S>
void plain(const S* fert, const S* mort, S* t, std::vector<S>& n) {
  auto at = [](int i, int j, int a) { return (a * (NY + 2) + j + 1) * (NX + 2) + i + 1; };
  n.assign((NX + 2) * (NY + 2) * NA, S(0.0));
  for (int a = 0; a < NA; a++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) n[at(i, j, a)] = start(i, j, a);
  for (int y = 0; y < YEARS; y++) {
    double s = season_of(y);
    std::vector<S> o = n;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        S b = 0.0;
        for (int a = 0; a < NA; a++)
          b += fert[a] * 0.5 * (1.0 + std::exp(-(mort[0] + mort[1] * std::pow(a / 10.0, 3)) * s)) * o[at(i, j, a)];
        n[at(i, j, 0)] = s * b / (1.0 + crowding * b);
        for (int a = 1; a < NA; a++) {
          S f = o[at(i, j, a - 1)];
          if (a <= 3)
            f += 0.05 * (o[at(i + 1, j, a - 1)] + o[at(i - 1, j, a - 1)] + o[at(i, j + 1, a - 1)] + o[at(i, j - 1, a - 1)] -
                         4.0 * o[at(i, j, a - 1)]);
          n[at(i, j, a)] = std::exp(-(mort[0] + mort[1] * std::pow((a - 1) / 10.0, 3)) * s) * f;
        }
      }
  }
  t[0] = t[1] = t[2] = 0.0;
  for (int a = 0; a < NA; a++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++) {
        S v = n[at(i, j, a)];
        if (a < 3) t[0] += v;
        else if (a < 8) t[1] += v;
        else t[2] += v * (0.5 + v);
      }
}

int main(int argc, char** argv) {
  OPS_instance ops(argc, argv, 1);
  season = 1.0;
  crowding = 0.12;
  ops.decl_const("season", 1, "double", &season);
  ops.decl_const("crowding", 1, "double", &crowding);
  ops_block land = ops.decl_block(3, "land");
  int size[] = {NX, NY, NA}, map[] = {NX, NY, 1}, base[] = {0, 0, 0}, dm[] = {-1, -1, 0}, dp[] = {1, 1, 0}, no[] = {0, 0, 0};
  std::vector<double> n0;
  for (int a = 0; a < NA; a++)
    for (int j = -1; j <= NY; j++)
      for (int i = -1; i <= NX; i++) n0.push_back(i < 0 || j < 0 || i == NX || j == NY ? 0.0 : start(i, j, a));
  ops_dat n[2] = {land->decl_dat(1, size, base, dm, dp, n0.data(), "double", "n0"),
                  land->decl_dat(1, size, base, dm, dp, (double*)nullptr, "double", "n1")};
  ops_dat births = land->decl_dat(1, map, base, no, no, (double*)nullptr, "double", "births");
  int o[] = {0, 0, 0}, below[] = {0, 0, 0, 0, 0, -1, 1, 0, -1, -1, 0, -1, 0, 1, -1, 0, -1, -1}, flat[] = {1, 1, 0};
  ops_stencil S0 = ops.decl_stencil(3, 1, o, "S0"), SB = ops.decl_stencil(3, 6, below, "below"),
              SM = ops.decl_strided_stencil(3, 1, o, flat, "map");
  double in[NIN] = {0.0, 0.0, 0.1, 0.35, 0.5, 0.45, 0.3, 0.2, 0.1, 0.05, 0.02, 0.08, 0.9};
  ops_reduction tot = ops.decl_reduction_handle(3 * sizeof(double), "double", "groups");
  ops.partition("");

  ops_ad_tape* tape = ops_create_tape(&ops);
  ops_scalar fert = ops.decl_scalar<double>("fertility", in, NA), mort = ops.decl_scalar<double>("mortality", in + NA, 2);
  int all[] = {0, NX, 0, NY, 0, NA}, ground[] = {0, NX, 0, NY, 0, 1};
  for (int y = 0; y < YEARS; y++) {
    season = season_of(y);
    ops.update_const("season", 1, "double", &season);
    ops_par_loop(births_zero, "births_zero", land, 3, ground, ops_arg_dat(births, 1, SM, "double", OPS_WRITE));
    ops_par_loop(births_sum, "births_sum", land, 3, all, ops_arg_dat(n[y % 2], 1, S0, "double", OPS_READ),
                 ops_arg_dat(births, 1, SM, "double", OPS_INC), ops_arg_scalar(fert, NA, "double", OPS_READ),
                 ops_arg_scalar(mort, 2, "double", OPS_READ), ops_arg_idx());
    ops_par_loop(grow_older, "grow_older", land, 3, all, ops_arg_dat(n[y % 2], 1, SB, "double", OPS_READ),
                 ops_arg_dat(births, 1, SM, "double", OPS_READ), ops_arg_dat(n[1 - y % 2], 1, S0, "double", OPS_WRITE),
                 ops_arg_scalar(mort, 2, "double", OPS_READ), ops_arg_idx());
  }
  ops_par_loop(tally, "tally", land, 3, all, ops_arg_dat(n[YEARS % 2], 1, S0, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(tot, 3, "double", OPS_INC));
  double t[3], seed[3] = {0, 0, 0}, pt[3], err = 0, gerr = 0;
  tot->get_result(t, seed);

  std::vector<double> pn, got(NX * NY * NA);
  plain(in, in + NA, pt, pn);
  got = ops_dat_fetch_data<double>(n[YEARS % 2]);
  for (int a = 0; a < NA; a++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        err = std::fmax(err, std::fabs(got[(a * NY + j) * NX + i] / pn[(a * (NY + 2) + j + 1) * (NX + 2) + i + 1] - 1));
  for (int r = 0; r < 3; r++) err = std::fmax(err, std::fabs(t[r] / pt[r] - 1));

  /* the Jacobian by rows: one recording, three reverse sweeps; then the first again */
  double jac[3][NIN], again[NIN];
  for (int pass = 0; pass < 4; pass++) {
    tape->zero_adjoints();
    double* s = tot->get_derivative<double>();
    for (int r = 0; r < 3; r++) s[r] = r == pass % 3 ? 1.0 : 0.0;
    tape->interpret_adjoints(&ops);
    double* row = pass < 3 ? jac[pass] : again;
    for (int k = 0; k < NIN; k++) row[k] = k < NA ? fert->get_derivative<double>()[k] : mort->get_derivative<double>()[k - NA];
  }
  ops_remove_tape(&ops, tape);
  bool same = true;
  for (int k = 0; k < NIN; k++) {
    same = same && again[k] == jac[0][k];
    cplx z[NIN], zt[3];
    for (int m = 0; m < NIN; m++) z[m] = in[m];
    z[k] += cplx(0, 1e-30);
    std::vector<cplx> w;
    plain(z, z + NA, zt, w);
    for (int r = 0; r < 3; r++) {
      double ref = zt[r].imag() / 1e-30, e = std::fabs(jac[r][k] - ref) / std::fmax(std::fabs(ref), 1e-8 * std::fabs(pt[r]));
      if (!(e < 1e-10)) printf("  d total %d / d input %d: %.15g, expected %.15g\n", r, k, jac[r][k], ref);
      gerr = std::fmax(gerr, e);
    }
  }
  printf("young %g, adult %g, old %g; relative error: values %.2e, Jacobian %.2e, first row repeats: %s\n", t[0], t[1], t[2], err, gerr,
         same ? "yes" : "no");
  bool ok = err < 1e-12 && gerr < 1e-10 && same;
  printf("ages: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}

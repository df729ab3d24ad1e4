// Fish along a coast with growth, seasons and catch. The adjoint of the growth kernel is written by hand. Gradient of a sum over all
// months, a minimum and a utility, against the complex step. ops_arg_dat_opt by season, passive loops and datasets, OPS_INC on a dataset.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

double dt, diff, width;
#include "fishery_kernels.h"

enum { N = 53, MONTHS = 40 };
typedef std::complex<double> cplx;
static double e_rf(double x) { return erf(x); }
static cplx e_rf(cplx x) { return cplx(erf(x.real()), x.imag() * 1.1283791670955126 * exp(-x.real() * x.real())); }
static double r_e(double x) { return x; }
static double r_e(cplx x) { return x.real(); }
static int season(int m) { return m % 5 < 2; }

template <class S>
struct Sea {
  std::vector<S> n, effort;
  std::vector<double> hab, monitored;
  S p[4], yield, lo, utility;
  Sea() {
    S q[4] = {0.9, 2.2, 0.35, 0.8};
    for (int i = 0; i < 4; i++) p[i] = q[i];
    for (int i = 0; i < N; i++) {
      n.push_back(0.9 + 0.5 * sin(0.37 * i));
      effort.push_back(0.5 + 0.3 * cos(0.2 * i));
      hab.push_back(1.0 + 0.4 * sin(0.11 * i * i));
    }
  }
  void run() {
    yield = utility = 0.0;
    for (int m = 0; m < MONTHS; m++) {
      std::vector<S> o = n;
      double s = 0;
      for (int i = 0; i < N; i++) {
        S x = o[i], K = p[1] * hab[i], c = 0.0;
        if (season(m)) c = 0.5 * effort[i] * x * (1.0 + e_rf((x - p[3]) / width));
        n[i] = x + dt * (p[0] * x * (x / p[2] - 1.0) * (1.0 - x / K) - c);
        yield += dt * c;
        n[i] += dt * diff * (o[i ? i - 1 : 0] - 2.0 * x + o[i < N - 1 ? i + 1 : N - 1]);
      }
      for (int i = 0; i < N; i++) s += r_e(n[i]);
      monitored.push_back(s);
    }
    lo = n[0];
    for (int i = 0; i < N; i++) {
      if (r_e(n[i]) < r_e(lo)) lo = n[i];
      utility += std::pow(n[i], 0.8);
    }
  }
};

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  dt = 0.05;
  diff = 0.6;
  width = 0.25;
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("diff", 1, "double", &diff);
  ops_decl_const("width", 1, "double", &width);
  Sea<double> sea;
  ops_block coast = ops_decl_block(1, "coast");
  int size[] = {N}, base[] = {0}, d_m[] = {-1}, d_p[] = {1}, none[] = {0};
  std::vector<double> with_halo(N + 2, 0.0);
  for (int i = 0; i < N; i++) with_halo[i + 1] = sea.n[i];
  ops_dat n0 = ops_decl_dat(coast, 1, size, base, d_m, d_p, with_halo.data(), "double", "n");
  ops_dat n1 = ops_decl_dat(coast, 1, size, base, d_m, d_p, (double*)NULL, "double", "n1");
  ops_dat effort = ops_decl_dat(coast, 1, size, base, none, none, sea.effort.data(), "double", "effort");
  ops_dat hab = ops_decl_dat_passive(coast, 1, size, base, none, none, sea.hab.data(), "double", "habitat");
  int here[] = {0}, three[] = {0, -1, 1}, shore_pts[2][2] = {{0, 1}, {0, -1}};
  ops_stencil S0 = ops_decl_stencil(1, 1, here, "S0"), S3 = ops_decl_stencil(1, 3, three, "S3");
  ops_stencil SE[2] = {ops_decl_stencil(1, 2, shore_pts[0], "left end"), ops_decl_stencil(1, 2, shore_pts[1], "right end")};
  ops_scalar par = ops_decl_scalar("parameters", sea.p, 4);
  ops_reduction yield = ops_decl_reduction_handle(sizeof(double), "double", "yield"),
                lo = ops_decl_reduction_handle(sizeof(double), "double", "lo"),
                util = ops_decl_reduction_handle(sizeof(double), "double", "utility"),
                census = ops_decl_reduction_handle(sizeof(double), "double", "census");
  ops_partition("");

  int water[] = {0, N}, ends[2][2] = {{-1, 0}, {N, N + 1}};
  ops_dat n = n0, nn = n1;
  std::vector<double> monitored;
  for (int m = 0; m < MONTHS; m++) {
    int open_now = season(m);
    for (int e = 0; e < 2; e++) {
      int inward = e ? -1 : 1;
      ops_par_loop(shore, "shore", coast, 1, ends[e], ops_arg_dat(n, 1, SE[e], "double", OPS_RW), ops_arg_gbl(&inward, 1, "int", OPS_READ));
    }
    ops_par_loop(growth, "growth", coast, 1, water, ops_arg_dat(n, 1, S0, "double", OPS_READ), ops_arg_dat(hab, 1, S0, "double", OPS_READ),
                 ops_arg_dat_opt(effort, 1, S0, "double", OPS_READ, open_now), ops_arg_dat(nn, 1, S0, "double", OPS_WRITE),
                 ops_arg_scalar(par, 4, "double", OPS_READ), ops_arg_gbl(&open_now, 1, "int", OPS_READ),
                 ops_arg_reduce(yield, 1, "double", OPS_INC));
    ops_par_loop(disperse, "disperse", coast, 1, water, ops_arg_dat(n, 1, S3, "double", OPS_READ),
                 ops_arg_dat(nn, 1, S0, "double", OPS_INC));
    ops_dat t = n;
    n = nn;
    nn = t;
    double total;
    ops_par_loop_passive(count, "count", coast, 1, water, ops_arg_dat(n, 1, S0, "double", OPS_READ),
                         ops_arg_reduce(census, 1, "double", OPS_INC));
    ops_reduction_result(census, &total);
    monitored.push_back(total);
  }
  ops_par_loop(poorest, "poorest", coast, 1, water, ops_arg_dat(n, 1, S0, "double", OPS_READ), ops_arg_reduce(lo, 1, "double", OPS_MIN),
               ops_arg_reduce(util, 1, "double", OPS_INC));
  double y, l, u, wy = 1.0, wl = 3.0, wu = 0.1;
  yield->get_result(&y, &wy);
  lo->get_result(&l, &wl);
  util->get_result(&u, &wu);

  sea.run();
  double err = 0, gerr = 0;
  std::vector<double> got(N), gn(N), ge(N);
  got = ops_dat_fetch_data<double>(n);
  for (int i = 0; i < N; i++) err = fmax(err, fabs(got[i] / sea.n[i] - 1));
  for (int m = 0; m < MONTHS; m++) err = fmax(err, fabs(monitored[m] / sea.monitored[m] - 1));
  err = fmax(fmax(err, fabs(y / sea.yield - 1)), fmax(fabs(l / sea.lo - 1), fabs(u / sea.utility - 1)));

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  gn = ops_dat_fetch_derivative<double>(n0);
  ge = ops_dat_fetch_derivative<double>(effort);
  for (int k = 0; k < 10; k++) {
    Sea<cplx> z;
    int i = 0;
    if (k < 4) z.p[k] += cplx(0, 1e-30);
    else if (k < 7) z.n[i = 11 * (k - 4) + 2] += cplx(0, 1e-30);
    else z.effort[i = 24 * (k - 7)] += cplx(0, 1e-30);
    z.run();
    double ref = (wy * z.yield + wl * z.lo + wu * z.utility).imag() / 1e-30, g = k < 4   ? par->get_derivative<double>()[k]
                                                                                 : k < 7 ? gn[i]
                                                                                         : ge[i];
    if (!(fabs(g - ref) < 1e-10 * fabs(ref))) printf("  %d: %.15g, expected %.15g\n", k, g, ref);
    gerr = fmax(gerr, fabs(g / ref - 1));
  }
  printf("yield %g, poorest %g, utility %g; relative error: values %.2e, gradient %.2e\n", y, l, u, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  ops_exit();
  printf("fishery: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}

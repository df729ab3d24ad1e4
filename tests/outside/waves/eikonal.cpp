// Travel times of first arrivals: sweeps of the eikonal equation until nothing changes. Uses early returns, nested
// minima, a maximum that ends the loop, alternating handles, and a seed that is set after the result was read. The
// gradient of the misfit by the model is compared with complex steps.

#include <math.h>
#include <stdio.h>
#include <complex>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
#define FAR_AWAY 1.0e3

double hgrid = 0.25;
#include "eikonal_kernels.h"

static const int N = 41, M = 29;
struct receiver {
  int i, j;
  double t;
};
static receiver rec[] = {{1, 2, 2.1}, {39, 3, 6.0}, {38, 27, 7.7}, {20, 26, 3.5}, {7, 21, 4.0}};
static ops_block blk;
static ops_dat T[2], slow, model;
static ops_stencil P, X5;
static ops_reduction chg, sq, worst;

static double re(double x) { return x; }
static double re(std::complex<double> x) { return x.real(); }
template <class S>
static S lower(S a, S b) {
  return re(a) < re(b) ? a : b;
}

template <class S>
static S plain(const std::vector<S>& m, std::vector<S>& t, int& sweeps) {
  const int L = N + 2;
  t.assign(L * (M + 2), S(FAR_AWAY));
  std::vector<S> tn(t);
  t[13 + 1 + L * (6 + 1)] = 0.0;
  for (sweeps = 1; sweeps <= 500; sweeps++) {
    double big = 0;
    for (int j = 0; j < M; j++)
      for (int i = 0; i < N; i++) {
        int n = i + 1 + L * (j + 1);
        S q = m[i + N * j], f = (re(q) > 0 ? 1.0 + q : exp(q)) * hgrid, c;
        S a = lower(t[n - 1], t[n + 1]), b = lower(t[n - L], t[n + L]);
        tn[n] = t[n];
        if (re(a) >= FAR_AWAY && re(b) >= FAR_AWAY) continue;
        if (fabs(re(a - b)) >= re(f))
          c = lower(a, b) + f;
        else
          c = 0.5 * (a + b + sqrt(2.0 * f * f - (a - b) * (a - b)));
        if (re(c) < re(t[n])) {
          big = std::max(big, re(t[n] - c));
          tn[n] = c;
        }
      }
    t.swap(tn);
    if (big < 1e-13) break;
  }
  S J = 0;
  for (receiver& r : rec) J += (t[r.i + 1 + L * (r.j + 1)] - r.t) * (t[r.i + 1 + L * (r.j + 1)] - r.t);
  return J;
}

static void set_everywhere(ops_dat d, double v, int i0, int i1, int j0, int j1) {
  int range[4] = {i0, i1, j0, j1};
  ops_par_loop(fill, "fill", blk, 2, range, ops_arg_dat(d, 1, P, "double", OPS_WRITE),
               ops_arg_gbl(&v, 1, "double", OPS_READ));
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("hgrid", 1, "double", &hgrid);
  blk = ops_decl_block(2, "section");
  int sz[2] = {N, M}, b[2] = {0, 0}, lo[2] = {-1, -1}, hi[2] = {1, 1}, none[2] = {0, 0};
  std::vector<double> m0(N * M);
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++)
      m0[i + N * j] = 0.35 * sin(0.23 * i + 0.1) * cos(0.31 * j) + 0.0071 * ((i * 7 + j * 13) % 17);
  double* zero = NULL;
  T[0] = ops_decl_dat(blk, 1, sz, b, lo, hi, zero, "double", "T0");
  T[1] = ops_decl_dat(blk, 1, sz, b, lo, hi, zero, "double", "T1");
  slow = ops_decl_dat(blk, 1, sz, b, none, none, zero, "double", "slow");
  model = ops_decl_dat(blk, 1, sz, b, none, none, &m0[0], "double", "model");
  int pt[] = {0, 0}, cross[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  P = ops_decl_stencil(2, 1, pt, "P");
  X5 = ops_decl_stencil(2, 5, cross, "X5");
  chg = ops_decl_reduction_handle(sizeof(double), "double", "change");
  sq = ops_decl_reduction_handle(sizeof(double), "double", "sq");
  worst = ops_decl_reduction_handle(sizeof(double), "double", "worst");
  ops_partition("eikonal");

  int whole[] = {0, N, 0, M};
  ops_par_loop(slowness, "slowness", blk, 2, whole, ops_arg_dat(model, 1, P, "double", OPS_READ),
               ops_arg_dat(slow, 1, P, "double", OPS_WRITE));
  set_everywhere(T[0], FAR_AWAY, -1, N + 1, -1, M + 1);
  set_everywhere(T[1], FAR_AWAY, -1, N + 1, -1, M + 1);
  set_everywhere(T[0], 0.0, 13, 14, 6, 7);
  int it = 0, cur = 0;
  while (it < 500) {
    double change = 0.0;
    ops_par_loop(relax, "relax", blk, 2, whole, ops_arg_dat(T[cur], 1, X5, "double", OPS_READ),
                 ops_arg_dat(T[1 - cur], 1, P, "double", OPS_WRITE), ops_arg_dat(slow, 1, P, "double", OPS_READ),
                 ops_arg_reduce(chg, 1, "double", OPS_MAX));
    ops_reduction_result(chg, &change);
    cur = 1 - cur;
    ++it;
    if (change < 1e-13) break;
  }
  for (receiver& r : rec) {
    int here[] = {r.i, r.i + 1, r.j, r.j + 1};
    ops_par_loop(pick, "pick", blk, 2, here, ops_arg_dat(T[cur], 1, P, "double", OPS_READ),
                 ops_arg_gbl(&r.t, 1, "double", OPS_READ), ops_arg_reduce(sq, 1, "double", OPS_INC),
                 ops_arg_reduce(worst, 1, "double", OPS_MAX));
  }
  double J, w;
  ops_reduction_result(sq, &J);
  ops_reduction_result(worst, &w);
  sq->get_derivative<double>()[0] = 1.0;
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  std::vector<double> t(N * M), g(N * M), pt_;
  int sweeps;
  t = ops_dat_fetch_data<double>(T[cur]);
  g = ops_dat_fetch_derivative<double>(model);
  double Jp = plain(m0, pt_, sweeps), err = fabs(J - Jp) / Jp, gerr = 0, gmax = 0, wp = 0;
  for (receiver& r : rec) wp = std::max(wp, fabs(pt_[r.i + 1 + (N + 2) * (r.j + 1)] - r.t));
  err = std::max(err, fabs(w - wp) / wp);
  for (int j = 0; j < M; j++)
    for (int i = 0; i < N; i++) {
      err = std::max(err, fabs(t[i + N * j] - pt_[i + 1 + (N + 2) * (j + 1)]) / 10.0);
      gmax = std::max(gmax, fabs(g[i + N * j]));
    }
  for (int k = 0; k < 12; k++) {
    std::vector<std::complex<double>> cm(m0.begin(), m0.end()), ct;
    double got = 0;
    int it2;
    for (int n = 0; n < N * M; n++) {
      double d = k ? sin(0.7 * k * n + k) : 1.0;
      cm[n] += std::complex<double>(0, 1e-50 * d);
      got += d * g[n];
    }
    gerr = std::max(gerr, fabs(plain(cm, ct, it2).imag() / 1e-50 - got) / fabs(got));
  }
  ops_printf("%d sweeps (plain %d), misfit %g, worst %g, error %.2e, gradient error %.2e\n", it, sweeps, J, w, err,
             gerr);
  int ok = it == sweeps && err < 1e-12 && gerr < 1e-10 && gmax > 0;
  ops_printf("eikonal: %s\n", ok ? "passed" : "failed");
  ops_exit();
  return !ok;
}

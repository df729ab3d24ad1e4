// Multigrid V-cycles for a nonlinear reaction-diffusion equation on three levels. Uses restrict and prolong stencils,
// datasets with strides, recursion, and increments of a dataset. The gradient by source and coefficient is compared
// with complex steps.

#include <complex>
#include <math.h>
#include <stdio.h>
#include <string>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double h2 = 1.0 / (16.0 * 16.0), omega = 0.8;
#include "vcycle_kernels.h"

#define LEVELS 3
const int NX[LEVELS] = {33, 17, 9}, NY[LEVELS] = {25, 13, 7};
ops_block grid;
ops_dat u[LEVELS], v[LEVELS], f[LEVELS], k[LEVELS], r[LEVELS];
ops_stencil S1, S5, RESTRICT9, RESTRICT1, PROLONG4;

static double f0(int i, int j) { return 20.0 * sin(0.2 * i + 0.1) * cos(0.17 * j) + (i == 11 && j == 9 ? 300.0 : 0.0); }
static double k0(int i, int j) { return 3.0 + sin(0.5 * i) + 2.0 * cos(0.4 * j + 0.05 * i); }

// The same cycle on plain arrays.
template <class S>
struct Plain {
  typedef std::vector<S> V;
  V u[LEVELS], f[LEVELS], k[LEVELS];
  static S& at(V& a, int l, int i, int j) { return a[i + NX[l] * j]; }
  template <class F>
  static void inner(int l, F body) {
    for (int j = 1; j < NY[l] - 1; j++)
      for (int i = 1; i < NX[l] - 1; i++) body(i, j);
  }
  S off(int l, int i, int j) {
    return at(u[l], l, i - 1, j) + at(u[l], l, i + 1, j) + at(u[l], l, i, j - 1) + at(u[l], l, i, j + 1);
  }
  S react(int l, int i, int j) { return at(k[l], l, i, j) * (1.0 + 0.5 * at(u[l], l, i, j) * at(u[l], l, i, j)); }
  void relax(int l, int n) {
    double s = pow(4.0, l);
    while (n-- > 0) {
      V w = u[l];
      inner(l, [&](int i, int j) {
        S d = 4.0 + s * h2 * react(l, i, j), x = at(u[l], l, i, j);
        at(w, l, i, j) = x + omega * ((s * h2 * at(f[l], l, i, j) + off(l, i, j)) / d - x);
      });
      u[l] = w;
    }
  }
  V resid(int l) {
    V r(u[l].size(), S(0));
    double s = pow(4.0, l);
    inner(l, [&](int i, int j) {
      at(r, l, i, j) =
          at(f[l], l, i, j) - (4.0 * at(u[l], l, i, j) - off(l, i, j)) / (s * h2) - react(l, i, j) * at(u[l], l, i, j);
    });
    return r;
  }
  void cycle(int l) {
    relax(l, l == LEVELS - 1 ? 12 : 2);
    if (l == LEVELS - 1) return;
    V r = resid(l);
    inner(l + 1, [&](int i, int j) {
      S sum = 0;
      for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++) sum += (a ? 1.0 : 2.0) * (b ? 1.0 : 2.0) / 16.0 * at(r, l, 2 * i + a, 2 * j + b);
      at(f[l + 1], l + 1, i, j) = sum;
    });
    u[l + 1].assign(NX[l + 1] * NY[l + 1], S(0));
    cycle(l + 1);
    inner(l, [&](int i, int j) {
      int a = i / 2, b = j / 2, p = i % 2, q = j % 2;
      at(u[l], l, i, j) += 0.25 * (at(u[l + 1], l + 1, a, b) + at(u[l + 1], l + 1, a + p, b) +
                                   at(u[l + 1], l + 1, a, b + q) + at(u[l + 1], l + 1, a + p, b + q));
    });
    relax(l, 2);
  }
  S run(const V& fin, const V& kin) {
    for (int l = 0; l < LEVELS; l++) u[l] = f[l] = k[l] = V(NX[l] * NY[l], S(0));
    f[0] = fin;
    k[0] = kin;
    for (int l = 1; l < LEVELS; l++)
      for (int j = 0; j < NY[l]; j++)
        for (int i = 0; i < NX[l]; i++) at(k[l], l, i, j) = at(k[l - 1], l - 1, 2 * i, 2 * j);
    for (int c = 0; c < 4; c++) cycle(0);
    S j = 0;
    inner(0, [&](int a, int b) { j += at(u[0], 0, a, b) * at(u[0], 0, a, b) + sin(at(u[0], 0, a, b)); });
    return j;
  }
};

static int* interior(int l) {
  static int range[LEVELS][4];
  range[l][0] = range[l][2] = 1;
  range[l][1] = NX[l] - 1;
  range[l][3] = NY[l] - 1;
  return range[l];
}

static void relax(int l, int sweeps) {
  double scale = pow(4.0, l);
  for (int n = 0; n < sweeps; n++) {
    ops_par_loop(smooth, "smooth", grid, 2, interior(l), ops_arg_dat(u[l], 1, S5, "double", OPS_READ),
                 ops_arg_dat(v[l], 1, S1, "double", OPS_WRITE), ops_arg_dat(f[l], 1, S1, "double", OPS_READ),
                 ops_arg_dat(k[l], 1, S1, "double", OPS_READ), ops_arg_gbl(&scale, 1, "double", OPS_READ));
    ops_par_loop(copy, "copy", grid, 2, interior(l), ops_arg_dat(v[l], 1, S1, "double", OPS_READ),
                 ops_arg_dat(u[l], 1, S1, "double", OPS_WRITE));
  }
}

static void vcycle(int l) {
  double scale = pow(4.0, l);
  relax(l, l == LEVELS - 1 ? 12 : 2);
  if (l == LEVELS - 1) return;
  ops_par_loop(residual, "residual", grid, 2, interior(l), ops_arg_dat(u[l], 1, S5, "double", OPS_READ),
               ops_arg_dat(f[l], 1, S1, "double", OPS_READ), ops_arg_dat(k[l], 1, S1, "double", OPS_READ),
               ops_arg_dat(r[l], 1, S1, "double", OPS_WRITE), ops_arg_gbl(&scale, 1, "double", OPS_READ));
  ops_par_loop(full_weighting, "full_weighting", grid, 2, interior(l + 1),
               ops_arg_dat(r[l], 1, RESTRICT9, "double", OPS_READ), ops_arg_dat(f[l + 1], 1, S1, "double", OPS_WRITE));
  int whole[] = {0, NX[l + 1], 0, NY[l + 1]};
  ops_par_loop(clear, "clear", grid, 2, whole, ops_arg_dat(u[l + 1], 1, S1, "double", OPS_WRITE));
  vcycle(l + 1);
  ops_par_loop(interpolate, "interpolate", grid, 2, interior(l), ops_arg_dat(u[l + 1], 1, PROLONG4, "double", OPS_READ),
               ops_arg_dat(u[l], 1, S1, "double", OPS_INC), ops_arg_idx());
  relax(l, 2);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  grid = ops_decl_block(2, "grid");
  std::vector<double> fi(NX[0] * NY[0]), ki(fi.size());
  for (int j = 0; j < NY[0]; j++)
    for (int i = 0; i < NX[0]; i++) fi[i + NX[0] * j] = f0(i, j), ki[i + NX[0] * j] = k0(i, j);
  for (int l = 0; l < LEVELS; l++) {
    int size[] = {NX[l], NY[l]}, base[] = {0, 0}, d[] = {0, 0}, stride[] = {1 << l, 1 << l};
    std::string n = std::to_string(l);
    double* nil = NULL;
    u[l] = ops_decl_dat(grid, 1, size, base, d, d, stride, nil, "double", ("u" + n).c_str());
    v[l] = ops_decl_dat(grid, 1, size, base, d, d, stride, nil, "double", ("v" + n).c_str());
    r[l] = ops_decl_dat(grid, 1, size, base, d, d, stride, nil, "double", ("r" + n).c_str());
    f[l] = ops_decl_dat(grid, 1, size, base, d, d, stride, l ? nil : fi.data(), "double", ("f" + n).c_str());
    k[l] = ops_decl_dat(grid, 1, size, base, d, d, stride, l ? nil : ki.data(), "double", ("k" + n).c_str());
  }
  int s1[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, s4[] = {0, 0, 1, 0, 0, 1, 1, 1}, two[] = {2, 2};
  int s9[] = {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1};
  S1 = ops_decl_stencil(2, 1, s1, "S1");
  S5 = ops_decl_stencil(2, 5, s5, "S5");
  RESTRICT9 = ops_decl_restrict_stencil(2, 9, s9, two, "RESTRICT9");
  RESTRICT1 = ops_decl_restrict_stencil(2, 1, s1, two, "RESTRICT1");
  PROLONG4 = ops_decl_prolong_stencil(2, 4, s4, two, "PROLONG4");
  ops_decl_const("h2", 1, "double", &h2);
  ops_decl_const("omega", 1, "double", &omega);
  ops_reduction rj = ops_decl_reduction_handle(sizeof(double), "double", "j");
  ops_reduction rr = ops_decl_reduction_handle(sizeof(double), "double", "res");
  ops_partition("mg");

  for (int l = 1; l < LEVELS; l++) {
    int whole[] = {0, NX[l], 0, NY[l]};
    ops_par_loop(injection, "injection", grid, 2, whole, ops_arg_dat(k[l - 1], 1, RESTRICT1, "double", OPS_READ),
                 ops_arg_dat(k[l], 1, S1, "double", OPS_WRITE));
  }
  for (int c = 0; c < 4; c++) vcycle(0);
  double one = 1.0, J, res;
  ops_par_loop(residual, "residual", grid, 2, interior(0), ops_arg_dat(u[0], 1, S5, "double", OPS_READ),
               ops_arg_dat(f[0], 1, S1, "double", OPS_READ), ops_arg_dat(k[0], 1, S1, "double", OPS_READ),
               ops_arg_dat(r[0], 1, S1, "double", OPS_WRITE), ops_arg_gbl(&one, 1, "double", OPS_READ));
  ops_par_loop(target, "target", grid, 2, interior(0), ops_arg_dat(u[0], 1, S1, "double", OPS_READ),
               ops_arg_dat(r[0], 1, S1, "double", OPS_READ), ops_arg_reduce(rj, 1, "double", OPS_INC),
               ops_arg_reduce(rr, 1, "double", OPS_MAX));
  rj->get_result<double>(&J, &one);
  ops_reduction_result(rr, &res);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());

  const int n = NX[0] * NY[0];
  std::vector<double> uu(n), gf(n), gk(n);
  uu = ops_dat_fetch_data<double>(u[0]);
  gf = ops_dat_fetch_derivative<double>(f[0]);
  gk = ops_dat_fetch_derivative<double>(k[0]);
  Plain<double> p;
  double Jp = p.run(fi, ki), err = fabs(J - Jp) / fabs(Jp), top = 0, gerr = 0, mf = 0, mk = 0;
  for (double x : p.u[0]) top = fmax(top, fabs(x));
  for (int q = 0; q < n; q++) {
    err = fmax(err, fabs(uu[q] - p.u[0][q]) / top);
    mf = fmax(mf, fabs(gf[q]));
    mk = fmax(mk, fabs(gk[q]));
  }
  for (int t = 0; t < 24; t++) {
    int q = 3 + NX[0] + 31 * t;
    if (q >= n) break;
    std::vector<std::complex<double>> cf(fi.begin(), fi.end()), ck(ki.begin(), ki.end());
    (t % 2 ? cf : ck)[q] += std::complex<double>(0, 1e-40);
    Plain<std::complex<double>> c;
    double want = c.run(cf, ck).imag() / 1e-40;
    gerr = fmax(gerr, t % 2 ? fabs(want - gf[q]) / mf : fabs(want - gk[q]) / mk);
  }
  ops_printf("J %.10g residual %.2e error %.2e gradient error %.2e\n", J, res, err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10 && mf > 0 && mk > 0;
  ops_exit();
  printf("vcycle: %s\n", ok ? "passed" : "failed");
  return !ok;
}

// Constants that change, temporaries that are freed, conditional writes, the same dataset twice, all before the reverse sweep.
#define OPS_1D
#include <cmath>
#include <vector>
#include "ops_seq_v2.h"
double rate; double pair_c[2];
void grow(const ACC<double>& a, ACC<double>& b) { b(0) = a(0) * (1.0 + rate) + pair_c[0] * a(0) * a(0) + pair_c[1]; }
void some(const ACC<double>& a, ACC<double>& b) { if (a(0) > 0.5) b(0) = 3.0 * a(0) * a(0); }
void shift(const ACC<double>& a, ACC<double>& b, const double* w) { b(0) = w[0] * a(-4) + w[1] * b(0); }
void square(const ACC<double>& a, double* s) { *s += a(0) * a(0); }
void inc(const ACC<double>& a, ACC<double>& b) { b(0) += std::sin(a(0)); }
void mini(const ACC<double>& a, double* lo, double* hi) { *lo = std::fmin(*lo, a(0) * a(0)); if (a(0) > *hi) *hi = a(0); }
static const int N = 16;
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("rate", 1, "double", &rate); ops_decl_const("pair_c", 2, "double", pair_c);
  ops_block b = ops_decl_block(1, "b");
  int n = N, z = 0, m = -4, p = 4, s0[] = {0}, s4[] = {0, -4}, r[] = {0, N};
  auto mk = [&](const char* nm) { return ops_decl_dat(b, 1, &n, &z, &m, &p, (double*)NULL, "double", nm); };
  ops_dat x = mk("x"), y = mk("y"), w = mk("w");
  ops_stencil P = ops_decl_stencil(1, 1, s0, "P"), S4 = ops_decl_stencil(1, 2, s4, "S4");
  ops_reduction R = ops_decl_reduction_handle(8, "double", "R"), LO = ops_decl_reduction_handle(8, "double", "LO"), HI = ops_decl_reduction_handle(8, "double", "HI");
  ops_partition("");
  int bad = 0;
  auto ops_run = [&](const std::vector<double>& v) {
    ops_ad_reset();
    ops_dat_set_data(x, v);
    ops_dat_deep_copy(y, x);
    for (int s = 0; s < 5; ++s) {
      ops_ad_step();
      rate = 0.1 * (s + 1); pair_c[0] = -0.05 * s; pair_c[1] = 0.01;
      ops_update_const("rate", 1, "double", &rate); ops_update_const("pair_c", 2, "double", pair_c);
      ops_dat tmp = ops_dat_copy(y);
      ops_par_loop(grow, "grow", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_dat(tmp, 1, P, "double", OPS_WRITE));
      ops_par_loop(some, "some", b, 1, r, ops_arg_dat(tmp, 1, P, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_WRITE));
      int part[] = {8, 12};
      double* ww = new double[2]{0.5 + s, 0.25};
      ops_par_loop(shift, "shift", b, 1, part, ops_arg_dat(y, 1, S4, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_RW), ops_arg_gbl(ww, 2, "double", OPS_READ));
      ww[0] = ww[1] = NAN; delete[] ww;
      ops_dat_deep_copy(w, tmp);
      ops_free_dat(tmp);
      ops_par_loop(inc, "inc", b, 1, r, ops_arg_dat(w, 1, P, "double", OPS_READ), ops_arg_dat(y, 1, P, "double", OPS_INC));
      part[0] = 100;
      if (s % 2) std::swap(y, w);
    }
    ops_par_loop(square, "square", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
    ops_par_loop(mini, "mini", b, 1, r, ops_arg_dat(y, 1, P, "double", OPS_READ), ops_arg_reduce(LO, 1, "double", OPS_MIN), ops_arg_reduce(HI, 1, "double", OPS_MAX));
    double J, lo, hi, one = 0.01, two = 2.0, three = 3.0;
    R->get_result(&J, &one); LO->get_result(&lo, &two); HI->get_result(&hi, &three);
    return 0.01 * J + 2 * lo + 3 * hi;
  };
  auto plain = [&](const std::vector<double>& v) {
    std::vector<double> Y = v, W(N), T;
    for (int s = 0; s < 5; ++s) {
      double ra = 0.1 * (s + 1), c0 = -0.05 * s, c1 = 0.01;
      T = Y;
      for (int i = 0; i < N; ++i) T[i] = Y[i] * (1.0 + ra) + c0 * Y[i] * Y[i] + c1;
      for (int i = 0; i < N; ++i) if (T[i] > 0.5) Y[i] = 3.0 * T[i] * T[i];
      for (int i = 8; i < 12; ++i) Y[i] = (0.5 + s) * Y[i - 4] + 0.25 * Y[i];
      W = T;
      for (int i = 0; i < N; ++i) Y[i] += std::sin(W[i]);
      if (s % 2) std::swap(Y, W);
    }
    double J = 0, lo = 1e300, hi = -1e300;
    for (double q : Y) J += q * q, lo = std::fmin(lo, q * q), hi = std::fmax(hi, q);
    return 0.01 * J + 2 * lo + 3 * hi;
  };
  std::vector<double> v(N);
  for (int i = 0; i < N; ++i) v[i] = 0.4 + 0.45 * std::sin(1.0 + 0.7 * i);
  double J = ops_run(v), F = plain(v);
  if (std::fabs(J - F) > 1e-11 * std::fabs(F)) bad++, ops_printf("J %.15g plain %.15g\n", J, F);
  ops_interpret_adjoints();
  auto g = ops_dat_fetch_derivative<double>(x);
  for (int i = 0; i < N; ++i) { auto a = v, c = v; a[i] += 2e-8; c[i] -= 2e-8; double fd = (plain(a) - plain(c)) / 4e-8; if (std::fabs(fd - g[i]) > 1e-5 * (1 + std::fabs(fd))) bad++, ops_printf("%d: %.10g fd %.10g\n", i, g[i], fd); }
  ops_printf("J %a g3 %a\n", J, g[3]);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad;
}

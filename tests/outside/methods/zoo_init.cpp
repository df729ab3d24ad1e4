// Initialisation and objects in kernels: partial braces, default members, nested structs, constructors that delegate, conversions, overloads, mutable
// lambdas, references to the larger, static tables, matrices of class templates. Oracle: each helper called by the program, its differences.
#define OPS_1D
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>
#include "ops_seq_v2.h"
namespace z {
constexpr int n = 24;
inline double f_elision(double a, double b, double c) {
  double m[2][3] = {{a, b, c}, {1.0, a * b}}, w[4] = {c}, z[2][2] = {{a}, {b, c}};
  return m[0][2] * m[1][0] + m[1][1] * m[0][1] + m[1][2] + w[0] * z[1][1] + w[3] + z[0][1] + z[1][0] * m[0][0];
}
struct Cell { double v = 0.5; double k[2] = {1.0, 2.0}; int tag{3}; double twice = 2.0 * v; };
inline double f_defaults(double a, double b, double c) {
  Cell x, y{a}, z{b, {c}}, list[3] = {{c, {a, b}, 1}, {b}};
  return x.twice * a + y.twice * y.k[1] + z.k[0] * z.k[1] + z.k[0] * z.twice + z.tag * b + list[0].twice * list[0].k[1] * list[0].tag + list[1].twice * list[1].v + list[2].twice * c + list[2].tag;
}
struct Pair { double x, y; };
struct Quad { Pair lo, hi; double scale; };
inline Pair mirror(const Pair& p) { return {p.y, -p.x}; }
inline double f_nested(double a, double b, double c) {
  Quad q = {{a, b}, {c, 1.0 + a}, 2.0}, r{{a}, {c, b}, c}, s = q;
  s.lo = mirror(s.hi);
  s.hi.y += r.lo.y + 1.0;
  auto [lo, hi, scale] = s;
  return q.lo.x * q.hi.y + r.hi.y * r.hi.x + r.scale * r.hi.y + lo.x * hi.y - lo.y * scale;
}
struct Wrapped {
  double v, w; 
  constexpr Wrapped(double x) : v(x), w(x * x) {}
  constexpr Wrapped(double x, int n) : Wrapped(x) { w *= n; }
  operator double() const { return v + w; }
  Wrapped& operator-=(double d) { v -= d; return *this; }
  double operator()(double x, double y = 2.0) const { return v * x + w * y; }
  Wrapped operator-() const { return Wrapped(-v); }
};
inline double f_wrapped(double a, double b, double c) {
  Wrapped x = a, y(b, 3), z{c, 2};
  (x -= b) -= c;
  return x + 2.0 * y + z(a) + y(c, a) + double(-z) * static_cast<double>(x);
}
inline double power_of(double x, int n = 2) { double p = 1; while (n-- > 0) p *= x; return p; }
inline double power_of(double x, double y) { return std::pow(2.0 + x, y); }
inline float power_of(float x, int) { return x; }
inline double f_overloads(double a, double b, double c) { return power_of(a) + power_of(b, 3) + power_of(c, a) + power_of(2.0f, 4) * b; }
inline double f_invoked(double a, double b, double c) {
  const double k = [&] { if (a > b) return a * a; double s = 0; for (int i = 0; i < 3; ++i) s += b * i; return s; }();
  double w[2] = {b, c};
  auto area = [w, y = a * c, n = 2]() mutable { w[0] *= y; n++; return w[0] * w[1] * n; };
  const double first = area(), second = area();
  return k * first + second - w[0];
}
inline double& larger(double& x, double& y) { return x > y ? x : y; }
inline double f_lvalues(double a, double b, double c) {
  double v[3] = {a, b, c};
  larger(v[0], v[1]) *= 2.0 + c;
  double &r = v[2], *p = &v[1], *q = p - 1;
  r += *q; *p++ -= 0.5 * r; *p *= 3.0;
  int i = 0;
  v[i++] += 1.0; v[i] *= v[2 * i];
  double s = 0;
  for (double* it = v; it != v + 3; ++it) s = s * 0.7 + *it;
  return s + p[-1] * (q == v);
}
inline double f_static_table(double a, double b, double c) {
  static const double bell[] = {0.1, 0.5, 1.0, 0.5, 0.1};
  static constexpr struct { double x; int n; } rule[2] = {{0.3, 1}, {0.7, 2}};
  double s = 0;
  for (int k = -2; k <= 2; ++k) s += bell[k + 2] * std::sin(a + k * b);
  for (const auto& g : rule) s += g.n * std::cos(g.x * c);
  return s * a;
}
template <int rows, int cols> struct Mat {
  double e[rows * cols] = {};
  double& operator()(int r, int c) { return e[r * cols + c]; }
  double operator()(int r, int c) const { return e[r * cols + c]; }
  template <int k> Mat<rows, k> operator*(const Mat<cols, k>& o) const {
    Mat<rows, k> p;
    for (int r = 0; r < rows; ++r) for (int q = 0; q < k; ++q) for (int c = 0; c < cols; ++c) p(r, q) += (*this)(r, c) * o(c, q);
    return p;
  }
  Mat<cols, rows> t() const { Mat<cols, rows> m; for (int r = 0; r < rows; ++r) for (int c = 0; c < cols; ++c) m(c, r) = (*this)(r, c); return m; }
};
inline double f_class_matrix(double a, double b, double c) {
  Mat<2, 3> m; Mat<3, 1> x;
  m(0, 0) = a, m(0, 1) = 1 + b, m(1, 2) = c, m(1, 0) = a * b;
  x(0, 0) = b, x(1, 0) = c, x(2, 0) = a;
  const auto y = m * x; const auto g = m * m.t();
  return (y.t() * (g * y))(0, 0) + g(0, 1);
}
inline double f_arrays_of_arrays(double a, double b, double c) {
  std::array<std::array<double, 2>, 3> t{{{a, b}, {b, c}, {c}}};
  auto copy = t; copy[1][0] = t[2][1]; t[0][1] *= 2;
  std::pair<double, int> p{a * c, 3}; auto q = std::make_pair(b, c);
  double s = 0; for (auto& row : t) for (double& x : row) { x *= 1.1; s += x * x; }
  return s + copy[1][0] * copy[1][1] + copy[1][0] * t[1][1] + p.first * p.second + q.first * q.second;
}
#define ALL(M) M(elision) M(defaults) M(nested) M(wrapped) M(overloads) M(invoked) M(lvalues) M(static_table) M(class_matrix) M(arrays_of_arrays)
#define KERNEL(name) inline void k_##name(const ACC<double>& u, ACC<double>& v, double* s) { const double r = f_##name(u(-1), u(0), u(1)); v(0) = r; *s += r * (1.0 + u(0)); }
ALL(KERNEL)
int bad = 0;
template <class F, class K>
void run(const char* name, K kernel_loop, F f) {
  std::vector<double> u(n + 2);
  for (int i = 0; i < n + 2; ++i) u[i] = 0.6 * std::sin(1.7 * i + 0.3) + 0.013 * i;
  auto J = [&] { double s = 0; for (int i = 1; i <= n; ++i) s += f(u[i - 1], u[i], u[i + 1]) * (1.0 + u[i]); return s; };
  std::vector<double> v(n), g(n);
  double s = 0;
  kernel_loop(u, v, g, s);
  double worst = std::fabs(s - J()) / (1 + std::fabs(s)), wg = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(v[i] - f(u[i], u[i + 1], u[i + 2])));
  for (int i = 1; i <= n; ++i) {
    const double h = 1e-6, keep = u[i];
    u[i] = keep + h; const double p = J(); u[i] = keep - h; const double m = J(); u[i] = keep;
    wg = std::max(wg, std::fabs((p - m) / (2 * h) - g[i - 1]) / (1 + std::fabs(g[i - 1])));
  }
  if (!(worst < 1e-12) || !(wg < 1e-6)) { ++bad; std::printf("  %s: values %g gradient %g\n", name, worst, wg); }
}
}  // namespace z
int main(int argc, char** argv) {
  using namespace z;
  ops_init(argc, argv, 1);
  int size[] = {n}, base[] = {0}, dm[] = {-1}, dp[] = {1}, one[] = {0}, three[] = {-1, 0, 1}, range[] = {0, n};
  ops_block line = ops_decl_block(1, "line");
  ops_stencil S0 = ops_decl_stencil(1, 1, one, "0"), S3 = ops_decl_stencil(1, 3, three, "3");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
#define RUN(name)                                                                                                                       \
  run(#name, [&](std::vector<double>& u, std::vector<double>& v, std::vector<double>& g, double& s) {                                    \
    ops_dat U = ops_decl_dat(line, 1, size, base, dm, dp, u.data(), "double", "u_" #name), V = ops_decl_dat(line, 1, size, base, dm, dp, (double*)nullptr, "double", "v_" #name); \
    ops_par_loop(k_##name, #name, line, 1, range, ops_arg_dat(U, 1, S3, "double", OPS_READ), ops_arg_dat(V, 1, S0, "double", OPS_WRITE), ops_arg_reduce(sum, 1, "double", OPS_INC)); \
    const double one_seed = 1.0;                                                                                                        \
    sum->get_result(&s, &one_seed);                                                                                                     \
    v = ops_dat_fetch_data<double>(V);                                                                                          \
    ops_interpret_adjoints(OPS_instance::getOPSInstance());                                                                             \
    g = ops_dat_fetch_derivative<double>(U);                                                                             \
    ops_ad_reset(OPS_instance::getOPSInstance());                                                                                       \
  }, f_##name);
  ALL(RUN)
  ops_exit();
  std::printf(bad ? "failed %d\n" : "passed %d\n", bad);
  return bad != 0;
}

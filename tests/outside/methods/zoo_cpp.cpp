// Modern C++ inside kernels: fold expressions, designated initialisers, function objects, local classes, literals of
// the program, std::array, minima of lists, parts of numbers, arrays passed by pointer to rows. The oracle: each helper called by the program, central differences of it.
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
template <class... T>
inline double sum_of_squares(const T&... x) { return (... + (x * x)); }
template <class... T>
inline double scaled_product(double s, T... x) { return (s * ... * (1.0 + 0.2 * x)); }
inline double f_folds(double a, double b, double c) { return sum_of_squares(a, b, c, a * b) + scaled_product(c, a, b); }
struct Gas { double rho = 1.0, u = 0.0, p = 1.0; };
inline double flux(const Gas& g) { return g.rho * g.u * g.u + g.p; }
inline double f_designated(double a, double b, double c) {
  const Gas l{.rho = 2.0 + a, .u = b}, r{.rho = 1.5, .u = 0.2 * a, .p = 1.0 + c * c};
  const Gas& up = l.u + 0.1 * r.p > 0.3 ? l : r;
  return flux(up) + 0.3 * flux(Gas{.rho = 0.5, .u = c, .p = a}) * r.p;
}
inline double law_square(double x) { return x * x + 1.0; }
template <class Law>
inline double apply(Law law, double x) { return law(x + 1.0) - law(x) * x; }
struct Cubic { double k; double operator()(double x) const { return x * (1.0 + k * x * x); } };
inline double f_pointers(double a, double b, double c) { return apply(Cubic{a}, b) * a + apply([](double x) { return law_square(x) * x; }, c) * b; }
inline double f_local_class(double a, double b, double c) {
  struct Acc {
    double s = 0.0; int count = 0;
    Acc& operator<<(double x) { s += x * x; ++count; return *this; }
    operator double() const { return s / count; }
  };
  Acc m;
  m << a << b << c * a;
  return m * b + static_cast<double>(m);
}
constexpr double operator""_deg(long double d) { return static_cast<double>(d) * std::numbers::pi / 180.0; }
inline double f_literals(double a, double b, double c) {
  constexpr int mask = 0b1010, big = 1'000;
  double s = a * std::cos(30.0_deg + b);
  for (int bit = 0; bit < 4; ++bit) s += (mask >> bit & 1) ? c * 0x1.8p-1 * (bit + 1) : a / big;
  return s;
}
inline double f_algorithms(double a, double b, double c) {
  std::array<double, 4> v{a, b, c, 0.05};
  double total = 0.0;
  for (auto& x : v) total += x;
  const double lo = std::min({a, b, c}), hi = std::max({a, b, c, -5.0});
  const double old = v[1];
  v[1] = a * c, v[v.size() - 1] += v[0];
  return total * hi + lo * old + v[1] * v[3];
}
inline double f_parts(double a, double b, double c) {
  const double part = 3.0 * a + 7.0 - std::floor(3.0 * a + 7.0);
  return part * c + std::ldexp(b, 3) + std::scalbn(a * b, 2) + std::ceil(c) * a + std::trunc(10 * b) * c + std::nearbyint(5 * a) * b;
}
inline void transpose_times(const double (*m)[3], const double* x, double (&y)[3]) {
  for (int i = 0; i < 3; ++i) { y[i] = 0; for (int j = 0; j < 3; j++) y[i] += m[j][i] * x[j]; }
}
inline double f_matrix(double a, double b, double c) {
  double m[3][3] = {{1, a}, {b, 2, c}, {}}, x[3] = {a, b, c}, y[3];
  m[2][2] = m[0][1] - m[1][0];
  transpose_times(m, x, y);
  transpose_times(m, y, x);
  return y[0] * x[2] + x[1] - *(y + 1);
}
#define ALL(M) M(folds) M(designated) M(pointers) M(local_class) M(literals) M(algorithms) M(parts) M(matrix)
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

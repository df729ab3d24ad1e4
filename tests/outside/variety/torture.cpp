// One kernel after another with unusual but ordinary C++; each one's gradient against differences of the same function on numbers.
#define OPS_2D
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>
#include "ops_seq_v2.h"

struct vec2 {
  double x, y;
  vec2 operator+(const vec2& o) const { return {x + o.x, y + o.y}; }
  vec2& operator*=(double s) { x *= s; y *= s; return *this; }
  double norm() const { return std::sqrt(x * x + y * y + 1e-3); }
};
inline vec2 operator*(double s, vec2 v) { return v *= s; }
template <class A> static inline double lap(const A& u) { return u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0); }
template <class A> double upto(const A& u, int n) { return n == 0 ? u(0, 0) : 0.5 * upto(u, n - 1) + std::sin(u(0, 0)); }
static const double coef[4] = {0.3, -0.2, 0.7, 0.05};
constexpr std::array<double, 3> knots = {-0.4, 0.1, 0.6};
enum class region { low, mid, high };
inline region where(double x) { return x < knots[0] ? region::low : x < knots[2] ? region::mid : region::high; }

// every kernel has a body that works for any accessor
#define KERNEL(name, ...)                                                                \
  template <class A> inline double name##_value(const A& u) __VA_ARGS__                           \
  void name(const ACC<double>& u, ACC<double>& v) { v(0, 0) = name##_value(u); }

KERNEL(k_lap, { return lap(u) * u(0, 0); })
KERNEL(k_vec, { vec2 a{u(0, 0), u(1, 0)}, b = {u(0, 1), u(-1, 0)}; vec2 c = a + 2.0 * b; c *= u(0, 0); return c.norm(); })
KERNEL(k_table, { double s = 0; for (int i = 3, j = 0; i >= 0; --i, ++j) { if (i == 2) continue; s = s * u(0, 0) + coef[i] * (j + 1); } return s; })
KERNEL(k_switch, { double x = u(0, 0); switch (where(x)) { case region::low: x = -x; [[fallthrough]]; case region::mid: return x * x * u(1, 0); case region::high: break; } return std::log1p(x) + u(0, 1); })
KERNEL(k_do, { double x = 1.0, a = u(0, 0) * u(0, 0) + 1.0; int n = 0; do { x = 0.5 * (x + a / x); } while (++n < 6 && std::fabs(x * x - a) > 1e-14); return x; })
KERNEL(k_lambda, { auto f = [&](double t) { return t * u(0, 0) + std::tanh(t - u(1, 0)); }; double s = 0; for (double t : {0.1, 0.5, 0.9}) s += f(t); return s; })
KERNEL(k_array, { std::array<double, 5> a = {u(0, 0), u(1, 0), u(-1, 0), u(0, 1), u(0, -1)}; std::array<double, 5> b{}; for (std::size_t i = 0; i < a.size(); ++i) b[i] = a[i] * a[(i + 1) % 5]; double s = 0; for (const double& x : b) s += x; return s; })
KERNEL(k_swap, { double a = u(0, 0), b = u(1, 0); if (a > b) std::swap(a, b); return a * a + std::exp(-b); })
KERNEL(k_sort, { double a[4] = {u(0, 0), u(1, 0), u(0, 1), u(-1, 0)}; for (int i = 0; i < 3; ++i) for (int j = 0; j < 3 - i; ++j) if (a[j] > a[j + 1]) { double t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } return 0.5 * (a[1] + a[2]) * a[0]; })
KERNEL(k_pointer, { double a[3] = {u(0, 0), u(1, 0), u(0, 1)}; double* p = a; *p++ *= 2.0; p[0] += *(p - 1); return a[0] * a[1] + *(a + 2); })
KERNEL(k_math, { double x = u(0, 0), y = u(1, 0); return std::atan2(y, x + 3.0) + std::erf(x) + std::expm1(0.3 * y) + std::sinh(x) * std::acos(0.3 * std::sin(y)) + std::copysign(x, y) + std::fma(x, y, 2.0) + std::fmod(x + 5.0, 2.0) * 0.1 + std::log2(y * y + 1) + std::exp2(x) + std::fdim(x, y); })
KERNEL(k_pow, { double x = std::fabs(u(0, 0)) + 0.1; return std::pow(x, 3) + std::pow(x, -2) + std::pow(2.0, u(1, 0)) + std::pow(x, u(0, 1)) + std::pow(u(1, 0), 2.0) + pow(u(0, 1), 0); })
KERNEL(k_round, { double x = 3.0 * u(0, 0); int i = (int)std::floor(x); long r = std::lround(u(1, 0)); double f = x - i; return f * f + r * u(0, 1) + std::ceil(u(1, 0)) * x + std::trunc(x) * 0.2; })
KERNEL(k_clamp, { return std::clamp(u(0, 0), -0.3, 0.4) * u(1, 0) + std::max({u(0, 0), u(1, 0), u(0, 1)}) + std::min(u(0, 0), 0.2) * std::max(0.1, u(0, 1)); })
KERNEL(k_comma, { double a, b; a = b = u(0, 0); (a += 1.0, b *= a); double c = (a > 1.0) ? (b = b * 2, b) : -b; unsigned bits = a > 1.2 ? 5u : 2u; return c + ((bits & 4u) ? a : b) + (bits >> 1) * 0.25 * a; })
KERNEL(k_bind, { auto [a, b] = std::pair<double, double>(u(0, 0), u(1, 0)); std::pair<double, int> t{a * b, 3}; return t.first * t.second + a; })
KERNEL(k_ref, { double m[2][2] = {{u(0, 0), u(1, 0)}, {u(0, 1), 2.0}}; double& d = m[1][0]; d = d * m[0][1]; for (auto& row : m) for (double& e : row) e *= e; return m[0][0] + m[0][1] * m[1][0] - m[1][1]; })
KERNEL(k_early, { if (u(0, 0) < -0.5) return 0.0; for (int i = 0; i < 5; ++i) { double s = u(0, 0) * i; if (s > 1.0) return s * s; if (s < -1.0) break; } return std::cos(u(0, 0)); })
KERNEL(k_bool, { bool a = u(0, 0) > 0, b = u(1, 0) > 0; double w = a && !b ? 1.5 : a || b; return w * u(0, 0) + (a != b) * u(1, 0) * u(1, 0) + a * 0.5 * u(0, 1); })
KERNEL(k_offset, { int o = u(0, 0) > 0 ? -1 : 1; double r = (u(0, 0) - u(o, 0)) / (u(-o, 0) - u(0, 0) + 4.0); return r * u(0, -o); })
KERNEL(k_float, { float f = (float)u(0, 0); double d = f * 2.0; return d * d + (double)(float)0.1 + static_cast<float>(u(1, 0)); })
KERNEL(k_hyp, { return std::hypot(u(0, 0), u(1, 0)) + std::cbrt(u(0, 1) + 3) + std::abs(u(0, 0)) * SIGN(u(1, 0), u(0, 0)) + MAX3(u(0, 0), u(1, 0), u(0, 1)) + std::asinh(u(0, 0)) + std::tgamma(u(0,1) + 3.5) ; })

static const int n = 12;
struct plain_acc {
  const std::vector<double>& a; int i, j;
  double operator()(int di, int dj) const { return a[(j + dj + 1) * (n + 2) + i + di + 1]; }
};
void weigh(const ACC<double>& v, double* s, const int* idx) { *s += v(0, 0) * (1.0 + 0.1 * idx[0] - 0.2 * idx[1]); }
ops_block b; ops_dat u, v; ops_stencil S, P; ops_reduction R;
int r[] = {0, n, 0, n}, bad = 0;

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  b = ops_decl_block(2, "b");
  int size[] = {n, n}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, s[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  u = ops_decl_dat(b, 1, size, base, m, p, (double*)NULL, "double", "u"), v = ops_decl_dat(b, 1, size, base, m, p, (double*)NULL, "double", "v");
  S = ops_decl_stencil(2, 5, s, "S"), P = ops_decl_stencil(2, 1, s, "P");
  R = ops_decl_reduction_handle(8, "double", "R");
  ops_partition("");
  std::vector<double> x(n * n);
  for (int i = 0; i < n * n; ++i) x[i] = std::sin(1.37 * i + 0.2) * 0.9;
#define CASE(name) { \
    ops_ad_reset(); ops_dat_set_data(u, x); \
    ops_par_loop(name, #name, b, 2, r, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(v, 1, P, "double", OPS_WRITE)); \
    ops_par_loop(weigh, "weigh", b, 2, r, ops_arg_dat(v, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC), ops_arg_idx()); \
    double J, one = 1; R->get_result(&J, &one); \
    auto f = [&](const std::vector<double>& y) { std::vector<double> a((n + 2) * (n + 2), 0.0); for (int j = 0; j < n; ++j) for (int i = 0; i < n; ++i) a[(j + 1) * (n + 2) + i + 1] = y[j * n + i]; \
      double t = 0; for (int j = 0; j < n; ++j) for (int i = 0; i < n; ++i) t += name##_value(plain_acc{a, i, j}) * (1.0 + 0.1 * i - 0.2 * j); return t; }; \
    double F = f(x); int off = 0; \
    if (std::fabs(F - J) > 1e-11 * (1 + std::fabs(F))) off++, ops_printf("%s: value %.15g, plain %.15g\n", #name, J, F); \
    try { ops_interpret_adjoints(); std::vector<double> g = ops_dat_fetch_derivative<double>(u); \
    bool fl = std::string(#name) == "k_float"; double h = fl ? 1e-2 : 1e-6; \
    for (int i = 0; i < n * n; ++i) { auto y = x, z = x; y[i] += h; z[i] -= h; double fd = (f(y) - f(z)) / (2 * h); \
      if (std::fabs(fd - g[i]) > (fl ? 1e-4 : 1e-6) * (1 + std::fabs(fd)) && off++ < 3) ops_printf("%s %d (u = %g): gradient %.10g, differences %.10g\n", #name, i, x[i], g[i], fd); } \
    } catch (OPSException& e) { off++; ops_printf("%s: %s\n", #name, e.what()); } \
    if (off) ops_printf("%s: %d off\n", #name, off), bad++; }
#define ALL_CASES CASE(k_lap) CASE(k_vec)  CASE(k_table) CASE(k_switch) CASE(k_do) CASE(k_lambda) CASE(k_array) CASE(k_swap) CASE(k_sort) CASE(k_pointer) CASE(k_math) CASE(k_pow) CASE(k_round) CASE(k_clamp) CASE(k_comma) CASE(k_bind) CASE(k_ref) CASE(k_early) CASE(k_bool) CASE(k_offset)  CASE(k_float) CASE(k_hyp)
  ALL_CASES
  ops_printf("%d cases bad\n", bad);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad;
}

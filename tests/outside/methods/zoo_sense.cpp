// The meaning of C in kernels: truncation, unsigned wrap, integer division, short circuits with effects, odd loop counters, leaving loops and switches,
// mixed widths, order of evaluation, all of <cmath>. Oracle: each helper called by the program, its central differences.
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
enum Level { LOW = 1, HIGH = 4 };
inline double f_truncation(double a, double b, double c) {
  int i = 5; i += 2.9 * 0.5; i -= 0.5; i *= 1.5;
  int j = 10 * a; unsigned u = 3; u -= 4; unsigned char small = 250; small += 10;
  short sh = 32767; sh++;
  double f = a; f += 1.0f / 3.0f;
  return i * b + j * c + (u == 4294967295u ? b : 0.0) + small * a * 0.01 + (sh < 0 ? c : a) + f * b;
}
inline double f_integers(double a, double b, double c) {
  const int q = -7 / 2, r = -7 % 3, s = 7 >> 1, m = ~5, x = 6 ^ 3, big = 1 << 20; const long long w = (long long)big * big;
  const unsigned k = 5; const int neg = -2; const bool odd = neg < k;  // signed against unsigned
  return q * a + r * b + s * c + m * a * b + x * b * c + (w > 1000000000000LL ? a : b) + (odd ? 10.0 : c) + 1 / 2 * a + 1 / 2.0 * b + 'a' / 97.0 * c + HIGH / LOW * a + true * b;
}
inline double f_circuits(double a, double b, double c) {
  int n = 0; double s = 0;
  if (a > 0 && n++ < 1 && (s += b) > 0) s *= 2;
  if (a > 0 || (n += 2, s += c * c, false)) s += a;
  const bool t = n++ && (s = s * 1.5, c > 0);
  s += t ? n * a : n > 2 ? (n -= 1, b * n) : c;
  return s * n + (a > b ? 1 : b);
}
inline double f_counters(double a, double b, double c) {
  double s = 0;
  for (int i = 0, j = 5; i < j; i += 1, --j) s += i * a + j * b;
  for (unsigned k = 4; k-- > 0;) s = s * 0.8 + k * c;
  for (double x = 0.1; x < 0.85; x += 0.2) s += x * std::sin(a * x);
  for (int i = 0, top = 6; i < top; ++i) { if (i == 2) top -= 2; if (i == 1) { ++i; continue; } s += i * b * b; }
  int k = 0; do { if (k == 1) continue; s += k * c; } while (++k < 4);
  for (long l = 12; l; l /= 2) s += l * a * 0.1;
  for (int i = 1; i <= 16; i <<= 1) s += a * i * 0.01;
  return s;
}
inline double f_leaving(double a, double b, double c) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      if (j > i) break;
      if ((i + j) % 3 == 2) continue;
      s += a * i + b * j;
      if (s > 1.5) { if (c > 0) return s * c; s -= 1; }
      switch (i - j) { case 0: s += c; continue; case 1: break; case 3: return s * s; default: s *= 0.9; }
      s += 0.1 * b;
    }
  return s;
}
inline double f_widths(double a, double b, double c) {
  float x = a, y = 0.1f; auto z = x * y; auto w = x * 0.1; const float third = 1.f / 3; long double l = b; l = l * l + 1;
  auto k = 3; k *= 2; auto h = k / 4;
  return z * b + w * c + third * a + (double)l * c + h * b + float(c) * float(b) + 1.0f * k * a;
}
inline double f_choices(double a, double b, double c) {
  const double lo = std::min(a, b), hi = std::max({a, b, c}), m = MAX(MIN(a, b), c), s = SIGN(a * b, c), t = MIN3(a, b, c) + MAX3(a, b, c);
  const double cl = std::clamp(a * 2, -0.5, 0.9), f = fmin(a, std::fmax(b, c)), d = std::fdim(a, b), g = std::abs(a - c), h = std::copysign(b * b + 0.1, -c), z = a > 0 ? b > 0 ? a * b : -a : c != 0 ? c * c : 1.0;
  const bool sb = std::signbit(b), fin = std::isfinite(a), n = std::isnan(c), less = a < b;
  return lo * hi + m * c + s + t * a + cl * b + f * d + g * g + h * a + z + (sb ? a : b) + (fin && !n ? c * a : 0) + less * b;
}
inline double f_functions(double a, double b, double c) {
  return std::hypot(a, 1.0 + c) + std::asinh(a) * std::acosh(2.0 + b * b) + std::atanh(0.3 * c) + std::log2(3 + a) * std::log10(4 + b) + std::log1p(0.3 * c) + std::erfc(a) + std::lgamma(3 + b) + std::tgamma(2.5 + c) + std::pow(2.0 + a, 3) + std::pow(1.5, b) + std::pow(3 + b, c) + std::sinh(a) * std::tan(0.5 * b) + std::acos(0.4 * a) - std::asin(0.3 * b) + std::atan(c) + std::fmod(7.3 + a, 2.0) * b + std::rint(9.2 * a) * c + std::round(8.1 * c) * a + std::sqrt(cbrt(8 + b)) + std::exp(-a * a) + std::cosh(b) + std::tanh(c) + std::floor(4 * a) * std::ceil(3 * b) * c + sqrtf(4.0f) * a + abs(-3) * b + std::ldexp(a, 2) + std::fma(a, b, c * c) + std::nearbyint(6.3 * b) * b;
}
inline double f_order(double a, double b, double c) {
  double x = a, y = b;
  y = x = x * 2 + y; y += x -= c; x *= y *= 0.5;
  double v[3]; int i = 2; v[i] = a; v[--i] = b; v[--i] = c; v[0] += (v[1] += v[2]) * v[2];
  const double t = x, u = -(-t) - -y, w = a - b - c - (a - (b - c)), z = a / b / (2 + c) * b;
  return x * y + v[0] * v[2] + u * w + (b > 0.05 || b < -0.05 ? z : 0) + (a, b, c) * 2;
}
#define ALL(M) M(truncation) M(integers) M(circuits) M(counters) M(leaving) M(widths) M(choices) M(functions) M(order)
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
  const bool has_float = name[0] == 'w';
  double worst = std::fabs(s - J()) / (1 + std::fabs(s)), wg = 0;
  for (int i = 0; i < n; ++i) worst = std::max(worst, std::fabs(v[i] - f(u[i], u[i + 1], u[i + 2])));
  for (int i = 1; i <= n; ++i) {
    const double h = has_float ? 1e-3 : 1e-6, keep = u[i];  // float values are rounded: larger steps
    u[i] = keep + h; const double p = J(); u[i] = keep - h; const double m = J(); u[i] = keep;
    wg = std::max(wg, std::fabs((p - m) / (2 * h) - g[i - 1]) / (1 + std::fabs(g[i - 1])));
  }
  if (!(worst < 1e-12) || !(wg < (has_float ? 3e-4 : 1e-6))) { ++bad; std::printf("  %s: values %g gradient %g\n", name, worst, wg); }
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

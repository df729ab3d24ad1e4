// Ways of writing the same kind of thing: closures of turbulence, tables, small matrices, sorting, recursion by templates, loops that are
// left in the middle. Every kernel calls one helper on three neighbours; the oracle is the central difference of the same helper called by
// the program. Features: references and pointers into local arrays, swaps, compound assignments, comma and conditional operators, do,
// while, switch that falls through, labels of loops left by flags, structs with member functions and operators, function
// templates, constexpr functions, std::array, std::swap, std::clamp, generic lambdas with captures by value and by reference, structured
// bindings, static_assert, enum class.
#define OPS_1D
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "ops.hpp"

namespace forms {

constexpr int n = 40;
enum class Regime { laminar, between, rough };
struct Vec {
  double x = 0.0, y = 0.0;
  Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; }
  Vec& operator*=(double s) {
    x *= s;
    y *= s;
    return *this;
  }
  double dot(const Vec& o) const { return x * o.x + y * o.y; }
};
inline Vec operator*(double s, Vec v) { return v *= s; }
template <int power>
inline double raise(double x) {
  if constexpr (power == 0)
    return 1.0;
  else if constexpr (power % 2 == 1)
    return x * raise<power - 1>(x);
  else
    return raise<power / 2>(x * x);
}
template <class T>
constexpr T third() {
  return T(1) / T(3);
}
constexpr double curve(int k) {
  double value = 0.5;
  while (k-- > 0) value = 0.7 * value + 0.1;
  return value;
}
struct Table {
  double at[4][2];
};
constexpr Table table = {{{1.0, 0.2}, {0.8, -0.3}, {curve(2), 0.4}, {curve(3), -0.1}}};

inline double sorted(double a, double b, double c) {
  double v[3] = {a, b, c};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2 - i; ++j)
      if (v[j] > v[j + 1]) {
        const double keep = v[j];
        v[j] = v[j + 1];
        v[j + 1] = keep;
      }
  return v[0] + 2.0 * v[1] * v[1] - 0.5 * v[2] * v[0];
}
inline double sorted_std(double a, double b, double c) {
  std::array<double, 3> v = {a, b, c};
  if (v[0] > v[1]) std::swap(v[0], v[1]);
  if (v[1] > v[2]) std::swap(v[1], v[2]);
  if (v[0] > v[1]) std::swap(v[0], v[1]);
  const auto& [low, middle, high] = v;
  return low * high + std::clamp(middle, -0.3, 0.6) * 2.0;
}
inline double friction(double a, double b, double c) {
  const double reynolds = std::fabs(a) + 0.3;
  const Regime regime = reynolds < 0.7 ? Regime::laminar : reynolds < 1.1 ? Regime::between : Regime::rough;
  double f = 0.0, s = b;
  switch (regime) {
    case Regime::laminar:
      f = 1.0 / reynolds;
      break;
    case Regime::between:
      s *= 1.0 + c;
      [[fallthrough]];
    case Regime::rough: {
      f = 0.2;
      for (int k = 0; k < 25; ++k) {
        const double next = 0.5 / (1.0 + std::log(1.0 + reynolds / (0.1 + f)));
        if (std::fabs(next - f) < 1e-15) break;
        f = next;
      }
    }
  }
  return f * s;
}
inline double matrix(double a, double b, double c) {  // solves a 3 by 3 system with a choice of rows
  double m[3][4] = {{0.1 * a, 2.0 + b, 0.3, c}, {2.0 + c * c, 0.4, a * b, 1.0}, {0.2, b, 3.0 - a, a}};
  for (int p = 0; p < 3; ++p) {
    int best = p;
    for (int r = p + 1; r < 3; ++r)
      if (std::fabs(m[r][p]) > std::fabs(m[best][p])) best = r;
    if (best != p)
      for (int k = 0; k < 4; ++k) {
        const double keep = m[p][k];
        m[p][k] = m[best][k];
        m[best][k] = keep;
      }
    for (int r = 0; r < 3; ++r) {
      if (r == p) continue;
      const double factor = m[r][p] / m[p][p];
      for (int k = p; k < 4; ++k) m[r][k] -= factor * m[p][k];
    }
  }
  return m[0][3] / m[0][0] + 2.0 * m[1][3] / m[1][1] - m[2][3] / m[2][2];
}
inline double vectors(double a, double b, double c) {
  Vec v{a, b}, w = 2.0 * v + Vec{c, 1.0};
  Vec& other = w;
  if (a > b) {
    v.x += c * v.y;
    other *= 1.0 + a * a;
  } else {
    other.x += c * w.y;
    v *= 1.0 + a * a;
  }
  return v.dot(w) + raise<5>(c) * third<double>();
}
inline double tables(double a, double b, double c) {
  double sum = 0.0;
  int k = 0;
  for (const auto& [weight, shift] : table.at) {
    if (k++ == 1) continue;
    sum += weight * std::sin(a + shift) * (k % 2 ? b : c);
  }
  const double* walk = table.at[0];
  double product = 1.0;
  for (int i = 0; i < 2; ++i) product *= 1.0 + *walk++ * a;
  return sum + product;
}
inline double lambdas(double a, double b, double c) {
  double seen = 0.0;
  int calls = 0;
  const double base = a * b;
  auto mix = [&seen, &calls, base](auto x, double y) {
    seen += base * x;
    ++calls;
    if (y < 0.0) return x * x;
    return y * x + base;
  };
  const double first = mix(b, c), second = mix(c, -std::fabs(a) - 0.1);
  auto twice = [&](auto f) { return f(first) + f(second); };
  return twice([c](double x) { return x * c; }) + seen * calls;
}
inline double loops(double a, double b, double c) {
  double sum = 0.0, x = a;
  int k = 0;
  do {
    x = 0.5 * (x + b) + 0.1 * std::cos(x * c);
    if (x > 2.0) return sum + x;
    bool stop = false;
    for (int i = 0; i < 5 && !stop; ++i) {
      if (i == 3 && k % 2) continue;
      sum += (i - 1.5) * x * x;
      if (sum > 3.0) stop = true;
    }
    if (stop) break;
  } while (++k < 6 && x * x < 1.5 + c * c);
  return sum + (k > 2 ? x : (x -= c, x * b));
}
inline void halve(double& x, const double* y, double (&z)[2]) {
  x *= 0.5;
  z[0] = y[1] - x;
  z[1] += z[0] * y[0];
}
inline double by_reference(double a, double b, double c) {
  double pair[2] = {b, c}, out[2] = {0.0, a};
  halve(a, pair, out);
  halve(pair[1], pair, out);
  double* end = out + 2;
  double total = 0.0;
  for (double* p = out; p < end; ++p) total = total * 1.5 + *p;
  total += (a += pair[1]) * 2.0;
  return total - a--;
}
inline double shadows(double a, double b, double c) {
  double x = a;
  {
    double x = b;
    x += c;
    a -= x * x;
  }
  for (double x = 0.0; x < 3.0; x += 1.0) b += 0.1 * x * c;
  x = x * b, c = (b > 0.0 ? a : c) / (1.0 + x * x);
  (a > 0.0 ? b : x) += 2.0 * c;
  return a + b * x - c;
}
inline double special(double a, double b, double c) {
  const double d = std::fma(a, b, c), e = std::hypot(a, c + 2.0), g = std::tgamma(2.0 + 0.3 * b);
  const double r = std::remainder(c, 0.7) + std::fmod(a + 3.0, 0.9) + std::atan2(b, 1.5 + a * a) + std::expm1(c) * std::log1p(b * b);
  return d * e / g + r + std::cbrt(2.0 + a) * std::erf(c) + std::exp2(b) + std::copysign(1.0 + a * a, b) + std::fdim(a, c) +
         std::scalbn(a, 2);
}
inline double powers(double a, double b, double c) {
  const int whole = a > 0.0 ? 3 : -2;
  double p = std::pow(1.5 + b, whole) + std::pow(std::fabs(c) + 0.2, a) + std::pow(2.0, b);
  unsigned bits = 0b1011u;
  double q = 1.0 + 0.1 * c;
  for (; bits; bits >>= 1) {
    if (bits & 1u) p += 0.1 * q;
    q *= q;
  }
  float rounded = 0.25f;
  rounded += 0.5f;
  return p * rounded + static_cast<double>(static_cast<int>(a * 4.0)) * b;
}

#define FORM(name) \
  void name##_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = name(u(-1), u(0), u(1)); }
FORM(sorted)
FORM(sorted_std)
FORM(friction)
FORM(matrix)
FORM(vectors)
FORM(tables)
FORM(lambdas)
FORM(loops)
FORM(by_reference)
FORM(shadows)
FORM(special)
FORM(powers)
void weigh(const ACC<double>& v, const ACC<double>& w, double* sum) { *sum += v(0) * w(0); }

bool run() {
  int all[] = {0, n}, three[] = {0, -1, 1};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {n + 2}, {}), v = ops_decl_dat<double>(line, "v", {n + 2}, {}),
          w = ops_decl_dat<double>(line, "w", {n + 2}, {.passive = true});
  ops_stencil S0 = ops_decl_stencil(1, 1, three, "S0"), S3 = ops_decl_stencil(1, 3, three, "S3");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  std::vector<double> x(n + 2), weights(n + 2);
  for (int i = 0; i < n + 2; ++i) x[i] = 1.1 * std::sin(2.3 * i + 0.4), weights[i] = 1.0 + 0.5 * std::cos(1.9 * i);
  all[0] = 1, all[1] = n + 1;
  bool right = true;
  const auto judge = [&](const char* name, double (*helper)(double, double, double)) {
    ops_par_loop(weigh, "weigh", line, 1, all, ops_arg_dat(v, 1, S0, "double", OPS_READ), ops_arg_dat(w, 1, S0, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    const double value = ops_ad_objective(sum);
    ops_interpret_adjoints();
    const std::vector<double> g = ops_dat_fetch_derivative<double>(u);
    std::vector<double> expected(n + 2);
    double plain = 0, off = 0, largest = 0;
    for (int i = 1; i <= n; ++i) {
      plain += weights[i] * helper(x[i - 1], x[i], x[i + 1]);
      for (int k = 0; k < 3; ++k) {
        double y[3] = {x[i - 1], x[i], x[i + 1]}, d[2];
        for (int s = 0; s < 2; ++s) {  // two differences and one extrapolation
          const double h = s ? 1e-4 : 2e-4, keep = y[k];
          y[k] = keep + h;
          const double high = helper(y[0], y[1], y[2]);
          y[k] = keep - h;
          d[s] = (high - helper(y[0], y[1], y[2])) / (2 * h);
          y[k] = keep;
        }
        expected[i - 1 + k] += weights[i] * (4 * d[1] - d[0]) / 3;
      }
    }
    for (int i = 0; i < n + 2; ++i)
      off = std::fmax(off, std::fabs(g[i] - expected[i])), largest = std::fmax(largest, std::fabs(expected[i]));
    const bool good = off < 1e-8 * (1 + largest) && std::fabs(value - plain) < 1e-11 * (1 + std::fabs(plain));
    ops_printf("%s: %.12g (%.12g), gradient off by %.1e of %.2e%s\n", name, value, plain, off, largest, good ? "" : "  <- wrong");
    right = right && good;
    ops_ad_reset();
  };
#define TRY(name)                                                                                                                          \
  ops_dat_set_data(u, x), ops_dat_set_data(w, weights);                                                                                    \
  ops_par_loop(name##_kernel, #name, line, 1, all, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, S0, "double", OPS_WRITE)); \
  judge(#name, name);
  TRY(sorted)
  TRY(sorted_std)
  TRY(friction)
  TRY(matrix)
  TRY(vectors)
  TRY(tables)
  TRY(lambdas)
  TRY(loops)
  TRY(by_reference)
  TRY(shadows)
  TRY(special)
  TRY(powers)
  return right;
}
}  // namespace forms

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = forms::run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}

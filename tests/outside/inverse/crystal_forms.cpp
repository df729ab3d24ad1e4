// Plasticity of crystals, one cell at a time, in the style of people who like classes: vectors and tensors as class templates with
// constructors and operators, members of members, static member functions as kernels, kernels in a nameless namespace, function packs,
// alias templates, pairs, initialisers in conditions, loops with two variables, numbers of all integer types. Every kernel calls one helper
// on three values; the oracle is the central difference of the same helper called by the program.
#define OPS_1D
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

#include "ops.hpp"

namespace crystal {
using Real = double;
template <class T, int size>
struct Vector {
  T v[size] = {};
  constexpr Vector() = default;
  constexpr Vector(T x, T y, T z) : v{x, y, z} {}
  constexpr T& operator[](int i) { return v[i]; }
  constexpr const T& operator[](int i) const { return v[i]; }
  friend constexpr Vector operator-(Vector a, const Vector& b) {
    for (int i = 0; i < size; ++i) a.v[i] -= b.v[i];
    return a;
  }
  T norm2() const {
    T sum = 0;
    for (const T& x : v) sum += x * x;
    return sum;
  }
};
using Vec3 = Vector<Real, 3>;
template <class T>
struct Tensor {
  std::array<std::array<T, 3>, 3> m{};
  static Tensor outer(const Vector<T, 3>& a, const Vector<T, 3>& b) {
    Tensor t;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) t.m[i][j] = a[i] * b[j];
    return t;
  }
  T trace() const { return m[0][0] + m[1][1] + m[2][2]; }
  T twice(const Tensor& o) const {
    T sum{};
    for (int i = 0, j = 2; i < 3; ++i, --j) sum += m[i][j] * o.m[j][i];
    return sum;
  }
  Tensor& operator+=(const Tensor& o) {
    for (std::size_t i = 0; i < m.size(); ++i)
      for (std::size_t j = 0; j < m[i].size(); ++j) m[i][j] += o.m[i][j];
    return *this;
  }
};
struct Material {
  Real yield = 0.4;
  Real hard(Real x) const { return yield + 0.3 * x; }
};
struct Steel {
  Material base{};
  Real carbon;
  explicit Steel(Real c) : carbon(c) { base.yield *= 1.0 + c * c; }
  Real flow(Real strain) const { return base.hard(strain) * (1.0 + carbon * strain); }
};

inline Real tensors(Real a, Real b, Real c) {
  const Vec3 x(a, b, c), y(b, -c, 1.0);
  Tensor<Real> t = Tensor<Real>::outer(x, y), s;
  s += t;
  s += Tensor<Real>::outer(x - y, x);
  return t.trace() * s.twice(t) + (y - x).norm2();
}
inline Real classes(Real a, Real b, Real c) {
  Steel steel{0.5 * a};
  const Material soft{.yield = b * b};
  Steel copy = steel;
  copy.carbon += c;
  std::swap(copy, steel);
  return steel.flow(b) - copy.flow(c) + soft.hard(a);
}
template <class... T>
inline Real product_of(T... x) {
  return (1.0 * ... * (x + 2.0));
}
template <int first>
inline Real weighted(const Real* x) {
  return first * x[0];
}
template <int first, int second, int... rest>
inline Real weighted(const Real* x) {
  return first * x[0] + weighted<second, rest...>(x + 1);
}
inline Real packs(Real a, Real b, Real c) {
  const Real values[] = {a, b * c, c, a * a};
  return product_of(a, b, c, a * b) + weighted<3, -1, 4, 2>(values);
}
struct Split {
  Real much, little;
  bool turned;
};
inline Split split(Real x, Real y) {
  if (x > y) return {x - y, y, true};
  return {y * y, x, false};
}
inline std::pair<Real, int> nearest(Real x) {
  const int n = static_cast<int>(std::floor(x * 4.0));
  return {x - n / 4.0, n};
}
inline Real tuples(Real a, Real b, Real c) {
  auto [much, little, turned] = split(a, b);
  much *= 2.0;
  const auto [rest, parts] = nearest(c);
  if (const int left = parts % 2; left == 0)
    little += rest * parts;
  else if (Real e = rest * rest; turned)
    much -= e * left;
  const std::pair<Real, Real> p{much, little};
  return p.first * p.second + split(b, c).much + (turned ? a : -c);
}
inline Real integers(Real a, Real b, Real c) {
  const std::int64_t big = 1LL << 33;
  const unsigned char small = 250;
  const short s = static_cast<short>(a * 10.0);
  std::uint32_t u = 7u;
  u -= 9u;  // wraps
  const Real scale = static_cast<Real>(u) / 4294967296.0 + static_cast<Real>(big >> 32) + (small + 10) / 8;
  const bool odd = (s & 1) != 0, either = odd ^ (b > 0.0);
  Real sum = 0.0;
  for (std::size_t k = 3; k-- > 0;) sum += scale * (k + 1) * a * (either ? b : c);
  return sum + -7 / 2 * c + -7 % 3 * b + (~s & 3) * a + !odd * c * c;
}
inline Real limits(Real a, Real b, Real c) {
  Real least = std::numeric_limits<Real>::max(), most = -std::numeric_limits<Real>::infinity();
  for (Real x : {a, b, c}) {
    least = std::min(least, x);
    most = std::max(most, x);
  }
  const Real middle = std::max(std::min(a, b), std::min(std::max(a, b), c));
  const float rough = 1.5f * static_cast<float>(0.5) + 0.25f;
  return least * most + rough * middle * middle + std::abs(a - c) * std::max({a, 0.1, b});
}
inline Real return_map(Real a, Real b, Real c) {
  Real stress = 2.0 * a, plastic = 0.1 * std::fabs(b);
  const Steel steel(0.3 * c);
  while (true) {
    const Real f = std::fabs(stress) - steel.flow(plastic);
    if (f <= 1e-13) break;
    const Real sign = stress < 0 ? -1.0 : 1.0, slope = 2.0 + 0.3 * (1.0 + steel.carbon * plastic) + steel.base.hard(plastic) * steel.carbon;
    const Real step = f / slope;
    plastic += step;
    stress -= sign * 2.0 * step;
    if (f < 1e-10) break;
  }
  return stress * stress + 3.0 * plastic;
}
inline Real jumps(Real a, Real b, Real c) {
  Real sum = 0.0;
  for (int i = 0; i < 4; ++i) {
    Real x = a + 0.2 * i;
    for (int j = 0;; ++j) {
      if (j == 3) break;
      switch ((i + j) % 3) {
        case 0:
          x *= b;
          continue;
        case 1:
          if (x <= 0.5) x += c;
          break;
        default:
          x -= 0.1 * x * x;
      }
      sum += x * (j + 1);
      if (sum > 4.0) return sum * x;
    }
    if (x < -1.0) return sum - x;
  }
  return sum;
}

struct Kernels {
  static void tensors_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = tensors(u(-1), u(0), u(1)); }
  static void classes_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = classes(u(-1), u(0), u(1)); }
};
namespace {
void packs_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = packs(u(-1), u(0), u(1)); }
void tuples_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = tuples(u(-1), u(0), u(1)); }
}  // namespace
static void integers_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = integers(u(-1), u(0), u(1)); }
inline void limits_kernel(const ACC<double>& u, ACC<double>& v) { v(0) = limits(u(-1), u(0), u(1)); }
template <class T>
void return_map_kernel(const ACC<T>& u, ACC<T>& v) {
  v(0) = return_map(u(-1), u(0), u(1));
}
template <int start>
void jumps_kernel(const ACC<double>& u, ACC<double>& v) {
  v(0) = jumps(u(start), u(start + 1), u(start + 2));
}
void weigh(const ACC<double>& v, const ACC<double>& w, double* sum) { *sum += v(0) * w(0); }

constexpr int n = 40;
// Values stay away from where a helper jumps.
bool run() {
  int all[] = {1, n + 1}, three[] = {0, -1, 1};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {n + 2}, {}), v = ops_decl_dat<double>(line, "v", {n + 2}, {}),
          w = ops_decl_dat<double>(line, "w", {n + 2}, {.passive = true});
  ops_stencil S0 = ops_decl_stencil(1, 1, three, "S0"), S3 = ops_decl_stencil(1, 3, three, "S3");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  std::vector<double> x(n + 2), weights(n + 2);
  for (int i = 0; i < n + 2; ++i) x[i] = std::round(22.0 * std::sin(2.3 * i + 0.4)) / 20.0 + 0.004 + 4e-4 * i;
  for (int i = 0; i < n + 2; ++i) weights[i] = 1.0 + 0.5 * std::cos(1.9 * i);
  ops_dat_set_data(w, weights);
  bool right = true;
  const auto judge = [&](const char* name, Real (*helper)(Real, Real, Real)) {
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
#define TRY(kernel, helper)                                                                                                           \
  ops_dat_set_data(u, x);                                                                                                             \
  ops_par_loop(kernel, #helper, line, 1, all, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, S0, "double", OPS_WRITE)); \
  judge(#helper, helper);
  TRY(Kernels::tensors_kernel, tensors)
  TRY(Kernels::classes_kernel, classes)
  TRY(packs_kernel, packs)
  TRY(tuples_kernel, tuples)
  TRY(integers_kernel, integers)
  TRY(limits_kernel, limits)
  TRY(return_map_kernel<double>, return_map)
  TRY(jumps_kernel<-1>, jumps)
  return right;
}
}  // namespace crystal

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = crystal::run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}

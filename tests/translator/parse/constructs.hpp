// Kernels that between them use every construct the translator lowers. Compiled by g++ with a stand-in for ACC, and translated:
// both must compute the same numbers. All have the same parameters: u is read around the point, v has three components.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#define PARAMS const ACC<double>&u, ACC<double>&v, const double *p, const int *n, double *r
#define SQUARE(x) ((x) * (x))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))
#define SIGNED(a, b) ((b) < 0.0 ? (a) * (-1) : (a))

inline void straight(PARAMS) {
  double a = u(0, 0), b = p[1] - a;
  a = a * b + 2;
  float narrow = 0.1f;
  narrow *= a;
  v(0, 0, 0) = a / b - narrow;
  v(1, 0, 0) = v(0, 0, 0) * 3 + 7 / 2 + 7 / 2.0 + 7 % 4 + (n[0] << 2) - (n[1] & 3);
  v(2, 0, 0) = (int)(10 * a) / 3 + static_cast<float>(a) + double(n[2]) + bool(n[3]);
  *r += v(1, 0, 0);
  r[1] += -a;
}

inline void branches(PARAMS) {
  double x = u(0, 0);
  if (x > 0.5) {
    if (u(1, 0) < x) x = u(1, 0);
    else x += u(-1, 0);
  } else if (x < -0.5 && n[0] > 1 || p[0] == 0) x = -x;
  else return;
  v(0, 0, 0) = x > 1 ? x * x : std::sqrt(std::fabs(x));
  v(1, 0, 0) = SMALLER(SQUARE(x), SMALLER(u(0, 1), u(0, -1))) + SIGNED(p[2], x);
}

inline void early(PARAMS) {
  v(0, 0, 0) = 1;
  if (u(0, 0) < 0) {
    v(1, 0, 0) = 2;
    return;
  }
  for (int i = 0; i < n[1]; ++i) {
    if (u(0, 0) * i > 0.7) return;
    v(2, 0, 0) += i;
  }
  v(1, 0, 0) = 3;
}

inline void loops(PARAMS) {
  double sum = 0;
  for (int i = -1; i <= 1; i++)
    for (int j = 1; j >= -1; j -= 2) sum += u(i, j) * (i + 2 * j);
  int k;
  for (k = 0; k < n[2]; ++k) sum *= 0.5;
  sum += k;
  for (k = 5; k > n[0]; --k) sum -= 1;
  sum += 10 * k;
  while (sum > 3) {
    sum /= 2;
    if (sum < 3.5) continue;
    sum -= 0.25;
    if (sum < 1) break;
  }
  int m = 3;
  do {
    m += 2;
    if (m == 7) continue;
    sum += m;
  } while (m < n[3] + 6);
  for (;;) {
    if (++m > 14) break;
  }
  for (unsigned q = 0; q < 3u; ++q) sum += q;
  for (int a = 0, b = 3; a < b; ++a, --b) sum += a * b;
  do {
    sum += 1;
  } while (0);
  v(0, 0, 0) = sum;
  v(1, 0, 0) = m;
}

inline void arrays(PARAMS) {
  double w[3] = {1.5, 2.5}, grid[2][2] = {{1, 2}, {3, 4}};
  static const double table[4] = {0.1, 0.2, 0.3, 0.4};
  std::array<double, 3> a{u(0, 0), u(1, 0)};
  for (int c = 0; c < 3; ++c) {
    w[c] += table[c + 1] * p[c];
    a[c] += w[c];
    v(c, 0, 0) = a[c] + grid[c % 2][1];
  }
  const double* second = &w[1];
  double* tail = w + 1;
  tail[1] = second[0] + *second;
  int at = n[0] % 3;
  w[at]++;
  v(at, 0, 0) += w[2] + w[at];
}

inline void switches(PARAMS) {
  double x = u(0, 0);
  switch (n[0]) {
    case 0: x = 1; break;
    case 1:
    case 2: {
      x = 2;
      break;
    }
    case 3: x += 3;
    default: x *= 4;
  }
  enum { low = 2, high = 5 };
  switch (n[1] % 2) {
    case 0: v(0, 0, 0) = low; break;
    case 1: v(0, 0, 0) = high;
  }
  v(1, 0, 0) = x;
}

inline double clamp01(double x) {
  if (x < 0) return 0;
  if (x > 1) {
    x = 1;
    return x;
  }
  return x;
}
inline void divide(double x, double y, double& quotient, double& rest) {
  quotient = std::floor(x / y);
  rest = x - quotient * y;
}
template <class T>
T cube(T x) {
  return x * x * x;
}
inline double first_above(const double* values, int count, double level) {
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j <= i; ++j) {
      if (values[j] > level) return values[j];
    }
    if (i == 2) return -2;
  }
  return -1;
}
inline double with_default(double x, double scale = 2.5) { return x * scale; }
inline double& pick(double& a, double&) { return a; }

inline void helpers(PARAMS) {
  double q, rest;
  divide(u(0, 0) * 10, 3, q, rest);
  v(0, 0, 0) = clamp01(u(0, 0)) + clamp01(u(1, 0)) * q + rest;
  v(1, 0, 0) = cube(q) + cube(n[1]) + first_above(p, n[2] + 1, u(0, 0));
  auto shifted = [&](double x) { return x + q; };
  auto twice = [](auto x) { return x * 2; };
  pick(q, rest) = 7;
  v(2, 0, 0) = shifted(rest) + twice(n[0]) + with_default(q) + with_default(q, 1);
}

struct Vec {
  double x, y;
  double dot(const Vec& o) const { return x * o.x + y * o.y; }
  Vec& operator+=(const Vec& o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
inline Vec operator*(double s, const Vec& a) { return {s * a.x, s * a.y}; }
struct Box {
  Vec low, high;
  int count = 3;
  Box(const Vec& a, double size) : low(a), high{a.x + size, a.y + size} {}
  double area() const { return (high.x - low.x) * (high.y - low.y); }
};
inline Vec turned(Vec a) {
  a.x = -a.x;
  return Vec{a.y, a.x};
}

inline void structs(PARAMS) {
  Vec a{u(0, 0), u(0, 1)}, b = {p[0]}, c = a;
  c += 2.0 * b;
  c.x += 1;
  Vec d = turned(c);
  Box box(d, 2);
  v(0, 0, 0) = a.dot(c) + d.y;
  v(1, 0, 0) = box.area() * box.count + box.low.x;
  v(2, 0, 0) = c.x;
}

inline void mathematics(PARAMS) {
  double x = std::fabs(u(0, 0)) + 0.5, y = u(1, 0);
  v(0, 0, 0) = std::pow(x, 2) + pow(x, 0.5f) + std::exp(y) * sin(y) - std::log(x) + fmin(x, y) + std::max(x, y) - std::min(x, y);
  v(1, 0, 0) = std::abs(y) + std::abs(n[0] - 3) + abs(n[1]) + fabsf(0.25f) + std::atan2(y, x) + std::hypot(x, y) + tanh(y);
  v(2, 0, 0) = std::sqrt(2) + sqrtf(static_cast<float>(x)) + std::floor(y) + ceil(y) + std::copysign(x, y) + fmod(x, 0.3);
}

inline void side_effects(PARAMS) {
  int i = 0;
  double w[4] = {1, 2, 3, 4}, a, b;
  a = b = u(0, 0);
  w[i++] += 10;
  w[++i] *= 2;
  a += w[i--] + i;
  (void)p[0];
  b = (i += 2, w[i]);
  if (u(0, 0) > 0 && (a *= 2) > 1) b += 1;
  n[0] > 1 ? a = 5 : b = 6;
  std::swap(a, b);
  v(0, 0, 0) = a;
  v(1, 0, 0) = b;
  v(2, 0, 0) = w[0] + w[2] + i;
}

inline void changing_bounds(PARAMS) {
  double x = u(0, 0);
  int more = 3, at;
  for (int i = 0; i < more; ++i) {
    if (x > 0.5 && more < 5) more++;
    x = 0.5 * x + 0.1 * u(1, 0);
  }
  const auto skip = [&](int& k) { k += n[2] > 1; };
  for (int i = 0; i < 6; ++i) {
    skip(i);
    x += i * u(0, 1);
  }
  for (int i = 0; i < 6; ++i) {
    int& same = i;
    same += n[3] > 1;
    x -= i * u(-1, 0);
  }
  int& other = at;
  for (at = 0; at < 3; ++at) x += other * u(0, 0);
  const auto step = [&] { ++at; };
  for (at = 1; at < 7; ++at) step();
  v(0, 0, 0) = x;
  v(1, 0, 0) = more;
  v(2, 0, 0) = at;
}

inline void begun(PARAMS) {
  double x = u(0, 0);
  int k = 3;
  if (k = n[0]; x > 0) x *= k;
  else if (double y = u(1, 0); y > 0) x += y;
  else x -= 2;
  while (int left = k--) {
    x += 0.1 * left;
    if (k < -3) break;
  }
  switch (int which = n[2]) {
    case 0: x *= 2; break;
    case 1: x *= x; break;
    default: x += which;
  }
  v(0, 0, 0) = x;
  v(1, 0, 0) = k;
}

inline double doubled(double a) { return a *= 2; }
inline double bumped(double& a, double by) { return a += by; }
inline double bumped_twice(double& a, double by) { return bumped(a, by) - by * bumped(a, by); }

inline void parameters(PARAMS) {
  double x = u(0, 0), y = u(1, 0);
  v(0, 0, 0) = doubled(x) + 3 * x;
  v(1, 0, 0) = bumped_twice(x, x) * x;
  v(2, 0, 0) = bumped_twice(y, n[0]) * y;
}

inline double& larger(double& a, double& b) { return a < b ? b : a; }

inline void one_of_several(PARAMS) {
  double a = u(0, 0), b = u(1, 0), c = u(0, 1), w[3] = {a, b, c};
  int i = 0, k = 1;
  (a > 0 ? a : b > 0 ? b : c) = 5;
  double& either = a > b ? larger(b, c) : a;
  either *= 2;
  (b > 0 ? w[i++] : w[k++]) = 3;
  Vec x{a, 1}, y{b, 2}, z{c, 3};
  Vec& one = n[0] > 2 ? x : n[1] > 2 ? y : z;
  one.y += 4;
  for (double e : w) r[0] += e;
  v(0, 0, 0) = a + 2 * b + 3 * c;
  v(1, 0, 0) = w[0] + 2 * w[1] + i - k;
  v(2, 0, 0) = x.y + 2 * y.y + 3 * z.y;
}

inline double summed_doubled(std::array<double, 2> a) {
  a[0] *= 2;
  return a[0] + a[1];
}
struct Held {
  Vec vec;
  double size;
  Vec get() const { return vec; }
  double measured() const { return size; }
  Held& grow() {
    size *= 2;
    vec.x += size;
    return *this;
  }
};

inline void new_values(PARAMS) {
  std::array<double, 2> a{u(0, 0), u(1, 0)};
  r[0] += summed_doubled(a) + a[0];
  Held held{{u(0, 0), u(0, 1)}, u(1, 0)};
  const Vec& before = held.get();
  const double& size = held.measured();
  const double& copied = double(held.size);
  held.grow();
  const Held other = Held(held).grow();
  double& named = static_cast<double&>(held.size);
  named += 1;
  v(0, 0, 0) = before.x * size + copied;
  v(1, 0, 0) = other.size - held.vec.x;
  v(2, 0, 0) = held.size;
}

inline void in_order(PARAMS) {
  double w[4] = {u(0, 0), u(1, 0), u(0, 1), 1};
  int i = 0;
  w[i++] = w[i] * 2;
  std::swap(w[i++], w[3]);
  double& third = (w[i++] = 3 * u(0, 0));
  third += 1;
  v(0, 0, 0) = w[0] + 2 * w[1];
  v(1, 0, 0) = w[2] + 2 * w[3];
  v(2, 0, 0) = i;
}

inline void shifts(PARAMS) {
  int k = n[1], m = n[2] + 3, i = 0;
  double w[4] = {u(0, 0), u(1, 0), u(0, 1), 1};
  const auto longer = [&] { return ++m; };
  v(0, 0, 0) = k << k++;
  v(1, 0, 0) = m << (m -= 2);
  v(1, 0, 0) += 1000 >> m--;
  v(1, 0, 0) += m << longer();
  w[i] += w[i++];
  w[i++] *= 2;
  w[i] -= (k = i);
  v(2, 0, 0) = w[0] + 2 * w[1] + 3 * w[2] + i + k + m;
}

template <class T, int Reach>
void instance(const ACC<T>& u, ACC<T>& v, const T* p, const int* n, T* r) {
  T s = 0;
  for (int i = -Reach; i <= Reach; ++i) s += u(i, 0);
  if constexpr (Reach > 0) s *= T(Reach) / n[1];
  else s -= p[0];
  v(0, 0, 0) = cube<T>(s);
  r[0] += s;
}

namespace folded {
const double middle = 0.5;
constexpr int count = 3;
constexpr double scale() { return 4.0; }
const double weights[count] = {0.25, middle, 0.75};
enum class Side : int { left = -1, right = 1 };
}  // namespace folded

inline void constants(PARAMS) {
  using namespace folded;
  double s = 0;
  for (int k = 0; k < count; ++k) s += weights[k] * u(k - 1, 0);
  v(0, 0, 0) = s * middle + weights[2] + static_cast<int>(Side::left) + sizeof(double) + scale();
  v(1, 0, 0) = u(n[0] > 2 ? 1 : -1, 0) + 'a' - true;
}

#include "members_and_counters.hpp"

#define INSTANCE instance<double, 1>
#define CONSTRUCTS(X) \
  X(straight) X(branches) X(early) X(loops) X(arrays) X(switches) X(helpers) X(structs) X(mathematics) X(side_effects) X(constants) X(INSTANCE) \
  X(changing_bounds) X(begun) X(parameters) X(one_of_several) X(new_values) X(in_order) X(shifts) \
  X(designated) X(listed) X(counted) X(counted_inside) X(either_of_them)

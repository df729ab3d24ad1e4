// What the text of random kernels uses besides <cmath>.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef SIGN
#define SIGN(a, b) ((b) < 0.0 ? (a) * (-1) : (a))
#endif

template <int N, class T>
T power(const T& x) {
  T y = T(1.0);
  for (int i = 0; i < N; ++i) y *= x;
  return y;
}

template <class T>
T mixed(const T& a, const T& b) {
  if (a < b) return T(a * b);
  const T sum = a + b;
  return T(0.5 * sum);
}

/// Tables of structs, as lattice-Boltzmann codes keep their directions.
struct Direction {
  int x, y;
  double weight;
};
static const Direction directions[3] = {{0, 0, 0.5}, {1, 0, 0.25}, {-1, 0, 0.25}};
inline constexpr Direction ahead{1, 1, 0.75};
constexpr std::array<std::array<double, 2>, 2> rotation{{{0.8, -0.6}, {0.6, 0.8}}};
enum class Side { low, high };

template <class T>
struct Flow {
  T mass = T(0.5), speed = T(1.0);
  T momentum() const { return mass * speed; }
};

template <class T>
T& larger(T& a, T& b) {
  return a < b ? b : a;
}
template <class T>
T summed(const T* from, int n) {
  T sum = T(0.0);
  while (n--) sum += *from++;
  return sum;
}
template <class T>
void spread(T* to, int n, const T& x) {
  for (int i = 0; i < n; ++i) to[i] = x * T(0.25 * (i + 1.0));
}
template <class T>
void raise(T& x, const T& y) {
  x = x * y;
}
template <class T>
void raise_one(T& x, T& y, bool first) {
  if (first) return raise(x, T(0.5));
  return (raise(y, T(0.25)), void());
}
template <class F, class T>
T twice(F f, const T& x) {
  return T(f(T(f(x))));
}

/// Functions to be passed.
template <class T>
T squared(const T& x) {
  return T(x * x);
}
template <class T>
T cubed(const T& x) {
  return T(x * x * x);
}
template <class T, T (*f)(const T&)>
T twice_of(const T& x) {
  return T(f(T(f(x))));
}
template <class T>
T added(const T& x, const T* more = nullptr) {
  return more ? T(x + *more) : x;
}

/// Functions of <cmath> that only namespace std has.
template <class T>
T between(const T& a, const T& b, const T& t) {
  using std::lerp;
  return T(lerp(a, b, t));
}
template <class T>
T hypotenuse(const T& a, const T& b, const T& c) {
  using std::hypot;
  return T(hypot(a, b, c));
}
template <class T>
T larger_half(const T& x) {
  if (x > 0.0) return T(0.5 * x * x);
  return x;
}

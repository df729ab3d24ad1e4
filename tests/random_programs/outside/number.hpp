// A number that remembers how it came about, for derivatives of plain C++ programs by one backward pass. Shares no code
// with OPSgrad.
#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

namespace history {

/// What one result depends on, and how: at most two numbers before it.
struct Step {
  int from[2];
  double slope[2];
};
inline std::vector<Step> steps;
// how close two compared numbers came: there the derivative is not that of a neighbour
inline double nearest_tie = 1e300;

inline int add(int a, double da, int b, double db) {
  if (a < 0 && b < 0) return -1;
  steps.push_back({{a, b}, {da, db}});
  return static_cast<int>(steps.size()) - 1;
}
/// A number and its copy have one derivative: that is no tie.
inline void compared(int a, int b, double difference, double scale) {
  if (a != b) nearest_tie = std::min(nearest_tie, std::fabs(difference) / (1.0 + scale));
}

}  // namespace history

template <class T>
struct Number {
  T value = 0;
  int at = -1;  // its step; -1: a constant

  Number() = default;
  template <class V>
    requires std::is_arithmetic_v<V>
  Number(V v) : value(static_cast<T>(v)) {}
  Number(T v, int step) : value(v), at(step) {}
  template <class U>
    requires(sizeof(U) < sizeof(T))
  Number(const Number<U>& n) : value(n.value), at(n.at) {}
  template <class U>
    requires(sizeof(U) > sizeof(T))
  explicit Number(const Number<U>& n) : value(static_cast<T>(n.value)), at(n.at) {}
  template <class V>
  Number& operator+=(const V& v) {
    return *this = Number(*this + v);
  }
  template <class V>
  Number& operator-=(const V& v) {
    return *this = Number(*this - v);
  }
  template <class V>
  Number& operator*=(const V& v) {
    return *this = Number(*this * v);
  }
};

template <class V>
struct plain_type {
  using type = V;
};
template <class T>
struct plain_type<Number<T>> {
  using type = T;
};
template <class V>
constexpr bool is_number = !std::is_same_v<typename plain_type<V>::type, V>;
template <class A, class B>
concept a_number =
    (is_number<A> && (is_number<B> || std::is_arithmetic_v<B>)) || (std::is_arithmetic_v<A> && is_number<B>);
template <class A, class B>
using Wider = std::common_type_t<typename plain_type<A>::type, typename plain_type<B>::type>;

template <class A>
auto value_of(const A& a) {
  if constexpr (is_number<A>) return a.value;
  else return a;
}
template <class A>
int step_of(const A& a) {
  if constexpr (is_number<A>) return a.at;
  else return -1;
}
template <class A, class B>
Number<Wider<A, B>> result(const A& a, const B& b, Wider<A, B> value, double da, double db) {
  return {value, history::add(step_of(a), da, step_of(b), db)};
}

template <class A, class B>
  requires a_number<A, B>
auto operator+(const A& a, const B& b) {
  return result(a, b, Wider<A, B>(value_of(a)) + Wider<A, B>(value_of(b)), 1, 1);
}
template <class A, class B>
  requires a_number<A, B>
auto operator-(const A& a, const B& b) {
  return result(a, b, Wider<A, B>(value_of(a)) - Wider<A, B>(value_of(b)), 1, -1);
}
template <class A, class B>
  requires a_number<A, B>
auto operator*(const A& a, const B& b) {
  return result(a, b, Wider<A, B>(value_of(a)) * Wider<A, B>(value_of(b)), double(value_of(b)), double(value_of(a)));
}
template <class A, class B>
  requires a_number<A, B>
auto operator/(const A& a, const B& b) {
  const double x = double(value_of(a)), y = double(value_of(b));
  return result(a, b, Wider<A, B>(value_of(a)) / Wider<A, B>(value_of(b)), 1 / y, -x / (y * y));
}
template <class A, class B>
bool less(const A& a, const B& b) {
  const double x = double(value_of(a)), y = double(value_of(b));
  if (std::isfinite(x) && std::isfinite(y))
    history::compared(step_of(a), step_of(b), x - y, std::fabs(x) + std::fabs(y));
  return value_of(a) < value_of(b);
}
template <class A, class B>
  requires a_number<A, B>
bool operator<(const A& a, const B& b) {
  return less(a, b);
}
template <class A, class B>
  requires a_number<A, B>
bool operator>(const A& a, const B& b) {
  return less(b, a);
}
template <class T>
Number<T> operator-(const Number<T>& a) {
  return {-a.value, history::add(a.at, -1, -1, 0)};
}

template <class T>
Number<T> sin(const Number<T>& a) {
  return {std::sin(a.value), history::add(a.at, std::cos(double(a.value)), -1, 0)};
}
template <class T>
Number<T> cos(const Number<T>& a) {
  return {std::cos(a.value), history::add(a.at, -std::sin(double(a.value)), -1, 0)};
}
template <class T>
Number<T> exp(const Number<T>& a) {
  return {std::exp(a.value), history::add(a.at, std::exp(double(a.value)), -1, 0)};
}
template <class T>
Number<T> sqrt(const Number<T>& a) {
  return {std::sqrt(a.value), history::add(a.at, 0.5 / std::sqrt(double(a.value)), -1, 0)};
}
template <class T>
Number<T> tanh(const Number<T>& a) {
  const double t = std::tanh(double(a.value));
  return {std::tanh(a.value), history::add(a.at, 1 - t * t, -1, 0)};
}
template <class T>
Number<T> fabs(const Number<T>& a) {
  return a < 0.0 ? -a : a;
}
template <class A, class B>
  requires a_number<A, B>
Number<Wider<A, B>> fmin(const A& a, const B& b) {
  return b < a ? Number<Wider<A, B>>(b) : Number<Wider<A, B>>(a);
}
template <class A, class B>
  requires a_number<A, B>
Number<Wider<A, B>> fmax(const A& a, const B& b) {
  return b > a ? Number<Wider<A, B>>(b) : Number<Wider<A, B>>(a);
}

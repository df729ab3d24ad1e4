// tests/outside/solvers/dual.h: a number and its slope along one direction, for references that are plain loops over arrays.
#pragma once
#include <cmath>
#include <vector>

struct Dual {
  double v = 0.0, d = 0.0;
  Dual() = default;
  Dual(double value, double slope = 0.0) : v(value), d(slope) {}
};
inline Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
inline Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
inline Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
inline Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }

/// The slope of input `salt` in cell `k`.
inline double along(int k, int salt) { return std::sin(0.83 * k + 0.37 * salt) + 0.3; }
/// All cells, on every process.
inline double dot(const std::vector<double>& a, int salt) {
  double sum = 0.0;
  for (int k = 0; k < static_cast<int>(a.size()); ++k) sum += a[k] * along(k, salt);
  return sum;
}
inline bool near(const char* what, double got, double expected, double tolerance) {
  const bool right = std::fabs(got - expected) <= tolerance * (1e-6 + std::fabs(expected));
  if (!right) ops_printf("%s is %.17g, the reference has %.17g\n", what, got, expected);
  return right;
}

// tests/adjoint/scalar_loops_oracle.hpp: the program of scalar_loops.cpp in plain C++ over any numbers; derivatives by
// complex steps and dual numbers, so none of the library's rules are used.
#pragma once

#include <cmath>
#include <complex>
#include <vector>

namespace oracle {

constexpr int cells = 23, steps = 7;
constexpr double limit = 0.11;

using Complex = std::complex<double>;

/// value + slope * eps, eps^2 = 0.
struct Dual {
  Complex value = 0.0, slope = 0.0;
  Dual() = default;
  Dual(double v) : value(v) {}
  Dual(Complex v, Complex s) : value(v), slope(s) {}
};
inline Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
inline Dual operator-(Dual a, Dual b) { return {a.value - b.value, a.slope - b.slope}; }
inline Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.slope * b.value + a.value * b.slope}; }
inline Dual operator/(Dual a, Dual b) { return {a.value / b.value, (a.slope - a.value / b.value * b.slope) / b.value}; }
inline Dual sqrt(Dual a) { return {std::sqrt(a.value), a.slope / (2.0 * std::sqrt(a.value))}; }
inline Dual exp(Dual a) { return {std::exp(a.value), a.slope * std::exp(a.value)}; }
inline Dual sin(Dual a) { return {std::sin(a.value), a.slope * std::cos(a.value)}; }
inline double real(const Dual& a) { return a.value.real(); }

struct Program {
  bool extreme;

  /// x: the cells, then the two components of c.
  template <class T>
  T run(const std::vector<T>& x) const {
    using std::exp, std::real, std::sin, std::sqrt;
    std::vector<T> u(x.begin(), x.begin() + cells);
    const T c0 = x[cells], c1 = x[cells + 1];
    T time = 0.25 * limit;
    for (int n = 0; n < steps; ++n) {
      T energy = 0.0, most = -1e30;
      for (const T& value : u) {
        energy = energy + value * value;
        const T offer = value * value + 0.5 * value;
        if (real(offer) > real(most)) most = offer;
      }
      const T speed = c0 * sqrt(energy) + c1 * sqrt(energy + 1.0);
      T dt = c0 * 0.2 / sqrt(extreme ? speed + most : speed);
      if (real(dt) > limit) dt = limit + dt / (1.0 + energy * energy);
      else dt = dt * exp(-0.1 * time);
      time = time + dt;
      const std::vector<T> old = u;
      for (int i = 0; i < cells; ++i) {
        const T left = i > 0 ? old[i - 1] : T(0.0), right = i + 1 < cells ? old[i + 1] : T(0.0);
        u[i] = old[i] + dt * (c1 * (right - 2.0 * old[i] + left) - sin(time) * old[i] * old[i]);
      }
    }
    T sum = 0.0;
    for (int i = 0; i < cells; ++i) sum = sum + u[i] * (1.0 + 0.1 * i) * time;
    return sum;
  }

  double value(const std::vector<double>& x) const { return run(x); }
  double slope(const std::vector<double>& x, const std::vector<double>& along) const {
    constexpr double h = 1e-30;
    std::vector<Complex> moved(x.begin(), x.end());
    for (std::size_t k = 0; k < x.size(); ++k) moved[k] += Complex(0.0, h * along[k]);
    return run(moved).imag() / h;
  }
  std::vector<double> gradient(const std::vector<double>& x) const {
    std::vector<double> found;
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::vector<double> along(x.size());
      along[k] = 1.0;
      found.push_back(slope(x, along));
    }
    return found;
  }
  /// @param along  the cells, then the components of c; shorter: what is missing does not move
  std::vector<double> hessian_vector(const std::vector<double>& x, const std::vector<double>& along) const {
    constexpr double h = 1e-30;
    std::vector<double> found;
    for (std::size_t k = 0; k < x.size(); ++k) {
      std::vector<Dual> moved;
      for (std::size_t j = 0; j < x.size(); ++j)
        moved.push_back({Complex(x[j], j == k ? h : 0.0), j < along.size() ? along[j] : 0.0});
      found.push_back(run(moved).slope.imag() / h);
    }
    return found;
  }
};

}  // namespace oracle

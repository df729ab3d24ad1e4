// tests/adjoint/mixture_kernels.h: kernels of mixture.cpp: one of every kind that a gradient has to survive.
#pragma once

#include <cmath>

inline double speed(double a, double b) { return sqrt(a * a + b * b + 0.1); }

inline void start(const ACC<double>& input, ACC<double>& u) { u(0, 0) = input(0, 0) * (1.0 + 0.1 * input(0, 0)); }

/// Nonlinear, five points, a branch, a constant that changes, a value passed in, a lower-dimensional coefficient.
inline void advance(const ACC<double>& u, const ACC<double>& x, const ACC<double>& f, ACC<double>& u2,
                    const double* factor) {
  double flux = u(1, 0) - 2.0 * u(0, 0) + u(-1, 0) + u(0, 1) * u(0, -1);
  if (u(0, 0) > 0.6) flux *= u(0, 0);
  else flux = flux + 0.3 * sin(u(0, 0));
  u2(0, 0) = u(0, 0) + dt * (factor[0] * flux * x(0, 0) + f(0, 0));
}

/// Two components from two fields; helper function.
inline void pair_up(const ACC<double>& u, const ACC<double>& f, ACC<double>& w) {
  w(0, 0, 0) = speed(u(0, 0), f(0, 0));
  w(1, 0, 0) = u(0, 0) * f(0, 0);
}
inline void mix(const ACC<double>& w, ACC<double>& u) { u(0, 0) += 0.05 * w(0, 0, 0) * w(1, 1, 0); }

/// One dataset through two arguments.
inline void blend(const ACC<double>& near, const ACC<double>& here, ACC<double>& u) {
  u(0, 0) += 0.02 * near(1, 0) * here(0, 0) * near(0, -1);
}

/// In place, nonlinear.
inline void damp(ACC<double>& u) { u(0, 0) = u(0, 0) / (1.0 + 0.1 * u(0, 0) * u(0, 0)); }

/// Reflecting boundary: reads inside, writes outside.
inline void reflect(ACC<double>& u) { u(0, 0) = 0.9 * u(0, 2); }
inline void reflect_top(ACC<double>& u) { u(0, 0) = 0.8 * u(0, -1); }

/// Sum over rows onto a lower-dimensional dataset.
inline void gather_rows(const ACC<double>& u, ACC<double>& row) { row(0, 0) += u(0, 0) * u(0, 0); }
inline void use_rows(const ACC<double>& row, ACC<double>& u) { u(0, 0) = u(0, 0) * (1.0 + 0.001 * row(0, 0)); }

inline void narrow(const ACC<double>& u, ACC<float>& s) { s(0, 0) = (float)(u(0, 0) * 0.5); }
inline void widen(const ACC<float>& s, ACC<double>& u) { u(0, 0) += 0.25 * (double)s(0, 0); }

inline void objective(const ACC<double>& u, double* total, const int* idx) {
  const double weight = idx[0] % 2 == 0 ? 1.0 : 0.5;
  *total += weight * u(0, 0) * u(0, 0);
}

// tests/adjoint/events_kernels.h: kernels of events.cpp: nonlinear in every value that changes between loops.
#pragma once

inline void begin(const ACC<double>& in, ACC<double>& u, ACC<double>& v) {
  u(0, 0, 0) = in(0, 0, 0);
  v(0, 0, 0) = 0.5 * in(0, 0, 0) * in(0, 0, 0);
}
inline void spread(const ACC<double>& u, const ACC<double>& c, ACC<double>& v, const double* by) {
  const double around = by[0] * u(1, 0, 0) + by[1] * u(0, -1, 0) + by[2] * u(0, 0, -1);
  v(0, 0, 0) = u(0, 0, 0) + rate * c(0, 0, 0) * around * u(0, 0, 0) + 0.1 * shape[1] * u(-1, 0, 0);
}
inline void objective(const ACC<double>& v, double* sum, const double* by) { *sum += by[1] * v(0, 0, 0) * v(0, 0, 0); }

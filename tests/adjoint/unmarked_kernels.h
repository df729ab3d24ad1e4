// tests/adjoint/unmarked_kernels.h: the kernels of unmarked.cpp.
#pragma once

inline void begin(const ACC<double>& in, ACC<double>& u) { u(0, 0) = in(0, 0); }
inline void advance(const ACC<double>& u, const ACC<double>& c, ACC<double>& next) {
  next(0, 0) = u(0, 0) + 0.1 * c(0, 0) * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) -
               0.02 * pace * u(0, 0) * u(0, 0);
}
inline void along_x(ACC<double>& u, const ACC<double>& v) { u(0, 0) = u(0, 0) - 0.05 * v(-1, 0) * v(1, 0); }
inline void along_y(ACC<double>& u, const ACC<double>& v) { u(0, 0) = u(0, 0) - 0.05 * v(0, -1) * v(0, 1); }
inline void square(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * u(0, 0); }
inline void relax(const ACC<double>& u, const ACC<double>& v, ACC<double>& next) {
  next(0, 0) = 0.5 * v(0, 0) + 0.1 * u(0, 0) * (v(-1, 0) + v(1, 0));
}
inline void change(const ACC<double>& v, const ACC<double>& next, double* sum) {
  *sum += (v(0, 0) - next(0, 0)) * (v(0, 0) - next(0, 0));
}
inline void gather(const ACC<double>& u, ACC<double>& row) { row(0, 0) += u(0, 0) * u(0, 0); }
inline void spread(const ACC<double>& row, ACC<double>& u) { u(0, 0) = u(0, 0) - 0.001 * row(0, 0) * u(0, 0); }
inline void edge(ACC<double>& u, const double* value) { u(0, 0) = *value; }
inline void objective(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

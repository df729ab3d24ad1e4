// tests/adjoint/replayed_kernels.h: kernels of replayed.cpp. The value of `fill` at (3, 2), and nowhere else, is 0.75.
#pragma once

inline void fill(ACC<double>& u, const int* at) {
  u(0, 0) = 0.75 + 0.05 * (at[0] - 3) + 0.04 * (at[1] - 2) * (at[1] - 2);
}
inline void spread(const ACC<double>& u, const ACC<double>& c, const ACC<double>& fixed, ACC<double>& v,
                   const double* by, const double* step) {
  const double around = by[0] * u(1, 0) + by[1] * u(-1, 0) + 0.1 * u(0, 1) - 0.2 * u(0, -1);
  v(0, 0) = u(0, 0) + rate * step[0] * c(0, 0) * around * u(0, 0) * fixed(0, 0);
}
inline void smallest(const ACC<double>& u, double* least) { *least = MIN(*least, u(0, 0)); }
inline void rows(const ACC<double>& u, ACC<double>& row) { row(0, 0) += u(0, 0) * u(0, 0); }
inline void multiply(const ACC<double>& u, const ACC<double>& c, const ACC<double>& row, ACC<double>& v,
                     const double* scale) {
  v(0, 0) = u(0, 0) * c(0, 0) * scale[0] + 0.1 * row(0, 0) * u(0, 0);
}
inline void squared(ACC<double>& w) { w(0, 0) = w(0, 0) * w(0, 0); }
inline void squared_to(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * u(0, 0); }
inline void squares(const ACC<double>& v, double* sum) { *sum += v(0, 0) * v(0, 0); }

// u squared, but without a tangent, so that no other check can test what the user has written.
inline void twice(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * std::nextafter(u(0, 0), u(0, 0)); }
inline void twice_adjoint(const ACC<double>& u, ACC<double>& u_a1s, ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0, 0) += 2.0 * u(0, 0) * v_a1s(0, 0);
  v_a1s(0, 0) = 0.0;
}
inline void wrong(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * std::nextafter(u(0, 0), u(0, 0)); }
inline void wrong_adjoint(const ACC<double>& u, ACC<double>& u_a1s, ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0, 0) += 1.5 * u(0, 0) * v_a1s(0, 0);
  v_a1s(0, 0) = 0.0;
}

// Not smooth at 0.75.
inline void bend(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 1.0 + fabs(u(0, 0) - 0.75); }
inline void jump(const ACC<double>& u, ACC<double>& v) {
  if (u(0, 0) > 0.75) v(0, 0) = 1.0 + 3.0 * (u(0, 0) - 0.75);
  else v(0, 0) = 1.0 + u(0, 0) * u(0, 0) - 0.5625;
}
inline void scaled_distance(const ACC<double>& u, double* sum, const double* scale) {
  *sum += *scale * (fabs(u(0, 0) - 0.75) + 3.0 * u(0, 0));
}
inline void distance(const ACC<double>& u, double* sum) { *sum += fabs(u(0, 0) - 0.75); }
// Jumps at 0.75.
inline void fall(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) == 0.75 ? 1.0 : 0.9 * u(0, 0); }

// tests/faults/recording_kernels.h: kernels of recording.cpp and externals.cpp, all right.
#pragma once

inline void start(ACC<double> &u, const int *idx) { u(0, 0) = 1.0 + 0.1 * idx[0] - 0.05 * idx[1]; }
inline void advance(const ACC<double> &u, const ACC<double> &f, ACC<double> &v, const double *factor) {
  v(0, 0) = u(0, 0) + dt * (factor[0] * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0)) + f(0, 0) * u(0, 0));
}
inline void smooth(const ACC<double> &u, ACC<double> &v) { v(0, 0) = weights[0] * u(-1, 0) + weights[1] * u(0, 0) + weights[2] * u(1, 0); }
inline void damp(ACC<double> &u) { u(0, 0) = u(0, 0) / (1.0 + limits.rate * u(0, 0) * u(0, 0)); }
inline void pressure(const ACC<double> &u, ACC<double> &p) { p(0, 0) = u(0, 0) * u(0, 0); }
inline void force(const ACC<double> &p, ACC<double> &v) { v(0, 0) += 0.1 * p(0, 0); }
inline void multiply(ACC<double> &u, const double *by) { u(0, 0) = by[0] * u(0, 0); }
inline void move(const ACC<double> &u, ACC<double> &v) { v(0, 0) = u(0, 0); }
inline void chain(ACC<double> &u) { u(0, 0) = 0.5 * u(-1, 0); }
inline void energy(const ACC<double> &u, double *sum) { *sum += u(0, 0) * u(0, 0); }
inline void round_off(const ACC<double> &u, ACC<int> &n) { n(0, 0) = (int)u(0, 0); }
inline void to_complex(const ACC<double> &u, ACC<complexd> &z) { z(0, 0) = complexd(u(0, 0), 1.0); }
inline void to_half(const ACC<double> &u, ACC<half> &h) { h(0, 0) = u(0, 0); }
inline void complex_sum(const ACC<double> &u, complexd *sum) { *sum += complexd(u(0, 0), 1.0); }

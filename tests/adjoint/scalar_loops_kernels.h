// tests/adjoint/scalar_loops_kernels.h: kernels over scalars, and loops that give and take what they compute.
#pragma once

inline void squares(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }
inline void largest(const ACC<double>& u, double* most) { *most = MAX(*most, u(0) * u(0) + 0.5 * u(0)); }
inline void begin(const double* limit, double* time) { *time = 0.25 * *limit; }
inline void same(const double* from, double* to) { to[0] = from[0]; }
inline double share(double a, double b) { return a / (1.0 + b * b); }

/// Written twice, on one of two paths, and read again.
inline void choose(const double* energy, const double* fastest, const double* c, const double* weight,
                   const double* limit, const double* time, double* dt, double* time_new) {
  double speed = 0.0;
  for (int k = 0; k < 2; ++k) speed += c[k] * sqrt(*energy + k);
  *dt = c[0] * 0.2 / sqrt(speed + *weight * *fastest);
  if (*dt > *limit) *dt = *limit + share(*dt, *energy);
  else *dt = *dt * exp(-0.1 * *time);
  *time_new = *time + *dt;
}
inline void advance(const ACC<double>& u, ACC<double>& v, const double* dt, const double* time, const double* c) {
  v(0) = u(0) + dt[0] * (c[1] * (u(1) - 2.0 * u(0) + u(-1)) - sin(time[0]) * u(0) * u(0));
}
inline void copy(const ACC<double>& v, ACC<double>& u) { u(0) = v(0); }
inline void weigh(const ACC<double>& u, const int* index, const double* time, double* sum) {
  *sum += u(0) * (1.0 + 0.1 * index[0]) * time[0];
}
/// The component depends on the point.
inline void striped(const ACC<double>& u, const double* c, const int* index, double* sum) {
  const int k = index[0] % 3 == 1 ? 1 : 0;
  *sum += c[k] * c[k] * u(0);
}
inline void turned(const float* third, const float* old, float* now) {
  now[0] = old[1] * third[0];
  now[1] = old[0] + third[0];
}

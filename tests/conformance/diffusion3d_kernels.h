// tests/conformance/diffusion3d_kernels.h: kernels of diffusion3d.cpp.
#pragma once

inline void start(ACC<double>& u, ACC<double>& k, const int* idx) {
  u(0, 0, 0) = sin(0.3 * idx[0]) + cos(0.2 * idx[1]) * idx[2];
  k(0, 0, 0) = 1.0 + 0.01 * (idx[0] + 2 * idx[1] + 3 * idx[2]);
}

inline void step(const ACC<double>& u, const ACC<double>& k, ACC<double>& next, const double* dt) {
  const double flux_x = k(1, 0, 0) * (u(1, 0, 0) - u(0, 0, 0)) - k(0, 0, 0) * (u(0, 0, 0) - u(-1, 0, 0));
  const double flux_y = k(0, 1, 0) * (u(0, 1, 0) - u(0, 0, 0)) - k(0, 0, 0) * (u(0, 0, 0) - u(0, -1, 0));
  const double flux_z = k(0, 0, 1) * (u(0, 0, 1) - u(0, 0, 0)) - k(0, 0, 0) * (u(0, 0, 0) - u(0, 0, -1));
  next(0, 0, 0) = u(0, 0, 0) + dt[0] * (flux_x + flux_y + flux_z);
}

inline void extremes(const ACC<double>& u, double* least, double* most, double* squares) {
  *least = MIN(*least, u(0, 0, 0));
  *most = MAX(*most, u(0, 0, 0));
  *squares += u(0, 0, 0) * u(0, 0, 0);
}

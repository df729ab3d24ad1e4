// apps/burgers/kernels.hpp: the loops' bodies.
// Knows one grid point; the constants are published by burgers.cpp.
#pragma once

#define OPS_2D
#include "ops.hpp"

inline double spacing;     // [length] between grid points, the same along both axes
inline double convection;  // time step / spacing
inline double diffusion;   // time step / (Reynolds number * spacing^2)

/// The exact solution at the boundary and, at time 0, inside.
inline void set_exact(ACC<double>& u, ACC<double>& v, const double* time, const int* idx) {
  const double x = (idx[0] + 1) * spacing, y = (idx[1] + 1) * spacing, t = *time;
  u(0, 0) = (x + y - 2.0 * x * t) / (1.0 - 2.0 * t * t);
  v(0, 0) = (x - y - 2.0 * y * t) / (1.0 - 2.0 * t * t);
}

/// One explicit Euler step; first derivatives are taken on the side the flow comes from.
inline void advance(const ACC<double>& u, const ACC<double>& v, ACC<double>& u_next, ACC<double>& v_next) {
  const double u0 = u(0, 0), v0 = v(0, 0);
  double u_x, u_y, v_x, v_y;
  if (u0 > 0.0) {
    u_x = u0 - u(-1, 0);
    v_x = v0 - v(-1, 0);
  } else {
    u_x = u(1, 0) - u0;
    v_x = v(1, 0) - v0;
  }
  if (v0 > 0.0) {
    u_y = u0 - u(0, -1);
    v_y = v0 - v(0, -1);
  } else {
    u_y = u(0, 1) - u0;
    v_y = v(0, 1) - v0;
  }
  const double u_spread = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u0;
  const double v_spread = v(-1, 0) + v(1, 0) + v(0, -1) + v(0, 1) - 4.0 * v0;
  u_next(0, 0) = u0 - convection * (u0 * u_x + v0 * u_y) + diffusion * u_spread;
  v_next(0, 0) = v0 - convection * (u0 * v_x + v0 * v_y) + diffusion * v_spread;
}

inline void energy(const ACC<double>& u, const ACC<double>& v, double* sum) {
  *sum += spacing * spacing * (u(0, 0) * u(0, 0) + v(0, 0) * v(0, 0));
}

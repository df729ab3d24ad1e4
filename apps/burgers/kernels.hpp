// apps/burgers/kernels.hpp: the loops' bodies.
#pragma once

#define OPS_2D
#include "apps/common/real.hpp"
#include "ops.hpp"

using apps::Real;
using apps::real_type;

inline Real spacing;     // [length] between grid points, the same along both axes
inline Real convection;  // time step / spacing
inline Real diffusion;   // time step / (Reynolds number * spacing^2)

/// The exact solution at the boundary and, at time 0, inside.
inline void set_exact(ACC<Real>& u, ACC<Real>& v, const Real* time, const int* idx) {
  const double x = (idx[0] + 1) * spacing, y = (idx[1] + 1) * spacing, t = *time;
  u(0, 0) = (x + y - 2.0 * x * t) / (1.0 - 2.0 * t * t);
  v(0, 0) = (x - y - 2.0 * y * t) / (1.0 - 2.0 * t * t);
}

/// One explicit Euler step; first derivatives are taken on the side the flow comes from.
inline void advance(const ACC<Real>& u, const ACC<Real>& v, ACC<Real>& u_next, ACC<Real>& v_next) {
  const Real u0 = u(0, 0), v0 = v(0, 0);
  Real u_x, u_y, v_x, v_y;
  if (u0 > 0) {
    u_x = u0 - u(-1, 0);
    v_x = v0 - v(-1, 0);
  } else {
    u_x = u(1, 0) - u0;
    v_x = v(1, 0) - v0;
  }
  if (v0 > 0) {
    u_y = u0 - u(0, -1);
    v_y = v0 - v(0, -1);
  } else {
    u_y = u(0, 1) - u0;
    v_y = v(0, 1) - v0;
  }
  const Real u_spread = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u0;
  const Real v_spread = v(-1, 0) + v(1, 0) + v(0, -1) + v(0, 1) - 4 * v0;
  u_next(0, 0) = u0 - convection * (u0 * u_x + v0 * u_y) + diffusion * u_spread;
  v_next(0, 0) = v0 - convection * (u0 * v_x + v0 * v_y) + diffusion * v_spread;
}

inline void energy(const ACC<Real>& u, const ACC<Real>& v, double* sum) {
  *sum += spacing * spacing * (u(0, 0) * u(0, 0) + v(0, 0) * v(0, 0));
}

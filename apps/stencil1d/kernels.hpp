// apps/stencil1d/kernels.hpp: the loops' bodies: a narrow and a wide stencil, each linear and nonlinear.
#pragma once

#define OPS_1D
#include <cmath>

#include "apps/common/real.hpp"
#include "ops.hpp"

using apps::Real;
using apps::real_type;

inline constexpr int reach = 8;  // of the wide stencil [cells]
inline Real narrow[2];           // weights of the centre and of its two neighbours
inline Real wide[reach + 1];     // weights of the centre and of the neighbours at distance 1 .. reach
inline Real slope[reach + 1];    // weights of the differences u(k) - u(-k); slope[1] alone for the narrow stencil
inline Real cell;                // [length]

/// A smooth wave around 1; also what the halo holds for good.
inline void set_wave(ACC<Real>& u, const int* idx) {
  u(0) = 1.0 + 0.5 * std::sin(0.001 * idx[0]) + 0.1 * std::sin(0.73 * idx[0]);
}

inline void narrow_linear(const ACC<Real>& u, ACC<Real>& next) {
  next(0) = narrow[0] * u(0) + narrow[1] * (u(-1) + u(1));
}

inline void narrow_nonlinear(const ACC<Real>& u, ACC<Real>& next) {
  next(0) = narrow[0] * u(0) + narrow[1] * (u(-1) + u(1)) - u(0) * slope[1] * (u(1) - u(-1));
}

inline void wide_linear(const ACC<Real>& u, ACC<Real>& next) {
  Real sum = wide[0] * u(0);
  for (int k = 1; k <= reach; ++k) sum += wide[k] * (u(-k) + u(k));
  next(0) = sum;
}

inline void wide_nonlinear(const ACC<Real>& u, ACC<Real>& next) {
  Real sum = wide[0] * u(0), change = 0;
  for (int k = 1; k <= reach; ++k) {
    sum += wide[k] * (u(-k) + u(k));
    change += slope[k] * (u(k) - u(-k));
  }
  next(0) = sum - u(0) * change;
}

inline void square(const ACC<Real>& u, double* sum) { *sum += cell * u(0) * u(0); }

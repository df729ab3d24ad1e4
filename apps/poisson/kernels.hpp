// apps/poisson/kernels.hpp: the loops' bodies.
#pragma once

#define OPS_2D
#include <cmath>

#include "apps/common/real.hpp"
#include "ops.hpp"

using apps::Real;
using apps::real_type;

inline Real spacing_x, spacing_y;          // [length] between grid points
inline Real weight_x, weight_y, weight_f;  // of the neighbours and of the forcing in a Jacobi sweep

inline constexpr double pi = 3.14159265358979323846;

/// The manufactured solution sin(pi x) cos(2 pi y) at global grid point (i, j); the boundary is at -1 and at the size.
inline double solution(int i, int j) {
  return std::sin(pi * (i + 1) * spacing_x) * std::cos(2.0 * pi * (j + 1) * spacing_y);
}

inline void set_solution(ACC<Real>& u, const int* origin, const int* idx) {
  u(0, 0) = solution(origin[0] + idx[0], origin[1] + idx[1]);
}

/// f = Laplacian of the manufactured solution.
inline void set_forcing(ACC<Real>& f, const int* origin, const int* idx) {
  f(0, 0) = -5.0 * pi * pi * solution(origin[0] + idx[0], origin[1] + idx[1]);
}

/// The solution with an error of wave length 1/8, which the sweeps damp.
inline void set_start(ACC<Real>& u, const int* origin, const int* idx) {
  const int i = origin[0] + idx[0], j = origin[1] + idx[1];
  u(0, 0) =
      solution(i, j) + 0.5 * std::sin(16.0 * pi * (i + 1) * spacing_x) * std::sin(16.0 * pi * (j + 1) * spacing_y);
}

inline void jacobi(const ACC<Real>& u, const ACC<Real>& f, ACC<Real>& next) {
  next(0, 0) = weight_x * (u(-1, 0) + u(1, 0)) + weight_y * (u(0, -1) + u(0, 1)) - weight_f * f(0, 0);
}

/// With the reaction u³.
inline void jacobi_cubic(const ACC<Real>& u, const ACC<Real>& f, ACC<Real>& next) {
  const Real reaction = u(0, 0) * u(0, 0) * u(0, 0);
  next(0, 0) = weight_x * (u(-1, 0) + u(1, 0)) + weight_y * (u(0, -1) + u(0, 1)) - weight_f * (f(0, 0) + reaction);
}

/// f belongs to the same solution then.
inline void subtract_cube(const ACC<Real>& u, ACC<Real>& f) { f(0, 0) = f(0, 0) - u(0, 0) * u(0, 0) * u(0, 0); }

inline void squared_size(const ACC<Real>& u, double* sum) {
  const double value = u(0, 0);
  *sum += value * value;
}

inline void squared_misfit(const ACC<Real>& u, const ACC<Real>& exact, double* sum) {
  const double difference = u(0, 0) - exact(0, 0);
  *sum += spacing_x * spacing_y * difference * difference;
}

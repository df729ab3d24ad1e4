// apps/heat_adi/kernels.hpp: the loops' bodies.
#pragma once

#define OPS_3D
#include <cmath>

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace heat {

using apps::Real;
using apps::real_type;

inline double spacing[3];  // [length] between grid points, per axis
inline int waves[3];       // half waves of the exact solution, per axis
inline Real number[3];     // diffusivity * time step / spacing^2, per axis
inline Real cell;          // [length^3]

/// The exact solution: sines that are zero at the walls, times what is left of them.
inline void set_exact(ACC<Real>& u, const double* left, const int* idx) {
  constexpr double pi = 3.14159265358979323846;
  u(0, 0, 0) = *left * std::sin(waves[0] * pi * (idx[0] + 1) * spacing[0]) *
               std::sin(waves[1] * pi * (idx[1] + 1) * spacing[1]) *
               std::sin(waves[2] * pi * (idx[2] + 1) * spacing[2]);
}

/// A row of 1 - (time step / 2) A along one axis, whose number is given.
inline void set_matrix(ACC<Real>& below, ACC<Real>& middle, ACC<Real>& above, const Real* along) {
  below(0, 0, 0) = -*along / 2;
  middle(0, 0, 0) = 1 + *along;
  above(0, 0, 0) = -*along / 2;
}

/// What an explicit Euler step would add.
inline void explicit_change(const ACC<Real>& u, ACC<Real>& change) {
  const Real twice = 2 * u(0, 0, 0);
  change(0, 0, 0) = number[0] * (u(-1, 0, 0) - twice + u(1, 0, 0)) + number[1] * (u(0, -1, 0) - twice + u(0, 1, 0)) +
                    number[2] * (u(0, 0, -1) - twice + u(0, 0, 1));
}

/// Half the integral of u^2.
inline void energy(const ACC<Real>& u, double* sum) { *sum += cell / 2 * u(0, 0, 0) * u(0, 0, 0); }

inline void largest_difference(const ACC<Real>& u, const ACC<Real>& exact, double* largest) {
  *largest = std::fmax(*largest, std::fabs(double(u(0, 0, 0)) - double(exact(0, 0, 0))));
}

}  // namespace heat

// apps/wave/kernels.hpp: the loops' bodies, once for every number of dimensions and every order.
#pragma once

#include <cmath>

#include "apps/wave/points.hpp"

namespace wave {

inline Real step_over_spacing;             // [s/km]
inline Real damping;                       // what one squared cell inside the sponge takes away
inline int sponge_width;                   // [cells]
inline int first_point[3], last_point[3];  // per axis

/// Central second difference of order 2, 4 and 8: weights[reach][k] belongs to the points at distance k.
inline constexpr Real weights[5][5] = {
    {}, {0.0, 1.0}, {0.0, 4.0 / 3.0, -1.0 / 12.0}, {}, {0.0, 8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0}};

/// What the sponge leaves of a change: all of it inside, less towards the border.
template <int dims>
Real kept(const int* idx) {
  int squares = 0;
  for (int axis = 0; axis < dims; ++axis) {
    const int to_border = MIN(idx[axis] - first_point[axis], last_point[axis] - idx[axis]);
    const int inside = MAX(sponge_width - to_border, 0);
    squares += inside * inside;
  }
  return 1 - damping * squares;
}

/// What a second difference counts in a step. Once per run: the adjoint of a step then evaluates it at none of its
/// neighbours.
template <int dims>
void stiffen(const ACC<Real>& velocity, ACC<Real>& stiffness, const int* idx) {
  const Real courant = step_over_spacing * here<dims>(velocity);
  set<dims>(stiffness, kept<dims>(idx) * (courant * courant));
}

/// One time step: `next` holds the previous level and gets the next one.
template <int dims, int reach>
void advance(const ACC<Real>& u, const ACC<Real>& stiffness, ACC<Real>& next, const int* idx) {
  const Real centre = here<dims>(u), previous = here<dims>(next);
  Real laplacian = 0;
  for (int k = 1; k <= reach; ++k) laplacian += weights[reach][k] * (around<dims>(u, k) - 2 * dims * centre);
  set<dims>(next, previous + 2 * kept<dims>(idx) * (centre - previous) + here<dims>(stiffness) * laplacian);
}

template <int dims>
void inject(const ACC<Real>& velocity, const Real* amount, ACC<Real>& u) {
  const Real speed = here<dims>(velocity);
  set<dims>(u, here<dims>(u) + *amount * speed * speed);
}

template <int dims>
void copy(const ACC<Real>& from, ACC<Real>& to) {
  set<dims>(to, here<dims>(from));
}

template <int dims>
void rest(ACC<Real>& u, ACC<Real>& other) {
  set<dims>(u, 0);
  set<dims>(other, 0);
}

template <int dims>
void compare(const ACC<Real>& u, const ACC<Real>& observed, double* sum) {
  const double residual = here<dims>(u) - here<dims>(observed);
  *sum += 0.5 * residual * residual;
}

/// From 0 to 1 along an axis.
template <int dims>
double place(const int* idx, int axis) {
  return static_cast<double>(idx[axis] - first_point[axis]) / (last_point[axis] - first_point[axis]);
}

/// Velocity [km/s]: the same everywhere, or growing with depth in four layers; and a slow lens in the middle.
/// @param shape  1: layers, 0: none; how much slower the lens is [km/s]
template <int dims>
void set_velocity(ACC<Real>& velocity, const Real* shape, const int* idx) {
  const double depth = place<dims>(idx, dims - 1);
  double speed = 2.0;
  if (shape[0] > 0.0) speed = depth < 0.3 ? 1.6 : depth < 0.55 ? 1.9 : depth < 0.8 ? 2.2 : 2.5;
  double distance = 0.0;
  for (int axis = 0; axis < dims; ++axis) {
    const double off = place<dims>(idx, axis) - 0.5;
    distance += off * off;
  }
  set<dims>(velocity, speed - shape[1] * std::exp(-distance / 0.02));
}

}  // namespace wave

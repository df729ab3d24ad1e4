// apps/lbm/kernels.hpp: the loops' bodies, once for every lattice.
// Knows one cell; the constants are published by solver.hpp.
#pragma once

#include <cmath>
#include <numbers>

#include "apps/lbm/lattice.hpp"

namespace lbm {

enum Kind : long long { fluid = 0, solid = 1, lid = 2 };  ///< what the integer dataset says of a cell

inline double lid_speed;    // along axis 0 [cells/step]
inline double force;        // along axis 0, on a unit of volume
inline int cells[3];        // per axis
inline int walls[3];        // 1: the first and the last cells along this axis are solid
inline double radius;       // of the obstacle in the middle [cells]; negative: none

/// Density and velocity of a cell.
struct Flow {
  double density, x, y, z;
};

/// From what rests, and from the sums and differences of the pairs.
/// @param share  of the step's force that is still to come
template <int dims>
Flow moments(double rest, const double* sum, const double* difference, double share) {
  Flow flow{rest, difference[0], difference[1], 0.0};
  if (dims == 3) flow.z = difference[2];
  for (int k = 0; k < pairs[dims]; ++k) flow.density += sum[k];
  for (int k = dims; k < pairs[dims]; ++k) {
    if (velocity[dims][k][0] == 1) flow.x += difference[k];
    if (velocity[dims][k][1] == 1) flow.y += difference[k];
    if (velocity[dims][k][1] == -1) flow.y -= difference[k];
    if (velocity[dims][k][2] == 1) flow.z += difference[k];
    if (velocity[dims][k][2] == -1) flow.z -= difference[k];
  }
  const double volume = 1.0 / flow.density;
  flow.x = (flow.x + share * force) * volume;
  flow.y = flow.y * volume;
  if (dims == 3) flow.z = flow.z * volume;
  return flow;
}

template <int dims>
double square(const Flow& flow) {
  const double plane = flow.x * flow.x + flow.y * flow.y;
  return dims == 3 ? plane + flow.z * flow.z : plane;
}

/// One time step. In fluid, what arrives relaxes towards equilibrium under the force: what is even and what is odd in a pair's velocity
/// is computed once for both of its directions. What arrives in a wall returns, pushed where the wall moves.
template <int dims>
void collide(const ACC<double>& f, const ACC<double>& rate, const ACC<long long>& kind, ACC<double>& next) {
  const double rest = component<dims>(f, 0);
  double forth[pairs[dims]], back[pairs[dims]], sum[pairs[dims]], difference[pairs[dims]];
  for (int k = 0; k < pairs[dims]; ++k) {
    forth[k] = pulled<dims>(f, k, 1);
    back[k] = pulled<dims>(f, k, -1);
    sum[k] = forth[k] + back[k];
    difference[k] = forth[k] - back[k];
  }
  const long long what = here<dims>(kind);
  if (what == fluid) {
    const Flow u = moments<dims>(rest, sum, difference, 0.5);
    const double omega = here<dims>(rate), kept = 1.0 - omega, relaxed = omega * u.density, pressed = (1.0 - 0.5 * omega) * force;
    const double x = relaxed * u.x, y = relaxed * u.y, z = relaxed * u.z;
    const double even_x = 4.5 * x + 9.0 * pressed, odd_x = 3.0 * (x + pressed);
    const double isotropic = relaxed - 1.5 * relaxed * square<dims>(u) - 3.0 * pressed * u.x;
    set_component<dims>(next, 0, kept * rest + rest_weight[dims] * isotropic);
    for (int k = 0; k < pairs[dims]; ++k) {
      const double w = weight<dims>(k);
      const double even = w * isotropic + along<dims>(k, u.x, u.y, u.z) * (w * along<dims>(k, even_x, 4.5 * y, 4.5 * z));
      const double odd = w * along<dims>(k, odd_x, 3.0 * y, 3.0 * z);
      set_component<dims>(next, 2 * k + 1, kept * forth[k] + (even + odd));
      set_component<dims>(next, 2 * k + 2, kept * back[k] + (even - odd));
    }
  } else {
    set_component<dims>(next, 0, rest);
    for (int k = 0; k < pairs[dims]; ++k) {
      double push = 0.0;
      if (velocity[dims][k][0] != 0 && what == lid) push = 6.0 * weight<dims>(k) * lid_speed;
      set_component<dims>(next, 2 * k + 1, back[k] + push);
      set_component<dims>(next, 2 * k + 2, forth[k] - push);
    }
  }
}

/// Kinetic energy of the fluid after a collision, of whose force half is too much.
template <int dims>
void kinetic_energy(const ACC<double>& f, const ACC<long long>& kind, double* sum_of_all) {
  double sum[pairs[dims]], difference[pairs[dims]];
  for (int k = 0; k < pairs[dims]; ++k) {
    sum[k] = component<dims>(f, 2 * k + 1) + component<dims>(f, 2 * k + 2);
    difference[k] = component<dims>(f, 2 * k + 1) - component<dims>(f, 2 * k + 2);
  }
  const Flow u = moments<dims>(component<dims>(f, 0), sum, difference, -0.5);
  *sum_of_all += here<dims>(kind) == fluid ? 0.5 * u.density * square<dims>(u) : 0.0;
}

/// Momentum along axis 0 that a solid cell takes from the fluid around it in a step: twice what arrives, as it returns.
template <int dims>
void exchange_momentum(const ACC<double>& f, const ACC<long long>& kind, const double* share, double* sum_of_all) {
  double momentum = 0.0;
  for (int k = 0; k < pairs[dims]; ++k)
    if (velocity[dims][k][0] != 0) {
      momentum += upstream<dims>(kind, k, 1) == fluid ? 2.0 * pulled<dims>(f, k, 1) : 0.0;
      momentum -= upstream<dims>(kind, k, -1) == fluid ? 2.0 * pulled<dims>(f, k, -1) : 0.0;
    }
  *sum_of_all += here<dims>(kind) != fluid ? *share * momentum : 0.0;
}

/// Walls, the lid as the last cells of the last axis, and a disc or a ball in the middle.
template <int dims>
void set_kind(ACC<long long>& kind, const int* idx) {
  long long what = fluid;
  double distance = 0.0;
  for (int axis = 0; axis < dims; ++axis) {
    const double off = idx[axis] - 0.5 * (cells[axis] - 1);
    distance += off * off;
  }
  if (radius >= 0.0 && distance <= radius * radius) what = solid;
  if (walls[dims - 1] != 0 && idx[dims - 1] == 0) what = solid;
  if (walls[dims - 1] != 0 && idx[dims - 1] == cells[dims - 1] - 1) what = lid;
  for (int axis = 0; axis < dims - 1; ++axis)
    if (walls[axis] != 0 && (idx[axis] == 0 || idx[axis] == cells[axis] - 1)) what = solid;
  set<dims>(kind, what);
}

template <int dims>
void set_rate(ACC<double>& rate, const double* value) {
  set<dims>(rate, *value);
}

/// Fluid at rest whose density waves a little.
template <int dims>
void set_start(ACC<double>& f, const double* ripple, const int* idx) {
  double wave = 1.0;
  for (int axis = 0; axis < dims; ++axis) wave *= std::sin(2.0 * std::numbers::pi * (idx[axis] + 0.7) / cells[axis]);
  const double density = 1.0 + *ripple * wave;
  set_component<dims>(f, 0, rest_weight[dims] * density);
  for (int k = 0; k < pairs[dims]; ++k) {
    set_component<dims>(f, 2 * k + 1, weight<dims>(k) * density);
    set_component<dims>(f, 2 * k + 2, weight<dims>(k) * density);
  }
}

}  // namespace lbm

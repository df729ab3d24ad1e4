// apps/lbm/kernels.hpp: the loops' bodies, once for every lattice.
#pragma once

#include <cmath>
#include <numbers>
#include <type_traits>

#include "apps/lbm/lattice.hpp"

namespace lbm {

/// As wide as Real, so that a vector has as many of either.
using Word = std::conditional_t<std::is_same_v<Real, float>, int, long long>;
inline constexpr const char* word_type = std::is_same_v<Real, float> ? "int" : "long long";

enum Kind : Word { fluid = 0, solid = 1, lid = 2 };  ///< what the integer dataset says of a cell

inline Real lid_speed;  // along axis 0 [cells/step]
inline Real force;      // along axis 0, on a unit of volume
inline int cells[3];    // per axis
inline int walls[3];    // 1: the first and the last cells along this axis are solid
inline Real radius;     // of the obstacle in the middle [cells]; negative: none

/// Density and velocity of a cell.
struct Flow {
  Real density, x, y, z;
};

/// From what rests, and from the sums and differences of the pairs.
/// @param share  of the step's force that is still to come
template <int dims>
Flow moments(Real rest, const Real* sum, const Real* difference, Real share) {
  Flow flow{rest, difference[0], difference[1], 0};
  if (dims == 3) flow.z = difference[2];
  for (int k = 0; k < pairs[dims]; ++k) flow.density += sum[k];
  for (int k = dims; k < pairs[dims]; ++k) {
    if (velocity[dims][k][0] == 1) flow.x += difference[k];
    if (velocity[dims][k][1] == 1) flow.y += difference[k];
    if (velocity[dims][k][1] == -1) flow.y -= difference[k];
    if (velocity[dims][k][2] == 1) flow.z += difference[k];
    if (velocity[dims][k][2] == -1) flow.z -= difference[k];
  }
  const Real volume = 1 / flow.density;
  flow.x = (flow.x + share * force) * volume;
  flow.y = flow.y * volume;
  if (dims == 3) flow.z = flow.z * volume;
  return flow;
}

template <int dims>
Real square(const Flow& flow) {
  const Real plane = flow.x * flow.x + flow.y * flow.y;
  return dims == 3 ? plane + flow.z * flow.z : plane;
}

/// One time step. In fluid, what arrives relaxes towards equilibrium under the force: what is even and what is odd in a
/// pair's velocity is computed once for both of its directions. What arrives in a wall returns, pushed where the wall
/// moves.
template <int dims>
void collide(const ACC<Real>& f, const ACC<Real>& rate, const ACC<Word>& kind, ACC<Real>& next) {
  const Real rest = component<dims>(f, 0);
  Real forth[pairs[dims]], back[pairs[dims]], sum[pairs[dims]], difference[pairs[dims]];
  for (int k = 0; k < pairs[dims]; ++k) {
    forth[k] = pulled<dims>(f, k, 1);
    back[k] = pulled<dims>(f, k, -1);
    sum[k] = forth[k] + back[k];
    difference[k] = forth[k] - back[k];
  }
  const Word what = here<dims>(kind);
  if (what == fluid) {
    const Flow u = moments<dims>(rest, sum, difference, Real(0.5));
    const Real omega = here<dims>(rate), kept = 1 - omega, relaxed = omega * u.density,
               pressed = (1 - Real(0.5) * omega) * force;
    const Real x = relaxed * u.x, y = relaxed * u.y, z = relaxed * u.z;
    const Real even_x = Real(4.5) * x + 9 * pressed, odd_x = 3 * (x + pressed);
    const Real isotropic = relaxed - Real(1.5) * relaxed * square<dims>(u) - 3 * pressed * u.x;
    set_component<dims>(next, 0, kept * rest + rest_weight[dims] * isotropic);
    for (int k = 0; k < pairs[dims]; ++k) {
      const Real w = weight<dims>(k);
      const Real even =
          w * isotropic + along<dims>(k, u.x, u.y, u.z) * (w * along<dims>(k, even_x, Real(4.5) * y, Real(4.5) * z));
      const Real odd = w * along<dims>(k, odd_x, 3 * y, 3 * z);
      set_component<dims>(next, 2 * k + 1, kept * forth[k] + (even + odd));
      set_component<dims>(next, 2 * k + 2, kept * back[k] + (even - odd));
    }
  } else {
    set_component<dims>(next, 0, rest);
    for (int k = 0; k < pairs[dims]; ++k) {
      Real push = 0;
      if (velocity[dims][k][0] != 0 && what == lid) push = 6 * weight<dims>(k) * lid_speed;
      set_component<dims>(next, 2 * k + 1, back[k] + push);
      set_component<dims>(next, 2 * k + 2, forth[k] - push);
    }
  }
}

/// Kinetic energy of the fluid after a collision, of whose force half is too much.
template <int dims>
void kinetic_energy(const ACC<Real>& f, const ACC<Word>& kind, double* sum_of_all) {
  Real sum[pairs[dims]], difference[pairs[dims]];
  for (int k = 0; k < pairs[dims]; ++k) {
    sum[k] = component<dims>(f, 2 * k + 1) + component<dims>(f, 2 * k + 2);
    difference[k] = component<dims>(f, 2 * k + 1) - component<dims>(f, 2 * k + 2);
  }
  const Flow u = moments<dims>(component<dims>(f, 0), sum, difference, Real(-0.5));
  *sum_of_all += here<dims>(kind) == fluid ? Real(0.5) * u.density * square<dims>(u) : 0;
}

/// Momentum along axis 0 that a solid cell takes from the fluid around it in a step: twice what arrives, as it returns.
template <int dims>
void exchange_momentum(const ACC<Real>& f, const ACC<Word>& kind, const Real* share, double* sum_of_all) {
  Real momentum = 0;
  for (int k = 0; k < pairs[dims]; ++k)
    if (velocity[dims][k][0] != 0) {
      momentum += upstream<dims>(kind, k, 1) == fluid ? 2 * pulled<dims>(f, k, 1) : 0;
      momentum -= upstream<dims>(kind, k, -1) == fluid ? 2 * pulled<dims>(f, k, -1) : 0;
    }
  *sum_of_all += here<dims>(kind) != fluid ? *share * momentum : 0;
}

/// Walls, the lid as the last cells of the last axis, and a disc or a ball in the middle.
template <int dims>
void set_kind(ACC<Word>& kind, const int* idx) {
  Word what = fluid;
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
void set_rate(ACC<Real>& rate, const Real* value) {
  set<dims>(rate, *value);
}

/// Fluid at rest whose density waves a little.
template <int dims>
void set_start(ACC<Real>& f, const Real* ripple, const int* idx) {
  double wave = 1.0;
  for (int axis = 0; axis < dims; ++axis) wave *= std::sin(2.0 * std::numbers::pi * (idx[axis] + 0.7) / cells[axis]);
  const Real density = 1.0 + *ripple * wave;
  set_component<dims>(f, 0, rest_weight[dims] * density);
  for (int k = 0; k < pairs[dims]; ++k) {
    set_component<dims>(f, 2 * k + 1, weight<dims>(k) * density);
    set_component<dims>(f, 2 * k + 2, weight<dims>(k) * density);
  }
}

}  // namespace lbm

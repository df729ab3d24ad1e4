// apps/lbm/lattice.hpp: the velocities and weights of D2Q9 and D3Q19, and access to one cell in two or three
// dimensions. Component 0 rests, components 2k + 1 and 2k + 2 move along velocity k and against it.
#pragma once

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace lbm {

using apps::Real;
using apps::real_type;

inline constexpr int pairs[4] = {0, 1, 4, 9};  ///< by the number of dimensions

/// By dimensions, pair and axis; pair k < dims is the one along axis k, and the first entry that is not 0 is 1.
inline constexpr int velocity[4][9][3] = {
    {},
    {{1, 0, 0}},
    {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, -1, 0}},
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}}};

inline constexpr Real rest_weight[4] = {1.0, 2.0 / 3.0, 4.0 / 9.0, 1.0 / 3.0};
inline constexpr Real axis_weight[4] = {0.0, 1.0 / 6.0, 1.0 / 9.0, 1.0 / 18.0};
inline constexpr Real diagonal_weight = 1.0 / 36.0;

/// The weight of either component of a pair.
template <int dims>
Real weight(int pair) {
  return pair < dims ? axis_weight[dims] : diagonal_weight;
}

/// Scalar product of a pair's velocity with (x, y, z), without terms that are 0.
template <int dims>
Real along(int pair, Real x, Real y, Real z) {
  const int cx = velocity[dims][pair][0], cy = velocity[dims][pair][1], cz = velocity[dims][pair][2];
  if (cz == 0) return cy == 0 ? x : cx == 0 ? y : cy > 0 ? x + y : x - y;
  if (cx == 0 && cy == 0) return z;
  const Real other = cx == 0 ? y : x;
  return cz > 0 ? other + z : other - z;
}

template <int dims, class T>
T here(const ACC<T>& field) {
  if constexpr (dims == 2) return field(0, 0);
  else return field(0, 0, 0);
}

template <int dims, class T>
void set(ACC<T>& field, T value) {
  if constexpr (dims == 2) field(0, 0) = value;
  else field(0, 0, 0) = value;
}

/// The cell from which a pair's first component arrives (side 1), or its second (side -1).
template <int dims, class T>
T upstream(const ACC<T>& field, int pair, int side) {
  const int x = -side * velocity[dims][pair][0], y = -side * velocity[dims][pair][1],
            z = -side * velocity[dims][pair][2];
  if constexpr (dims == 2) return field(x, y);
  else return field(x, y, z);
}

/// What arrives of a component: streaming by pull.
template <int dims>
Real pulled(const ACC<Real>& f, int pair, int side) {
  const int x = -side * velocity[dims][pair][0], y = -side * velocity[dims][pair][1],
            z = -side * velocity[dims][pair][2];
  const int q = side > 0 ? 2 * pair + 1 : 2 * pair + 2;
  if constexpr (dims == 2) return f(q, x, y);
  else return f(q, x, y, z);
}

template <int dims>
Real component(const ACC<Real>& f, int q) {
  if constexpr (dims == 2) return f(q, 0, 0);
  else return f(q, 0, 0, 0);
}

template <int dims>
void set_component(ACC<Real>& f, int q, Real value) {
  if constexpr (dims == 2) f(q, 0, 0) = value;
  else f(q, 0, 0, 0) = value;
}

}  // namespace lbm

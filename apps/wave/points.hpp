// apps/wave/points.hpp: values at and around the point of a loop, in two or three dimensions.
#pragma once

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace wave {

using apps::Real;
using apps::real_type;

template <int dims>
Real here(const ACC<Real>& u) {
  if constexpr (dims == 2) return u(0, 0);
  else return u(0, 0, 0);
}

template <int dims>
void set(ACC<Real>& u, Real value) {
  if constexpr (dims == 2) u(0, 0) = value;
  else u(0, 0, 0) = value;
}

/// The sum over the points at distance k along each axis, both ways.
template <int dims>
Real around(const ACC<Real>& u, int k) {
  if constexpr (dims == 2) return (u(-k, 0) + u(k, 0)) + (u(0, -k) + u(0, k));
  else return (u(-k, 0, 0) + u(k, 0, 0)) + (u(0, -k, 0) + u(0, k, 0)) + (u(0, 0, -k) + u(0, 0, k));
}

}  // namespace wave

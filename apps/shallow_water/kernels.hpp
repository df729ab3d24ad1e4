// apps/shallow_water/kernels.hpp: the loops' bodies.
#pragma once

#include <cmath>

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace shallow_water {

using apps::Real;
using apps::real_type;

inline constexpr int buoys_along = 5;  // in either direction
inline constexpr int buoys = buoys_along * buoys_along;

inline Real gravity;  // [m/s²]
inline Real spacing;  // of the cells [m]
inline Real courant;  // part of a cell that the fastest wave crosses in a step
inline Real moments;  // between those of the record [s]

/// What the components of a state are.
enum Component { depth, along_x, along_y };

/// Water on one side of a face, seen across it.
struct Column {
  Real depth, level;   // [m]
  Real across, aside;  // momenta across the face and along it [m²/s]
};

/// What goes through a face in a second; and how its slope pushes the water on both sides.
struct Flux {
  Real depth, across, aside, push;
};

/// At least |u|, and smooth where water is at rest: there |u| has a kink, at which a gradient would be that of one
/// side.
inline Real size_of(Real u) {
  const Real slow = Real(0.1);  // [m/s]
  return std::sqrt(u * u + slow * slow);
}

inline Column column(const ACC<Real>& state, const ACC<Real>& floor, int i, int j, int across, int aside) {
  const Real h = state(depth, i, j);
  return {h, h + floor(i, j), state(across, i, j), state(aside, i, j)};
}

/// Rusanov's flux. Only differences of the level drive it, so water at rest over any floor stays at rest.
inline Flux flux(const Column& left, const Column& right) {
  const Real u = left.across / left.depth, v = right.across / right.depth, mean = (left.depth + right.depth) / 2;
  const Real fastest = size_of((u + v) / 2) + std::sqrt(gravity * mean), slope = right.level - left.level;
  return {(left.across + right.across - fastest * slope) / 2,
          (left.across * u + right.across * v - fastest * (right.across - left.across)) / 2,
          (left.aside * u + right.aside * v - fastest * (right.aside - left.aside)) / 2, gravity * mean * slope / 2};
}

/// One time step.
inline void advance(const ACC<Real>& state, const ACC<Real>& floor, ACC<Real>& next, const Real* dt) {
  const Column x = column(state, floor, 0, 0, along_x, along_y), y = column(state, floor, 0, 0, along_y, along_x);
  const Flux west = flux(column(state, floor, -1, 0, along_x, along_y), x),
             east = flux(x, column(state, floor, 1, 0, along_x, along_y));
  const Flux south = flux(column(state, floor, 0, -1, along_y, along_x), y),
             north = flux(y, column(state, floor, 0, 1, along_y, along_x));
  const Real share = *dt / spacing;
  next(depth, 0, 0) = x.depth - share * (east.depth - west.depth + (north.depth - south.depth));
  next(along_x, 0, 0) =
      x.across - share * (east.across - west.across + (east.push + west.push) + (north.aside - south.aside));
  next(along_y, 0, 0) =
      y.across - share * (north.across - south.across + (north.push + south.push) + (east.aside - west.aside));
}

/// How many cells the fastest wave crosses in a second.
inline void speed(const ACC<Real>& state, Real* fastest) {
  const Real h = state(depth, 0, 0), u = state(along_x, 0, 0) / h, v = state(along_y, 0, 0) / h;
  *fastest = MAX(*fastest, (size_of(u) + size_of(v) + 2 * std::sqrt(gravity * h)) / spacing);
}

/// The time step that the flow allows, and the time after it. Over scalars.
inline void tick(const Real* fastest, const Real* time, Real* dt, Real* next) {
  *dt = courant / *fastest;
  *next = *time + *dt;
}
/// The same with a step that is given.
inline void tick_frozen(const Real* given, const Real* time, Real* dt, Real* next) {
  *dt = *given;
  *next = *time + *dt;
}

inline void begin(Real* time) { *time = 0; }

/// A wall: behind it the water is that before it, and moves the other way.
/// @tparam inwards  1 or -1: along y, from the cell behind the wall to that before it
template <int inwards>
void reflect(ACC<Real>& state) {
  state(depth, 0, 0) = state(depth, 0, inwards);
  state(along_x, 0, 0) = state(along_x, 0, inwards);
  state(along_y, 0, 0) = -state(along_y, 0, inwards);
}
template <int inwards>
void mirror(ACC<Real>& floor) {
  floor(0, 0) = floor(0, inwards);
}

/// Water at rest under a given surface.
inline void fill(const ACC<Real>& surface, const ACC<Real>& floor, ACC<Real>& state) {
  state(depth, 0, 0) = surface(0, 0) - floor(0, 0);
  state(along_x, 0, 0) = 0;
  state(along_y, 0, 0) = 0;
}

/// Half the squared distance of what the buoys hear to what was observed, times the length of the step. Between moments
/// of the record a cubic is taken that has no kinks where they meet (Catmull and Rom): with straight lines, the
/// gradient would jump there.
/// @param record  the time of the second of four moments, and the levels at all four
inline void compare(const Real* heard, const Real* ground, const Real* time, const Real* dt, const Real* record,
                    double* misfit) {
  const Real s = (*time - record[0]) / moments;
  const Real before = s * (-1 + s * (2 - s)), left = 2 + s * s * (-5 + 3 * s), right = s * (1 + s * (4 - 3 * s)),
             after = s * s * (s - 1);
  double sum = 0;
  for (int k = 0; k < buoys; ++k) {
    const Real* level = record + 1 + k;
    const double observed =
        (before * level[0] + left * level[buoys] + right * level[2 * buoys] + after * level[3 * buoys]) / 2;
    const double residual = heard[k] + ground[k] - observed;
    sum += residual * residual;
  }
  *misfit += 0.5 * *dt * sum;
}

/// Sums over all cells: mass, and half the squared momentum over depth plus that of the surface: what moves.
inline void measure(const ACC<Real>& state, const ACC<Real>& floor, double* mass, double* energy) {
  const double h = state(depth, 0, 0), x = state(along_x, 0, 0), y = state(along_y, 0, 0), level = h + floor(0, 0);
  *mass += h * spacing * spacing;
  *energy += 0.5 * ((x * x + y * y) / h + gravity * level * level) * spacing * spacing;
}

}  // namespace shallow_water

// apps/cloverleaf/constants.hpp: what kernels know besides their arguments; the names are those that ops_decl_const
// publishes. What is read once, to place and fill the cells, is a double in float as well.
#pragma once

#define OPS_2D
#include "apps/common/real.hpp"
#include "ops.hpp"

using apps::Real;
using apps::real_type;

/// Cells of the grid: x_min <= i < x_max, y_min <= j < y_max.
struct field_type {
  int x_min, x_max, y_min, y_max;
};

/// Place and width of the cells [length].
struct grid_type {
  double xmin, ymin, dx, dy;
};

enum Geometry : int { RECTANGLE, CIRCLE, POINT };

/// Material at the start: state 0 fills the grid, each further one its own part.
struct state_type {
  int geometry;
  double density, energy, xvel, yvel;
  double xmin, xmax, ymin, ymax;  ///< of the rectangle; the centre or the point is (xmin, ymin)
  double radius;
};

constexpr int most_states = 16;

inline field_type field;
inline grid_type grid;
inline state_type states[most_states];
inline int number_of_states;
inline double ripple;  ///< amplitude of a wave on the start state, relative to it

// safety factors of the time step
inline Real dtc_safe = Real(0.7), dtu_safe = Real(0.5), dtv_safe = Real(0.5), dtdiv_safe = Real(0.7);
inline Real dtrise, dtmax;  // how fast it may grow, and how far [time]

constexpr Real g_small = Real(1.0e-16);
constexpr Real one_by_six = Real(1) / 6;

// Datasets of which a halo update takes care, by their place in its flags.
enum FieldFlag : int {
  FIELD_DENSITY0,
  FIELD_DENSITY1,
  FIELD_ENERGY0,
  FIELD_ENERGY1,
  FIELD_PRESSURE,
  FIELD_VISCOSITY,
  FIELD_XVEL0,
  FIELD_XVEL1,
  FIELD_YVEL0,
  FIELD_YVEL1,
  FIELD_VOL_FLUX_X,
  FIELD_MASS_FLUX_X,
  FIELD_VOL_FLUX_Y,
  FIELD_MASS_FLUX_Y,
  NUM_FIELDS
};

// apps/cloverleaf/kernels/start.hpp: geometry and initial state.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

inline void initialise_chunk_index_x(ACC<int>& xx, const int* idx) { xx(0, 0) = idx[0]; }
inline void initialise_chunk_index_y(ACC<int>& yy, const int* idx) { yy(0, 0) = idx[1]; }

inline void initialise_chunk_x(const ACC<int>& xx, ACC<Real>& vertexx, ACC<Real>& vertexdx, ACC<Real>& celldx) {
  vertexx(0, 0) = grid.xmin + grid.dx * xx(0, 0);
  vertexdx(0, 0) = grid.dx;
  celldx(0, 0) = grid.dx;
}

inline void initialise_chunk_y(const ACC<int>& yy, ACC<Real>& vertexy, ACC<Real>& vertexdy, ACC<Real>& celldy) {
  vertexy(0, 0) = grid.ymin + grid.dy * yy(0, 0);
  vertexdy(0, 0) = grid.dy;
  celldy(0, 0) = grid.dy;
}

inline void initialise_chunk_volume(const ACC<Real>& celldx, const ACC<Real>& celldy, ACC<Real>& volume,
                                    ACC<Real>& xarea, ACC<Real>& yarea) {
  volume(0, 0) = celldx(0, 0) * celldy(0, 0);
  xarea(0, 0) = celldy(0, 0);
  yarea(0, 0) = celldx(0, 0);
}

/// Whether the cell with lower left corner (x, y) belongs to a state. Rectangles end a hundredth of a cell early on all
/// sides, so that rounding does not decide about cells.
inline bool inside(const state_type& state, Real x, Real y) {
  const double mid_x = x + 0.5 * grid.dx, mid_y = y + 0.5 * grid.dy;
  if (state.geometry == CIRCLE) {
    const double from_x = mid_x - state.xmin, from_y = mid_y - state.ymin;
    return std::sqrt(from_x * from_x + from_y * from_y) <= state.radius;
  }
  if (state.geometry == POINT) return x == Real(state.xmin) && y == Real(state.ymin);
  return x + grid.dx >= state.xmin + grid.dx / 100.0 && x < state.xmax - grid.dx / 100.0 &&
         y + grid.dy >= state.ymin + grid.dy / 100.0 && y < state.ymax - grid.dy / 100.0;
}

inline void generate_chunk(const ACC<Real>& vertexx, const ACC<Real>& vertexy, ACC<Real>& density0,
                           ACC<Real>& energy0) {
  density0(0, 0) = states[0].density;
  energy0(0, 0) = states[0].energy;
  for (int n = 1; n < number_of_states; ++n) {
    if (inside(states[n], vertexx(0, 0), vertexy(0, 0))) {
      density0(0, 0) = states[n].density;
      energy0(0, 0) = states[n].energy;
    }
  }
  const double x = vertexx(0, 0) / grid.dx, y = vertexy(0, 0) / grid.dy;
  density0(0, 0) = density0(0, 0) * (1.0 + ripple * std::sin(0.7 * x + 0.3) * std::cos(0.5 * y + 0.1));
  energy0(0, 0) = energy0(0, 0) * (1.0 + ripple * std::cos(0.6 * x + 0.2) * std::sin(0.8 * y + 0.5));
}

/// A node moves with the last state that one of the four cells around it belongs to.
inline void generate_chunk_velocity(const ACC<Real>& vertexx, const ACC<Real>& vertexy, ACC<Real>& xvel0,
                                    ACC<Real>& yvel0) {
  xvel0(0, 0) = states[0].xvel;
  yvel0(0, 0) = states[0].yvel;
  for (int n = 1; n < number_of_states; ++n) {
    for (int corner = 0; corner < 4; ++corner) {
      const Real x = vertexx(0, 0) - (corner % 2) * grid.dx, y = vertexy(0, 0) - (corner / 2) * grid.dy;
      if (inside(states[n], x, y)) {
        xvel0(0, 0) = states[n].xvel;
        yvel0(0, 0) = states[n].yvel;
      }
    }
  }
}

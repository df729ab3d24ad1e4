// apps/cloverleaf/kernels/summary.hpp: the end of a step, and sums over the grid.
#pragma once

#include "apps/cloverleaf/constants.hpp"

inline void reset_field_cells(ACC<Real>& density0, const ACC<Real>& density1, ACC<Real>& energy0,
                              const ACC<Real>& energy1) {
  density0(0, 0) = density1(0, 0);
  energy0(0, 0) = energy1(0, 0);
}

inline void reset_field_nodes(ACC<Real>& xvel0, const ACC<Real>& xvel1, ACC<Real>& yvel0, const ACC<Real>& yvel1) {
  xvel0(0, 0) = xvel1(0, 0);
  yvel0(0, 0) = yvel1(0, 0);
}

inline void field_summary_kernel(const ACC<Real>& volume, const ACC<Real>& density0, const ACC<Real>& energy0,
                                 const ACC<Real>& pressure, const ACC<Real>& xvel0, const ACC<Real>& yvel0, double* vol,
                                 double* mass, double* ie, double* ke, double* press) {
  Real vsqrd = 0;
  vsqrd = vsqrd + Real(0.25) * (xvel0(0, 0) * xvel0(0, 0) + yvel0(0, 0) * yvel0(0, 0));
  vsqrd = vsqrd + Real(0.25) * (xvel0(1, 0) * xvel0(1, 0) + yvel0(1, 0) * yvel0(1, 0));
  vsqrd = vsqrd + Real(0.25) * (xvel0(0, 1) * xvel0(0, 1) + yvel0(0, 1) * yvel0(0, 1));
  vsqrd = vsqrd + Real(0.25) * (xvel0(1, 1) * xvel0(1, 1) + yvel0(1, 1) * yvel0(1, 1));
  const Real cell_vol = volume(0, 0), cell_mass = cell_vol * density0(0, 0);
  *vol += cell_vol;
  *mass += cell_mass;
  *ie += cell_mass * energy0(0, 0);
  *ke += cell_mass * Real(0.5) * vsqrd;
  *press += cell_vol * pressure(0, 0);
}

// apps/cloverleaf/kernels/time_step.hpp: the largest stable time step, and the next one.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// The largest stable time step by sound, by flow along either axis, and by compression. The last three are twice the
/// cell's volume over what flows, over a safety factor: the largest such flow is found before the division.
inline void calc_dt(const ACC<Real>& celldx, const ACC<Real>& celldy, const ACC<Real>& soundspeed,
                    const ACC<Real>& viscosity, const ACC<Real>& density0, const ACC<Real>& xvel0,
                    const ACC<Real>& xarea, const ACC<Real>& volume, const ACC<Real>& yvel0, const ACC<Real>& yarea,
                    Real* dt_min) {
  Real cc = soundspeed(0, 0) * soundspeed(0, 0);
  cc = cc + 2 * viscosity(0, 0) / density0(0, 0);
  cc = MAX(sqrt(cc), g_small);
  const Real dtct = dtc_safe * MIN(celldx(0, 0), celldy(0, 0)) / cc;

  const Real left = (xvel0(0, 0) + xvel0(0, 1)) * xarea(0, 0), right = (xvel0(1, 0) + xvel0(1, 1)) * xarea(1, 0);
  const Real bottom = (yvel0(0, 0) + yvel0(1, 0)) * yarea(0, 0), top = (yvel0(0, 1) + yvel0(1, 1)) * yarea(0, 1);
  const Real least = g_small * volume(0, 0), twice = 2 * volume(0, 0);
  const Real along_x = MAX3(fabs(left), fabs(right), least) * (1 / dtu_safe);
  const Real along_y = MAX3(fabs(bottom), fabs(top), least) * (1 / dtv_safe);
  const Real div = right - left + top - bottom;
  const Real inwards = div < -g_small * twice ? -div * (1 / dtdiv_safe) : 0;
  const Real dtflow = twice / MAX3(along_x, along_y, inwards);
  *dt_min = MIN(*dt_min, MIN(dtct, dtflow));
}

/// The next time step: stable, not much longer than the one before, and never longer than allowed.
inline void choose_dt(const Real* dt_stable, const Real* dt_before, Real* dt) {
  *dt += MIN(MIN(dt_stable[0], dt_before[0] * dtrise), dtmax);
}

// apps/cloverleaf/kernels/time_step.hpp: the largest stable time step, and the next one.
// Knows one cell.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// The largest stable time step by sound, by flow along either axis, and by compression.
inline void calc_dt(const ACC<double>& celldx, const ACC<double>& celldy, const ACC<double>& soundspeed, const ACC<double>& viscosity,
                    const ACC<double>& density0, const ACC<double>& xvel0, const ACC<double>& xarea, const ACC<double>& volume,
                    const ACC<double>& yvel0, const ACC<double>& yarea, double* dt_min) {
  double cc = soundspeed(0, 0) * soundspeed(0, 0);
  cc = cc + 2.0 * viscosity(0, 0) / density0(0, 0);
  cc = MAX(sqrt(cc), g_small);
  const double dtct = dtc_safe * MIN(celldx(0, 0), celldy(0, 0)) / cc;

  double dv1 = (xvel0(0, 0) + xvel0(0, 1)) * xarea(0, 0);
  double dv2 = (xvel0(1, 0) + xvel0(1, 1)) * xarea(1, 0);
  double div = dv2 - dv1;
  const double dtut = dtu_safe * 2.0 * volume(0, 0) / MAX3(fabs(dv1), fabs(dv2), g_small * volume(0, 0));

  dv1 = (yvel0(0, 0) + yvel0(1, 0)) * yarea(0, 0);
  dv2 = (yvel0(0, 1) + yvel0(1, 1)) * yarea(0, 1);
  div = div + dv2 - dv1;
  const double dtvt = dtv_safe * 2.0 * volume(0, 0) / MAX3(fabs(dv1), fabs(dv2), g_small * volume(0, 0));

  div = div / (2.0 * volume(0, 0));
  const double dtdivt = div < -g_small ? dtdiv_safe * (-1.0 / div) : g_big;
  *dt_min = MIN(*dt_min, MIN(MIN(dtct, dtut), MIN(dtvt, dtdivt)));
}

/// The next time step: stable, not much longer than the one before, and never longer than allowed.
inline void choose_dt(const double* dt_stable, const double* dt_before, double* dt) {
  *dt += MIN(MIN(dt_stable[0], dt_before[0] * dtrise), dtmax);
}

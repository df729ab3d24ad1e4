// apps/cloverleaf/kernels/lagrangian.hpp: pressure, artificial viscosity, and the step in which the mesh moves with the
// fluid. Cell (i, j) has the nodes (i, j) to (i + 1, j + 1), and its left and lower faces carry its own index.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// p = (gamma - 1) rho e, and the speed of sound, gamma = 1.4.
inline void ideal_gas(const ACC<Real>& density, const ACC<Real>& energy, ACC<Real>& pressure, ACC<Real>& soundspeed) {
  const Real v = 1 / density(0, 0);
  pressure(0, 0) = Real(1.4 - 1.0) * density(0, 0) * energy(0, 0);
  const Real pressurebyenergy = Real(1.4 - 1.0) * density(0, 0);
  const Real pressurebyvolume = -density(0, 0) * pressure(0, 0);
  const Real sound_speed_squared = v * v * (pressure(0, 0) * pressurebyenergy - pressurebyvolume);
  soundspeed(0, 0) = sqrt(sound_speed_squared);
}

/// Artificial viscosity where a cell is compressed along the pressure gradient, quadratic in the velocity jump. The
/// sign of what limits it decides, and needs no division; `limiter` is 2 celldx celldy |grad p|^2 of it.
inline void viscosity_kernel(const ACC<Real>& xvel0, const ACC<Real>& yvel0, const ACC<Real>& celldx,
                             const ACC<Real>& celldy, const ACC<Real>& pressure, const ACC<Real>& density0,
                             ACC<Real>& viscosity) {
  const Real dx = celldx(0, 0), dy = celldy(0, 0);
  const Real u_up = xvel0(1, 1) - xvel0(0, 0), u_down = xvel0(1, 0) - xvel0(0, 1);  // along the cell's diagonals
  const Real v_up = yvel0(1, 1) - yvel0(0, 0), v_down = yvel0(1, 0) - yvel0(0, 1);
  const Real ugrad = u_up + u_down, vgrad = v_up - v_down;
  const Real div = dx * ugrad + dy * vgrad;
  const Real strain = dx * (u_up - u_down) + dy * (v_up + v_down);
  const Real pgradx = (pressure(1, 0) - pressure(-1, 0)) / (dx + celldx(1, 0));
  const Real pgrady = (pressure(0, 1) - pressure(0, -1)) / (dy + celldy(0, 1));
  const Real pgradx2 = pgradx * pgradx, pgrady2 = pgrady * pgrady;
  const Real limiter = dy * ugrad * pgradx2 + dx * vgrad * pgrady2 + strain * pgradx * pgrady;
  if (limiter > 0 || div >= 0) {
    viscosity(0, 0) = 0;
  } else {
    const Real px = MAX(g_small, fabs(pgradx)), py = MAX(g_small, fabs(pgrady));
    // |grad p| / max(celldy px, celldx py) is the way through the cell along the gradient, over celldx celldy.
    const Real jump = limiter / (2 * MAX(dy * px, dx * py) * MAX(pgradx2 + pgrady2, g_small));  // over |grad p|
    viscosity(0, 0) = 2 * density0(0, 0) * (px * px + py * py) * jump * jump;
  }
}

/// Work of pressure and viscosity in half a step, with the velocities at its start.
inline void PdV_predict(const Real* dt, const ACC<Real>& xarea, const ACC<Real>& xvel0, const ACC<Real>& yarea,
                        const ACC<Real>& yvel0, const ACC<Real>& volume, const ACC<Real>& pressure,
                        const ACC<Real>& density0, ACC<Real>& density1, const ACC<Real>& viscosity,
                        const ACC<Real>& energy0, ACC<Real>& energy1) {
  const Real left_flux =
      (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel0(0, 0) + xvel0(0, 1))) * Real(0.25) * *dt * Real(0.5);
  const Real right_flux =
      (xarea(1, 0) * (xvel0(1, 0) + xvel0(1, 1) + xvel0(1, 0) + xvel0(1, 1))) * Real(0.25) * *dt * Real(0.5);
  const Real bottom_flux =
      (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel0(0, 0) + yvel0(1, 0))) * Real(0.25) * *dt * Real(0.5);
  const Real top_flux =
      (yarea(0, 1) * (yvel0(0, 1) + yvel0(1, 1) + yvel0(0, 1) + yvel0(1, 1))) * Real(0.25) * *dt * Real(0.5);
  const Real total_flux = right_flux - left_flux + top_flux - bottom_flux;
  const Real volume_change = volume(0, 0) / (volume(0, 0) + total_flux);
  const Real recip_volume = 1 / volume(0, 0);
  const Real energy_change =
      (pressure(0, 0) / density0(0, 0) + viscosity(0, 0) / density0(0, 0)) * total_flux * recip_volume;
  energy1(0, 0) = energy0(0, 0) - energy_change;
  density1(0, 0) = density0(0, 0) * volume_change;
}

/// The same over the whole step, with the mean of the velocities at its ends.
inline void PdV_correct(const Real* dt, const ACC<Real>& xarea, const ACC<Real>& xvel0, const ACC<Real>& xvel1,
                        const ACC<Real>& yarea, const ACC<Real>& yvel0, const ACC<Real>& yvel1, const ACC<Real>& volume,
                        const ACC<Real>& pressure, const ACC<Real>& density0, ACC<Real>& density1,
                        const ACC<Real>& viscosity, const ACC<Real>& energy0, ACC<Real>& energy1) {
  const Real left_flux = (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel1(0, 0) + xvel1(0, 1))) * Real(0.25) * *dt;
  const Real right_flux = (xarea(1, 0) * (xvel0(1, 0) + xvel0(1, 1) + xvel1(1, 0) + xvel1(1, 1))) * Real(0.25) * *dt;
  const Real bottom_flux = (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel1(0, 0) + yvel1(1, 0))) * Real(0.25) * *dt;
  const Real top_flux = (yarea(0, 1) * (yvel0(0, 1) + yvel0(1, 1) + yvel1(0, 1) + yvel1(1, 1))) * Real(0.25) * *dt;
  const Real total_flux = right_flux - left_flux + top_flux - bottom_flux;
  const Real volume_change = volume(0, 0) / (volume(0, 0) + total_flux);
  const Real recip_volume = 1 / volume(0, 0);
  const Real energy_change =
      (pressure(0, 0) / density0(0, 0) + viscosity(0, 0) / density0(0, 0)) * total_flux * recip_volume;
  energy1(0, 0) = energy0(0, 0) - energy_change;
  density1(0, 0) = density0(0, 0) * volume_change;
}

inline void revert(const ACC<Real>& density0, ACC<Real>& density1, const ACC<Real>& energy0, ACC<Real>& energy1) {
  density1(0, 0) = density0(0, 0);
  energy1(0, 0) = energy0(0, 0);
}

/// Velocities at the end of the step, from the gradients of pressure and viscosity over the mass around a node.
inline void accelerate(const Real* dt, const ACC<Real>& density0, const ACC<Real>& volume, const ACC<Real>& xvel0,
                       ACC<Real>& xvel1, const ACC<Real>& xarea, const ACC<Real>& pressure, const ACC<Real>& yvel0,
                       ACC<Real>& yvel1, const ACC<Real>& yarea, const ACC<Real>& viscosity) {
  const Real nodal_mass = (density0(-1, -1) * volume(-1, -1) + density0(0, -1) * volume(0, -1) +
                           density0(0, 0) * volume(0, 0) + density0(-1, 0) * volume(-1, 0)) *
                          Real(0.25);
  const Real stepbymass = Real(0.5) * *dt / nodal_mass;
  xvel1(0, 0) = xvel0(0, 0) - stepbymass * (xarea(0, 0) * (pressure(0, 0) - pressure(-1, 0)) +
                                            xarea(0, -1) * (pressure(0, -1) - pressure(-1, -1)));
  yvel1(0, 0) = yvel0(0, 0) - stepbymass * (yarea(0, 0) * (pressure(0, 0) - pressure(0, -1)) +
                                            yarea(-1, 0) * (pressure(-1, 0) - pressure(-1, -1)));
  xvel1(0, 0) = xvel1(0, 0) - stepbymass * (xarea(0, 0) * (viscosity(0, 0) - viscosity(-1, 0)) +
                                            xarea(0, -1) * (viscosity(0, -1) - viscosity(-1, -1)));
  yvel1(0, 0) = yvel1(0, 0) - stepbymass * (yarea(0, 0) * (viscosity(0, 0) - viscosity(0, -1)) +
                                            yarea(-1, 0) * (viscosity(-1, 0) - viscosity(-1, -1)));
}

/// Volumes swept by the faces.
inline void flux_calc_x(const Real* dt, ACC<Real>& vol_flux_x, const ACC<Real>& xarea, const ACC<Real>& xvel0,
                        const ACC<Real>& xvel1) {
  vol_flux_x(0, 0) = Real(0.25) * *dt * (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel1(0, 0) + xvel1(0, 1)));
}

inline void flux_calc_y(const Real* dt, ACC<Real>& vol_flux_y, const ACC<Real>& yarea, const ACC<Real>& yvel0,
                        const ACC<Real>& yvel1) {
  vol_flux_y(0, 0) = Real(0.25) * *dt * (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel1(0, 0) + yvel1(1, 0)));
}

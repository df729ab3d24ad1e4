// apps/cloverleaf/kernels/lagrangian.hpp: pressure, artificial viscosity, and the step in which the mesh moves with the fluid.
// Knows one cell or node. Cell (i, j) has the nodes (i, j) to (i + 1, j + 1), and its left and lower faces carry its own index.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// p = (gamma - 1) rho e, and the speed of sound, gamma = 1.4.
inline void ideal_gas(const ACC<double>& density, const ACC<double>& energy, ACC<double>& pressure, ACC<double>& soundspeed) {
  const double v = 1.0 / density(0, 0);
  pressure(0, 0) = (1.4 - 1.0) * density(0, 0) * energy(0, 0);
  const double pressurebyenergy = (1.4 - 1.0) * density(0, 0);
  const double pressurebyvolume = -density(0, 0) * pressure(0, 0);
  const double sound_speed_squared = v * v * (pressure(0, 0) * pressurebyenergy - pressurebyvolume);
  soundspeed(0, 0) = sqrt(sound_speed_squared);
}

/// Artificial viscosity where a cell is compressed along the pressure gradient, quadratic in the velocity jump. The sign of what limits it
/// decides, and needs no division; `limiter` is 2 celldx celldy |grad p|^2 of it.
inline void viscosity_kernel(const ACC<double>& xvel0, const ACC<double>& yvel0, const ACC<double>& celldx, const ACC<double>& celldy,
                             const ACC<double>& pressure, const ACC<double>& density0, ACC<double>& viscosity) {
  const double dx = celldx(0, 0), dy = celldy(0, 0);
  const double u_up = xvel0(1, 1) - xvel0(0, 0), u_down = xvel0(1, 0) - xvel0(0, 1);  // along the cell's diagonals
  const double v_up = yvel0(1, 1) - yvel0(0, 0), v_down = yvel0(1, 0) - yvel0(0, 1);
  const double ugrad = u_up + u_down, vgrad = v_up - v_down;
  const double div = dx * ugrad + dy * vgrad;
  const double strain = dx * (u_up - u_down) + dy * (v_up + v_down);
  const double pgradx = (pressure(1, 0) - pressure(-1, 0)) / (dx + celldx(1, 0));
  const double pgrady = (pressure(0, 1) - pressure(0, -1)) / (dy + celldy(0, 1));
  const double pgradx2 = pgradx * pgradx, pgrady2 = pgrady * pgrady;
  const double limiter = dy * ugrad * pgradx2 + dx * vgrad * pgrady2 + strain * pgradx * pgrady;
  if (limiter > 0.0 || div >= 0.0) {
    viscosity(0, 0) = 0.0;
  } else {
    const double px = MAX(g_small, fabs(pgradx)), py = MAX(g_small, fabs(pgrady));
    // |grad p| / max(celldy px, celldx py) is the way through the cell along the gradient, over celldx celldy.
    const double jump = limiter / (2.0 * MAX(dy * px, dx * py) * MAX(pgradx2 + pgrady2, g_small));  // over |grad p|
    viscosity(0, 0) = 2.0 * density0(0, 0) * (px * px + py * py) * jump * jump;
  }
}

/// Work of pressure and viscosity in half a step, with the velocities at its start.
inline void PdV_predict(const double* dt, const ACC<double>& xarea, const ACC<double>& xvel0, const ACC<double>& yarea,
                        const ACC<double>& yvel0, const ACC<double>& volume, const ACC<double>& pressure, const ACC<double>& density0,
                        ACC<double>& density1, const ACC<double>& viscosity, const ACC<double>& energy0, ACC<double>& energy1) {
  const double left_flux = (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel0(0, 0) + xvel0(0, 1))) * 0.25 * *dt * 0.5;
  const double right_flux = (xarea(1, 0) * (xvel0(1, 0) + xvel0(1, 1) + xvel0(1, 0) + xvel0(1, 1))) * 0.25 * *dt * 0.5;
  const double bottom_flux = (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel0(0, 0) + yvel0(1, 0))) * 0.25 * *dt * 0.5;
  const double top_flux = (yarea(0, 1) * (yvel0(0, 1) + yvel0(1, 1) + yvel0(0, 1) + yvel0(1, 1))) * 0.25 * *dt * 0.5;
  const double total_flux = right_flux - left_flux + top_flux - bottom_flux;
  const double volume_change = volume(0, 0) / (volume(0, 0) + total_flux);
  const double recip_volume = 1.0 / volume(0, 0);
  const double energy_change = (pressure(0, 0) / density0(0, 0) + viscosity(0, 0) / density0(0, 0)) * total_flux * recip_volume;
  energy1(0, 0) = energy0(0, 0) - energy_change;
  density1(0, 0) = density0(0, 0) * volume_change;
}

/// The same over the whole step, with the mean of the velocities at its ends.
inline void PdV_correct(const double* dt, const ACC<double>& xarea, const ACC<double>& xvel0, const ACC<double>& xvel1,
                        const ACC<double>& yarea, const ACC<double>& yvel0, const ACC<double>& yvel1, const ACC<double>& volume,
                        const ACC<double>& pressure, const ACC<double>& density0, ACC<double>& density1, const ACC<double>& viscosity,
                        const ACC<double>& energy0, ACC<double>& energy1) {
  const double left_flux = (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel1(0, 0) + xvel1(0, 1))) * 0.25 * *dt;
  const double right_flux = (xarea(1, 0) * (xvel0(1, 0) + xvel0(1, 1) + xvel1(1, 0) + xvel1(1, 1))) * 0.25 * *dt;
  const double bottom_flux = (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel1(0, 0) + yvel1(1, 0))) * 0.25 * *dt;
  const double top_flux = (yarea(0, 1) * (yvel0(0, 1) + yvel0(1, 1) + yvel1(0, 1) + yvel1(1, 1))) * 0.25 * *dt;
  const double total_flux = right_flux - left_flux + top_flux - bottom_flux;
  const double volume_change = volume(0, 0) / (volume(0, 0) + total_flux);
  const double recip_volume = 1.0 / volume(0, 0);
  const double energy_change = (pressure(0, 0) / density0(0, 0) + viscosity(0, 0) / density0(0, 0)) * total_flux * recip_volume;
  energy1(0, 0) = energy0(0, 0) - energy_change;
  density1(0, 0) = density0(0, 0) * volume_change;
}

inline void revert(const ACC<double>& density0, ACC<double>& density1, const ACC<double>& energy0, ACC<double>& energy1) {
  density1(0, 0) = density0(0, 0);
  energy1(0, 0) = energy0(0, 0);
}

/// Velocities at the end of the step, from the gradients of pressure and viscosity over the mass around a node.
inline void accelerate(const double* dt, const ACC<double>& density0, const ACC<double>& volume, const ACC<double>& xvel0,
                       ACC<double>& xvel1, const ACC<double>& xarea, const ACC<double>& pressure, const ACC<double>& yvel0,
                       ACC<double>& yvel1, const ACC<double>& yarea, const ACC<double>& viscosity) {
  const double nodal_mass = (density0(-1, -1) * volume(-1, -1) + density0(0, -1) * volume(0, -1) + density0(0, 0) * volume(0, 0) +
                             density0(-1, 0) * volume(-1, 0)) * 0.25;
  const double stepbymass = 0.5 * *dt / nodal_mass;
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
inline void flux_calc_x(const double* dt, ACC<double>& vol_flux_x, const ACC<double>& xarea, const ACC<double>& xvel0,
                        const ACC<double>& xvel1) {
  vol_flux_x(0, 0) = 0.25 * *dt * (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel1(0, 0) + xvel1(0, 1)));
}

inline void flux_calc_y(const double* dt, ACC<double>& vol_flux_y, const ACC<double>& yarea, const ACC<double>& yvel0,
                        const ACC<double>& yvel1) {
  vol_flux_y(0, 0) = 0.25 * *dt * (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel1(0, 0) + yvel1(1, 0)));
}

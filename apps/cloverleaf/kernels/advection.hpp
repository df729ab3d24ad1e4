// apps/cloverleaf/kernels/advection.hpp: what takes mass and energy back to the fixed mesh, along one axis after the
// other.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// Volumes before and after the first sweep, along x ..
inline void advec_cell_volumes_x1(ACC<Real>& pre_vol, ACC<Real>& post_vol, const ACC<Real>& volume,
                                  const ACC<Real>& vol_flux_x, const ACC<Real>& vol_flux_y) {
  pre_vol(0, 0) = volume(0, 0) + (vol_flux_x(1, 0) - vol_flux_x(0, 0) + vol_flux_y(0, 1) - vol_flux_y(0, 0));
  post_vol(0, 0) = pre_vol(0, 0) - (vol_flux_x(1, 0) - vol_flux_x(0, 0));
}

/// .. or along y; before and after the second sweep, along x ..
inline void advec_cell_volumes_y1(ACC<Real>& pre_vol, ACC<Real>& post_vol, const ACC<Real>& volume,
                                  const ACC<Real>& vol_flux_x, const ACC<Real>& vol_flux_y) {
  pre_vol(0, 0) = volume(0, 0) + (vol_flux_y(0, 1) - vol_flux_y(0, 0) + vol_flux_x(1, 0) - vol_flux_x(0, 0));
  post_vol(0, 0) = pre_vol(0, 0) - (vol_flux_y(0, 1) - vol_flux_y(0, 0));
}

inline void advec_cell_volumes_x2(ACC<Real>& pre_vol, ACC<Real>& post_vol, const ACC<Real>& volume,
                                  const ACC<Real>& vol_flux_x) {
  pre_vol(0, 0) = volume(0, 0) + vol_flux_x(1, 0) - vol_flux_x(0, 0);
  post_vol(0, 0) = volume(0, 0);
}

/// .. or along y.
inline void advec_cell_volumes_y2(ACC<Real>& pre_vol, ACC<Real>& post_vol, const ACC<Real>& volume,
                                  const ACC<Real>& vol_flux_y) {
  pre_vol(0, 0) = volume(0, 0) + vol_flux_y(0, 1) - vol_flux_y(0, 0);
  post_vol(0, 0) = volume(0, 0);
}

/// Mass and energy that pass a face.
inline void advec_cell_flux_x(const ACC<Real>& vol_flux_x, const ACC<Real>& pre_vol, const ACC<int>& xx,
                              const ACC<Real>& vertexdx, const ACC<Real>& density1, const ACC<Real>& energy1,
                              ACC<Real>& mass_flux_x, ACC<Real>& ener_flux) {
  int upwind, donor, downwind, dif;
  if (vol_flux_x(0, 0) > 0) {
    upwind = -2;
    donor = -1;
    downwind = 0;
    dif = donor;
  } else {
    upwind = xx(0, 0) > field.x_max ? 0 : 1;
    donor = 0;
    downwind = -1;
    dif = upwind;
  }
  const Real sigmat = fabs(vol_flux_x(0, 0)) / pre_vol(donor, 0);
  const Real sigma3 = (1 + sigmat) * (vertexdx(0, 0) / vertexdx(dif, 0));
  const Real sigma4 = 2 - sigmat;
  Real limiter = 0;
  Real diffuw = density1(donor, 0) - density1(upwind, 0);
  Real diffdw = density1(downwind, 0) - density1(donor, 0);
  if (diffuw * diffdw > 0) {
    const Real auw = fabs(diffuw), adw = fabs(diffdw);
    const Real wind = diffdw > 0 ? Real(1) : Real(-1);
    limiter = (1 - sigmat) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  mass_flux_x(0, 0) = vol_flux_x(0, 0) * (density1(donor, 0) + limiter);

  const Real sigmam = fabs(mass_flux_x(0, 0)) / (density1(donor, 0) * pre_vol(donor, 0));
  limiter = 0;
  diffuw = energy1(donor, 0) - energy1(upwind, 0);
  diffdw = energy1(downwind, 0) - energy1(donor, 0);
  if (diffuw * diffdw > 0) {
    const Real auw = fabs(diffuw), adw = fabs(diffdw);
    const Real wind = diffdw > 0 ? Real(1) : Real(-1);
    limiter = (1 - sigmam) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  ener_flux(0, 0) = mass_flux_x(0, 0) * (energy1(donor, 0) + limiter);
}

/// What is in a cell afterwards, and its density on the volume that the sweep leaves it.
inline void advec_cell_update_x(ACC<Real>& density1, ACC<Real>& energy1, const ACC<Real>& mass_flux_x,
                                const ACC<Real>& vol_flux_x, const ACC<Real>& pre_vol, const ACC<Real>& ener_flux) {
  const Real pre_mass = density1(0, 0) * pre_vol(0, 0);
  const Real post_mass = pre_mass + mass_flux_x(0, 0) - mass_flux_x(1, 0);
  const Real post_ener = (energy1(0, 0) * pre_mass + ener_flux(0, 0) - ener_flux(1, 0)) / post_mass;
  const Real advec_vol = pre_vol(0, 0) + vol_flux_x(0, 0) - vol_flux_x(1, 0);
  density1(0, 0) = post_mass / advec_vol;
  energy1(0, 0) = post_ener;
}

/// The same along y.
inline void advec_cell_flux_y(const ACC<Real>& vol_flux_y, const ACC<Real>& pre_vol, const ACC<int>& yy,
                              const ACC<Real>& vertexdy, const ACC<Real>& density1, const ACC<Real>& energy1,
                              ACC<Real>& mass_flux_y, ACC<Real>& ener_flux) {
  int upwind, donor, downwind, dif;
  if (vol_flux_y(0, 0) > 0) {
    upwind = -2;
    donor = -1;
    downwind = 0;
    dif = donor;
  } else {
    upwind = yy(0, 0) > field.y_max ? 0 : 1;
    donor = 0;
    downwind = -1;
    dif = upwind;
  }
  const Real sigmat = fabs(vol_flux_y(0, 0)) / pre_vol(0, donor);
  const Real sigma3 = (1 + sigmat) * (vertexdy(0, 0) / vertexdy(0, dif));
  const Real sigma4 = 2 - sigmat;
  Real limiter = 0;
  Real diffuw = density1(0, donor) - density1(0, upwind);
  Real diffdw = density1(0, downwind) - density1(0, donor);
  if (diffuw * diffdw > 0) {
    const Real auw = fabs(diffuw), adw = fabs(diffdw);
    const Real wind = diffdw > 0 ? Real(1) : Real(-1);
    limiter = (1 - sigmat) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  mass_flux_y(0, 0) = vol_flux_y(0, 0) * (density1(0, donor) + limiter);

  const Real sigmam = fabs(mass_flux_y(0, 0)) / (density1(0, donor) * pre_vol(0, donor));
  limiter = 0;
  diffuw = energy1(0, donor) - energy1(0, upwind);
  diffdw = energy1(0, downwind) - energy1(0, donor);
  if (diffuw * diffdw > 0) {
    const Real auw = fabs(diffuw), adw = fabs(diffdw);
    const Real wind = diffdw > 0 ? Real(1) : Real(-1);
    limiter = (1 - sigmam) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  ener_flux(0, 0) = mass_flux_y(0, 0) * (energy1(0, donor) + limiter);
}

inline void advec_cell_update_y(ACC<Real>& density1, ACC<Real>& energy1, const ACC<Real>& mass_flux_y,
                                const ACC<Real>& vol_flux_y, const ACC<Real>& pre_vol, const ACC<Real>& ener_flux) {
  const Real pre_mass = density1(0, 0) * pre_vol(0, 0);
  const Real post_mass = pre_mass + mass_flux_y(0, 0) - mass_flux_y(0, 1);
  const Real post_ener = (energy1(0, 0) * pre_mass + ener_flux(0, 0) - ener_flux(0, 1)) / post_mass;
  const Real advec_vol = pre_vol(0, 0) + vol_flux_y(0, 0) - vol_flux_y(0, 1);
  density1(0, 0) = post_mass / advec_vol;
  energy1(0, 0) = post_ener;
}

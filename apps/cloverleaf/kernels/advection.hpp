// apps/cloverleaf/kernels/advection.hpp: what takes mass and energy back to the fixed mesh, along one axis after the other.
// Knows one cell or face; van Leer's limiter picks its points by the direction of the flow.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// Volumes before and after the first sweep, along x ..
inline void advec_cell_volumes_x1(ACC<double>& pre_vol, ACC<double>& post_vol, const ACC<double>& volume, const ACC<double>& vol_flux_x,
                                  const ACC<double>& vol_flux_y) {
  pre_vol(0, 0) = volume(0, 0) + (vol_flux_x(1, 0) - vol_flux_x(0, 0) + vol_flux_y(0, 1) - vol_flux_y(0, 0));
  post_vol(0, 0) = pre_vol(0, 0) - (vol_flux_x(1, 0) - vol_flux_x(0, 0));
}

/// .. or along y; before and after the second sweep, along x ..
inline void advec_cell_volumes_y1(ACC<double>& pre_vol, ACC<double>& post_vol, const ACC<double>& volume, const ACC<double>& vol_flux_x,
                                  const ACC<double>& vol_flux_y) {
  pre_vol(0, 0) = volume(0, 0) + (vol_flux_y(0, 1) - vol_flux_y(0, 0) + vol_flux_x(1, 0) - vol_flux_x(0, 0));
  post_vol(0, 0) = pre_vol(0, 0) - (vol_flux_y(0, 1) - vol_flux_y(0, 0));
}

inline void advec_cell_volumes_x2(ACC<double>& pre_vol, ACC<double>& post_vol, const ACC<double>& volume, const ACC<double>& vol_flux_x) {
  pre_vol(0, 0) = volume(0, 0) + vol_flux_x(1, 0) - vol_flux_x(0, 0);
  post_vol(0, 0) = volume(0, 0);
}

/// .. or along y.
inline void advec_cell_volumes_y2(ACC<double>& pre_vol, ACC<double>& post_vol, const ACC<double>& volume, const ACC<double>& vol_flux_y) {
  pre_vol(0, 0) = volume(0, 0) + vol_flux_y(0, 1) - vol_flux_y(0, 0);
  post_vol(0, 0) = volume(0, 0);
}

/// Mass and energy that pass a face.
inline void advec_cell_flux_x(const ACC<double>& vol_flux_x, const ACC<double>& pre_vol, const ACC<int>& xx, const ACC<double>& vertexdx,
                              const ACC<double>& density1, const ACC<double>& energy1, ACC<double>& mass_flux_x,
                              ACC<double>& ener_flux) {
  int upwind, donor, downwind, dif;
  if (vol_flux_x(0, 0) > 0.0) {
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
  const double sigmat = fabs(vol_flux_x(0, 0)) / pre_vol(donor, 0);
  const double sigma3 = (1.0 + sigmat) * (vertexdx(0, 0) / vertexdx(dif, 0));
  const double sigma4 = 2.0 - sigmat;
  double limiter = 0.0;
  double diffuw = density1(donor, 0) - density1(upwind, 0);
  double diffdw = density1(downwind, 0) - density1(donor, 0);
  if (diffuw * diffdw > 0.0) {
    const double auw = fabs(diffuw), adw = fabs(diffdw);
    const double wind = diffdw > 0.0 ? 1.0 : -1.0;
    limiter = (1.0 - sigmat) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  mass_flux_x(0, 0) = vol_flux_x(0, 0) * (density1(donor, 0) + limiter);

  const double sigmam = fabs(mass_flux_x(0, 0)) / (density1(donor, 0) * pre_vol(donor, 0));
  limiter = 0.0;
  diffuw = energy1(donor, 0) - energy1(upwind, 0);
  diffdw = energy1(downwind, 0) - energy1(donor, 0);
  if (diffuw * diffdw > 0.0) {
    const double auw = fabs(diffuw), adw = fabs(diffdw);
    const double wind = diffdw > 0.0 ? 1.0 : -1.0;
    limiter = (1.0 - sigmam) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  ener_flux(0, 0) = mass_flux_x(0, 0) * (energy1(donor, 0) + limiter);
}

/// What is in a cell afterwards, and its density on the volume that the sweep leaves it.
inline void advec_cell_update_x(ACC<double>& density1, ACC<double>& energy1, const ACC<double>& mass_flux_x,
                                const ACC<double>& vol_flux_x, const ACC<double>& pre_vol, const ACC<double>& ener_flux) {
  const double pre_mass = density1(0, 0) * pre_vol(0, 0);
  const double post_mass = pre_mass + mass_flux_x(0, 0) - mass_flux_x(1, 0);
  const double post_ener = (energy1(0, 0) * pre_mass + ener_flux(0, 0) - ener_flux(1, 0)) / post_mass;
  const double advec_vol = pre_vol(0, 0) + vol_flux_x(0, 0) - vol_flux_x(1, 0);
  density1(0, 0) = post_mass / advec_vol;
  energy1(0, 0) = post_ener;
}

/// The same along y.
inline void advec_cell_flux_y(const ACC<double>& vol_flux_y, const ACC<double>& pre_vol, const ACC<int>& yy, const ACC<double>& vertexdy,
                              const ACC<double>& density1, const ACC<double>& energy1, ACC<double>& mass_flux_y,
                              ACC<double>& ener_flux) {
  int upwind, donor, downwind, dif;
  if (vol_flux_y(0, 0) > 0.0) {
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
  const double sigmat = fabs(vol_flux_y(0, 0)) / pre_vol(0, donor);
  const double sigma3 = (1.0 + sigmat) * (vertexdy(0, 0) / vertexdy(0, dif));
  const double sigma4 = 2.0 - sigmat;
  double limiter = 0.0;
  double diffuw = density1(0, donor) - density1(0, upwind);
  double diffdw = density1(0, downwind) - density1(0, donor);
  if (diffuw * diffdw > 0.0) {
    const double auw = fabs(diffuw), adw = fabs(diffdw);
    const double wind = diffdw > 0.0 ? 1.0 : -1.0;
    limiter = (1.0 - sigmat) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  mass_flux_y(0, 0) = vol_flux_y(0, 0) * (density1(0, donor) + limiter);

  const double sigmam = fabs(mass_flux_y(0, 0)) / (density1(0, donor) * pre_vol(0, donor));
  limiter = 0.0;
  diffuw = energy1(0, donor) - energy1(0, upwind);
  diffdw = energy1(0, downwind) - energy1(0, donor);
  if (diffuw * diffdw > 0.0) {
    const double auw = fabs(diffuw), adw = fabs(diffdw);
    const double wind = diffdw > 0.0 ? 1.0 : -1.0;
    limiter = (1.0 - sigmam) * wind * MIN(MIN(auw, adw), one_by_six * (sigma3 * auw + sigma4 * adw));
  }
  ener_flux(0, 0) = mass_flux_y(0, 0) * (energy1(0, donor) + limiter);
}

inline void advec_cell_update_y(ACC<double>& density1, ACC<double>& energy1, const ACC<double>& mass_flux_y,
                                const ACC<double>& vol_flux_y, const ACC<double>& pre_vol, const ACC<double>& ener_flux) {
  const double pre_mass = density1(0, 0) * pre_vol(0, 0);
  const double post_mass = pre_mass + mass_flux_y(0, 0) - mass_flux_y(0, 1);
  const double post_ener = (energy1(0, 0) * pre_mass + ener_flux(0, 0) - ener_flux(0, 1)) / post_mass;
  const double advec_vol = pre_vol(0, 0) + vol_flux_y(0, 0) - vol_flux_y(0, 1);
  density1(0, 0) = post_mass / advec_vol;
  energy1(0, 0) = post_ener;
}

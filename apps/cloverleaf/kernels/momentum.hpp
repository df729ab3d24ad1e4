// apps/cloverleaf/kernels/momentum.hpp: what takes momentum back to the fixed mesh, along one axis after the other.
// Knows one node; its cell reaches to the middle of the four cells around it.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// Volumes of cells after the first sweep, along x ..
inline void advec_mom_volume_x1(ACC<double>& post_vol, const ACC<double>& volume, const ACC<double>& vol_flux_y) {
  post_vol(0, 0) = volume(0, 0) + vol_flux_y(0, 1) - vol_flux_y(0, 0);
}

/// .. or along y; after the second.
inline void advec_mom_volume_y1(ACC<double>& post_vol, const ACC<double>& volume, const ACC<double>& vol_flux_x) {
  post_vol(0, 0) = volume(0, 0) + vol_flux_x(1, 0) - vol_flux_x(0, 0);
}

inline void advec_mom_volume_2(ACC<double>& post_vol, const ACC<double>& volume) { post_vol(0, 0) = volume(0, 0); }

/// Mass that passes between a node's cell and the next.
inline void advec_mom_node_flux_x(ACC<double>& node_flux, const ACC<double>& mass_flux_x) {
  node_flux(0, 0) = 0.25 * (mass_flux_x(0, -1) + mass_flux_x(0, 0) + mass_flux_x(1, -1) + mass_flux_x(1, 0));
}

/// Mass of a node's cell after and before the sweep.
inline void advec_mom_node_mass_x(ACC<double>& node_mass_post, ACC<double>& node_mass_pre, const ACC<double>& density1,
                                  const ACC<double>& post_vol, const ACC<double>& node_flux) {
  node_mass_post(0, 0) = 0.25 * (density1(0, -1) * post_vol(0, -1) + density1(0, 0) * post_vol(0, 0) +
                                 density1(-1, -1) * post_vol(-1, -1) + density1(-1, 0) * post_vol(-1, 0));
  node_mass_pre(0, 0) = node_mass_post(0, 0) - node_flux(-1, 0) + node_flux(0, 0);
}

/// Momentum that passes between a node's cell and the next.
inline void advec_mom_flux_x(const ACC<double>& node_flux, const ACC<double>& node_mass_pre, const ACC<double>& celldx,
                             const ACC<double>& vel1, ACC<double>& mom_flux) {
  int upwind, donor, downwind, dif;
  if (node_flux(0, 0) < 0.0) {
    upwind = 2;
    donor = 1;
    downwind = 0;
    dif = donor;
  } else {
    upwind = -1;
    donor = 0;
    downwind = 1;
    dif = upwind;
  }
  const double sigma = fabs(node_flux(0, 0)) / node_mass_pre(donor, 0);
  const double sigma3 = (1.0 + sigma) * (celldx(0, 0) / celldx(dif, 0));
  const double sigma4 = 2.0 - sigma;
  const double vdiffuw = vel1(donor, 0) - vel1(upwind, 0);
  const double vdiffdw = vel1(downwind, 0) - vel1(donor, 0);
  double limiter = 0.0;
  if (vdiffuw * vdiffdw > 0.0) {
    const double auw = fabs(vdiffuw), adw = fabs(vdiffdw);
    const double wind = vdiffdw > 0.0 ? 1.0 : -1.0;
    limiter = wind * MIN(one_by_six * (sigma3 * auw + sigma4 * adw), MIN(auw, adw));
  }
  mom_flux(0, 0) = (vel1(donor, 0) + (1.0 - sigma) * limiter) * node_flux(0, 0);
}

inline void advec_mom_update_x(ACC<double>& vel1, const ACC<double>& node_mass_post, const ACC<double>& node_mass_pre,
                               const ACC<double>& mom_flux) {
  vel1(0, 0) = (vel1(0, 0) * node_mass_pre(0, 0) + mom_flux(-1, 0) - mom_flux(0, 0)) / node_mass_post(0, 0);
}

/// The same along y.
inline void advec_mom_node_flux_y(ACC<double>& node_flux, const ACC<double>& mass_flux_y) {
  node_flux(0, 0) = 0.25 * (mass_flux_y(-1, 0) + mass_flux_y(0, 0) + mass_flux_y(-1, 1) + mass_flux_y(0, 1));
}

inline void advec_mom_node_mass_y(ACC<double>& node_mass_post, ACC<double>& node_mass_pre, const ACC<double>& density1,
                                  const ACC<double>& post_vol, const ACC<double>& node_flux) {
  node_mass_post(0, 0) = 0.25 * (density1(-1, 0) * post_vol(-1, 0) + density1(0, 0) * post_vol(0, 0) +
                                 density1(-1, -1) * post_vol(-1, -1) + density1(0, -1) * post_vol(0, -1));
  node_mass_pre(0, 0) = node_mass_post(0, 0) - node_flux(0, -1) + node_flux(0, 0);
}

inline void advec_mom_flux_y(const ACC<double>& node_flux, const ACC<double>& node_mass_pre, const ACC<double>& celldy,
                             const ACC<double>& vel1, ACC<double>& mom_flux) {
  int upwind, donor, downwind, dif;
  if (node_flux(0, 0) < 0.0) {
    upwind = 2;
    donor = 1;
    downwind = 0;
    dif = donor;
  } else {
    upwind = -1;
    donor = 0;
    downwind = 1;
    dif = upwind;
  }
  const double sigma = fabs(node_flux(0, 0)) / node_mass_pre(0, donor);
  const double sigma3 = (1.0 + sigma) * (celldy(0, 0) / celldy(0, dif));
  const double sigma4 = 2.0 - sigma;
  const double vdiffuw = vel1(0, donor) - vel1(0, upwind);
  const double vdiffdw = vel1(0, downwind) - vel1(0, donor);
  double limiter = 0.0;
  if (vdiffuw * vdiffdw > 0.0) {
    const double auw = fabs(vdiffuw), adw = fabs(vdiffdw);
    const double wind = vdiffdw > 0.0 ? 1.0 : -1.0;
    limiter = wind * MIN(one_by_six * (sigma3 * auw + sigma4 * adw), MIN(auw, adw));
  }
  mom_flux(0, 0) = (vel1(0, donor) + (1.0 - sigma) * limiter) * node_flux(0, 0);
}

inline void advec_mom_update_y(ACC<double>& vel1, const ACC<double>& node_mass_post, const ACC<double>& node_mass_pre,
                               const ACC<double>& mom_flux) {
  vel1(0, 0) = (vel1(0, 0) * node_mass_pre(0, 0) + mom_flux(0, -1) - mom_flux(0, 0)) / node_mass_post(0, 0);
}

// apps/cloverleaf/kernels/momentum.hpp: what takes momentum back to the fixed mesh, along one axis after the other.
#pragma once

#include <cmath>

#include "apps/cloverleaf/constants.hpp"

/// Volumes of cells after the first sweep, along x ..
inline void advec_mom_volume_x1(ACC<Real>& post_vol, const ACC<Real>& volume, const ACC<Real>& vol_flux_y) {
  post_vol(0, 0) = volume(0, 0) + vol_flux_y(0, 1) - vol_flux_y(0, 0);
}

/// .. or along y; after the second.
inline void advec_mom_volume_y1(ACC<Real>& post_vol, const ACC<Real>& volume, const ACC<Real>& vol_flux_x) {
  post_vol(0, 0) = volume(0, 0) + vol_flux_x(1, 0) - vol_flux_x(0, 0);
}

inline void advec_mom_volume_2(ACC<Real>& post_vol, const ACC<Real>& volume) { post_vol(0, 0) = volume(0, 0); }

/// Mass that passes between a node's cell and the next.
inline void advec_mom_node_flux_x(ACC<Real>& node_flux, const ACC<Real>& mass_flux_x) {
  node_flux(0, 0) = Real(0.25) * (mass_flux_x(0, -1) + mass_flux_x(0, 0) + mass_flux_x(1, -1) + mass_flux_x(1, 0));
}

/// Mass of a node's cell after and before the sweep.
inline void advec_mom_node_mass_x(ACC<Real>& node_mass_post, ACC<Real>& node_mass_pre, const ACC<Real>& density1,
                                  const ACC<Real>& post_vol, const ACC<Real>& node_flux) {
  node_mass_post(0, 0) = Real(0.25) * (density1(0, -1) * post_vol(0, -1) + density1(0, 0) * post_vol(0, 0) +
                                       density1(-1, -1) * post_vol(-1, -1) + density1(-1, 0) * post_vol(-1, 0));
  node_mass_pre(0, 0) = node_mass_post(0, 0) - node_flux(-1, 0) + node_flux(0, 0);
}

/// Momentum that passes between a node's cell and the next.
inline void advec_mom_flux_x(const ACC<Real>& node_flux, const ACC<Real>& node_mass_pre, const ACC<Real>& celldx,
                             const ACC<Real>& vel1, ACC<Real>& mom_flux) {
  int upwind, donor, downwind, dif;
  if (node_flux(0, 0) < 0) {
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
  const Real sigma = fabs(node_flux(0, 0)) / node_mass_pre(donor, 0);
  const Real sigma3 = (1 + sigma) * (celldx(0, 0) / celldx(dif, 0));
  const Real sigma4 = 2 - sigma;
  const Real vdiffuw = vel1(donor, 0) - vel1(upwind, 0);
  const Real vdiffdw = vel1(downwind, 0) - vel1(donor, 0);
  Real limiter = 0;
  if (vdiffuw * vdiffdw > 0) {
    const Real auw = fabs(vdiffuw), adw = fabs(vdiffdw);
    const Real wind = vdiffdw > 0 ? Real(1) : Real(-1);
    limiter = wind * MIN(one_by_six * (sigma3 * auw + sigma4 * adw), MIN(auw, adw));
  }
  mom_flux(0, 0) = (vel1(donor, 0) + (1 - sigma) * limiter) * node_flux(0, 0);
}

inline void advec_mom_update_x(ACC<Real>& vel1, const ACC<Real>& node_mass_post, const ACC<Real>& node_mass_pre,
                               const ACC<Real>& mom_flux) {
  vel1(0, 0) = (vel1(0, 0) * node_mass_pre(0, 0) + mom_flux(-1, 0) - mom_flux(0, 0)) / node_mass_post(0, 0);
}

/// The same along y.
inline void advec_mom_node_flux_y(ACC<Real>& node_flux, const ACC<Real>& mass_flux_y) {
  node_flux(0, 0) = Real(0.25) * (mass_flux_y(-1, 0) + mass_flux_y(0, 0) + mass_flux_y(-1, 1) + mass_flux_y(0, 1));
}

inline void advec_mom_node_mass_y(ACC<Real>& node_mass_post, ACC<Real>& node_mass_pre, const ACC<Real>& density1,
                                  const ACC<Real>& post_vol, const ACC<Real>& node_flux) {
  node_mass_post(0, 0) = Real(0.25) * (density1(-1, 0) * post_vol(-1, 0) + density1(0, 0) * post_vol(0, 0) +
                                       density1(-1, -1) * post_vol(-1, -1) + density1(0, -1) * post_vol(0, -1));
  node_mass_pre(0, 0) = node_mass_post(0, 0) - node_flux(0, -1) + node_flux(0, 0);
}

inline void advec_mom_flux_y(const ACC<Real>& node_flux, const ACC<Real>& node_mass_pre, const ACC<Real>& celldy,
                             const ACC<Real>& vel1, ACC<Real>& mom_flux) {
  int upwind, donor, downwind, dif;
  if (node_flux(0, 0) < 0) {
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
  const Real sigma = fabs(node_flux(0, 0)) / node_mass_pre(0, donor);
  const Real sigma3 = (1 + sigma) * (celldy(0, 0) / celldy(0, dif));
  const Real sigma4 = 2 - sigma;
  const Real vdiffuw = vel1(0, donor) - vel1(0, upwind);
  const Real vdiffdw = vel1(0, downwind) - vel1(0, donor);
  Real limiter = 0;
  if (vdiffuw * vdiffdw > 0) {
    const Real auw = fabs(vdiffuw), adw = fabs(vdiffdw);
    const Real wind = vdiffdw > 0 ? Real(1) : Real(-1);
    limiter = wind * MIN(one_by_six * (sigma3 * auw + sigma4 * adw), MIN(auw, adw));
  }
  mom_flux(0, 0) = (vel1(0, donor) + (1 - sigma) * limiter) * node_flux(0, 0);
}

inline void advec_mom_update_y(ACC<Real>& vel1, const ACC<Real>& node_mass_post, const ACC<Real>& node_mass_pre,
                               const ACC<Real>& mom_flux) {
  vel1(0, 0) = (vel1(0, 0) * node_mass_pre(0, 0) + mom_flux(0, -1) - mom_flux(0, 0)) / node_mass_post(0, 0);
}

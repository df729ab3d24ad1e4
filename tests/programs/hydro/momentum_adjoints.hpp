// tests/programs/hydro/momentum_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/momentum.hpp.
#pragma once

#include "apps/cloverleaf/kernels/momentum.hpp"

inline void advec_mom_volume_x1_adjoint(const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                        const ACC<double>& volume, const ACC<double>& vol_flux_y,
                                        ACC<double>& vol_flux_y_a1s) {
  vol_flux_y_a1s(0, 1) += post_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 0) -= post_vol_a1s(0, 0);
  post_vol_a1s(0, 0) = 0.0;
}

inline void advec_mom_volume_y1_adjoint(const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                        const ACC<double>& volume, const ACC<double>& vol_flux_x,
                                        ACC<double>& vol_flux_x_a1s) {
  vol_flux_x_a1s(1, 0) += post_vol_a1s(0, 0);
  vol_flux_x_a1s(0, 0) -= post_vol_a1s(0, 0);
  post_vol_a1s(0, 0) = 0.0;
}

inline void advec_mom_volume_2_adjoint(const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                       const ACC<double>& volume) {
  post_vol_a1s(0, 0) = 0.0;
}

inline void advec_mom_node_flux_x_adjoint(const ACC<double>& node_flux, ACC<double>& node_flux_a1s,
                                          const ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s) {
  const double quarter = 0.25 * node_flux_a1s(0, 0);
  node_flux_a1s(0, 0) = 0.0;
  mass_flux_x_a1s(0, -1) += quarter;
  mass_flux_x_a1s(0, 0) += quarter;
  mass_flux_x_a1s(1, -1) += quarter;
  mass_flux_x_a1s(1, 0) += quarter;
}

inline void advec_mom_node_mass_x_adjoint(const ACC<double>& node_mass_post, ACC<double>& node_mass_post_a1s,
                                          const ACC<double>& node_mass_pre, ACC<double>& node_mass_pre_a1s,
                                          const ACC<double>& density1, ACC<double>& density1_a1s,
                                          const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                          const ACC<double>& node_flux, ACC<double>& node_flux_a1s) {
  node_flux_a1s(-1, 0) -= node_mass_pre_a1s(0, 0);
  node_flux_a1s(0, 0) += node_mass_pre_a1s(0, 0);
  const double quarter = 0.25 * (node_mass_post_a1s(0, 0) + node_mass_pre_a1s(0, 0));
  node_mass_pre_a1s(0, 0) = 0.0;
  node_mass_post_a1s(0, 0) = 0.0;
  density1_a1s(0, -1) += post_vol(0, -1) * quarter;
  density1_a1s(0, 0) += post_vol(0, 0) * quarter;
  density1_a1s(-1, -1) += post_vol(-1, -1) * quarter;
  density1_a1s(-1, 0) += post_vol(-1, 0) * quarter;
  post_vol_a1s(0, -1) += density1(0, -1) * quarter;
  post_vol_a1s(0, 0) += density1(0, 0) * quarter;
  post_vol_a1s(-1, -1) += density1(-1, -1) * quarter;
  post_vol_a1s(-1, 0) += density1(-1, 0) * quarter;
}

inline void advec_mom_flux_x_adjoint(const ACC<double>& node_flux, ACC<double>& node_flux_a1s,
                                     const ACC<double>& node_mass_pre, ACC<double>& node_mass_pre_a1s,
                                     const ACC<double>& celldx, const ACC<double>& vel1, ACC<double>& vel1_a1s,
                                     const ACC<double>& mom_flux, ACC<double>& mom_flux_a1s) {
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
  const double stretch = celldx(0, 0) / celldx(dif, 0);
  const double vdiffuw = vel1(donor, 0) - vel1(upwind, 0);
  const double vdiffdw = vel1(downwind, 0) - vel1(donor, 0);
  const double auw = fabs(vdiffuw), adw = fabs(vdiffdw);
  const double mean = one_by_six * ((1.0 + sigma) * stretch * auw + (2.0 - sigma) * adw);
  double limiter = 0.0, wind = 1.0;
  if (vdiffuw * vdiffdw > 0.0) {
    if (vdiffdw <= 0.0) wind = -1.0;
    limiter = wind * MIN(mean, MIN(auw, adw));
  }

  const double speed_b = node_flux(0, 0) * mom_flux_a1s(0, 0);
  double node_flux_b = (vel1(donor, 0) + (1.0 - sigma) * limiter) * mom_flux_a1s(0, 0);
  mom_flux_a1s(0, 0) = 0.0;
  double donor_b = speed_b, sigma_b = -limiter * speed_b;
  if (vdiffuw * vdiffdw > 0.0) {
    const double least_b = wind * (1.0 - sigma) * speed_b;
    double auw_b = 0.0, adw_b = 0.0;
    if (mean < MIN(auw, adw)) {
      adw_b = (2.0 - sigma) / 6.0 * least_b;
      auw_b = (1.0 + sigma) * stretch / 6.0 * least_b;
      sigma_b += (auw * stretch - adw) / 6.0 * least_b;
    } else if (auw < adw) {
      auw_b = least_b;
    } else {
      adw_b = least_b;
    }
    donor_b += wind * (auw_b - adw_b);
    vel1_a1s(upwind, 0) -= wind * auw_b;
    vel1_a1s(downwind, 0) += wind * adw_b;
  }
  vel1_a1s(donor, 0) += donor_b;
  node_mass_pre_a1s(donor, 0) -= sigma / node_mass_pre(donor, 0) * sigma_b;
  if (node_flux(0, 0) < 0.0) node_flux_b -= sigma_b / node_mass_pre(donor, 0);
  else node_flux_b += sigma_b / node_mass_pre(donor, 0);
  node_flux_a1s(0, 0) += node_flux_b;
}

inline void advec_mom_update_x_adjoint(const ACC<double>& vel1, ACC<double>& vel1_a1s,
                                       const ACC<double>& node_mass_post, ACC<double>& node_mass_post_a1s,
                                       const ACC<double>& node_mass_pre, ACC<double>& node_mass_pre_a1s,
                                       const ACC<double>& mom_flux, ACC<double>& mom_flux_a1s) {
  const double momentum = vel1(0, 0) * node_mass_pre(0, 0) + mom_flux(-1, 0) - mom_flux(0, 0);
  const double momentum_b = vel1_a1s(0, 0) / node_mass_post(0, 0);
  node_mass_post_a1s(0, 0) -= momentum / node_mass_post(0, 0) * momentum_b;
  node_mass_pre_a1s(0, 0) += vel1(0, 0) * momentum_b;
  mom_flux_a1s(-1, 0) += momentum_b;
  mom_flux_a1s(0, 0) -= momentum_b;
  vel1_a1s(0, 0) = node_mass_pre(0, 0) * momentum_b;
}

inline void advec_mom_node_flux_y_adjoint(const ACC<double>& node_flux, ACC<double>& node_flux_a1s,
                                          const ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s) {
  const double quarter = 0.25 * node_flux_a1s(0, 0);
  node_flux_a1s(0, 0) = 0.0;
  mass_flux_y_a1s(-1, 0) += quarter;
  mass_flux_y_a1s(0, 0) += quarter;
  mass_flux_y_a1s(-1, 1) += quarter;
  mass_flux_y_a1s(0, 1) += quarter;
}

inline void advec_mom_node_mass_y_adjoint(const ACC<double>& node_mass_post, ACC<double>& node_mass_post_a1s,
                                          const ACC<double>& node_mass_pre, ACC<double>& node_mass_pre_a1s,
                                          const ACC<double>& density1, ACC<double>& density1_a1s,
                                          const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                          const ACC<double>& node_flux, ACC<double>& node_flux_a1s) {
  node_flux_a1s(0, -1) -= node_mass_pre_a1s(0, 0);
  node_flux_a1s(0, 0) += node_mass_pre_a1s(0, 0);
  const double quarter = 0.25 * (node_mass_post_a1s(0, 0) + node_mass_pre_a1s(0, 0));
  node_mass_pre_a1s(0, 0) = 0.0;
  node_mass_post_a1s(0, 0) = 0.0;
  density1_a1s(-1, 0) += post_vol(-1, 0) * quarter;
  density1_a1s(0, 0) += post_vol(0, 0) * quarter;
  density1_a1s(-1, -1) += post_vol(-1, -1) * quarter;
  density1_a1s(0, -1) += post_vol(0, -1) * quarter;
  post_vol_a1s(-1, 0) += density1(-1, 0) * quarter;
  post_vol_a1s(0, 0) += density1(0, 0) * quarter;
  post_vol_a1s(-1, -1) += density1(-1, -1) * quarter;
  post_vol_a1s(0, -1) += density1(0, -1) * quarter;
}

inline void advec_mom_flux_y_adjoint(const ACC<double>& node_flux, ACC<double>& node_flux_a1s,
                                     const ACC<double>& node_mass_pre, ACC<double>& node_mass_pre_a1s,
                                     const ACC<double>& celldy, const ACC<double>& vel1, ACC<double>& vel1_a1s,
                                     const ACC<double>& mom_flux, ACC<double>& mom_flux_a1s) {
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
  const double stretch = celldy(0, 0) / celldy(0, dif);
  const double vdiffuw = vel1(0, donor) - vel1(0, upwind);
  const double vdiffdw = vel1(0, downwind) - vel1(0, donor);
  const double auw = fabs(vdiffuw), adw = fabs(vdiffdw);
  const double mean = one_by_six * ((1.0 + sigma) * stretch * auw + (2.0 - sigma) * adw);
  double limiter = 0.0, wind = 1.0;
  if (vdiffuw * vdiffdw > 0.0) {
    if (vdiffdw <= 0.0) wind = -1.0;
    limiter = wind * MIN(mean, MIN(auw, adw));
  }

  const double speed_b = node_flux(0, 0) * mom_flux_a1s(0, 0);
  double node_flux_b = (vel1(0, donor) + (1.0 - sigma) * limiter) * mom_flux_a1s(0, 0);
  mom_flux_a1s(0, 0) = 0.0;
  double donor_b = speed_b, sigma_b = -limiter * speed_b;
  if (vdiffuw * vdiffdw > 0.0) {
    const double least_b = wind * (1.0 - sigma) * speed_b;
    double auw_b = 0.0, adw_b = 0.0;
    if (mean < MIN(auw, adw)) {
      adw_b = (2.0 - sigma) / 6.0 * least_b;
      auw_b = (1.0 + sigma) * stretch / 6.0 * least_b;
      sigma_b += (auw * stretch - adw) / 6.0 * least_b;
    } else if (auw < adw) {
      auw_b = least_b;
    } else {
      adw_b = least_b;
    }
    donor_b += wind * (auw_b - adw_b);
    vel1_a1s(0, upwind) -= wind * auw_b;
    vel1_a1s(0, downwind) += wind * adw_b;
  }
  vel1_a1s(0, donor) += donor_b;
  node_mass_pre_a1s(0, donor) -= sigma / node_mass_pre(0, donor) * sigma_b;
  if (node_flux(0, 0) < 0.0) node_flux_b -= sigma_b / node_mass_pre(0, donor);
  else node_flux_b += sigma_b / node_mass_pre(0, donor);
  node_flux_a1s(0, 0) += node_flux_b;
}

inline void advec_mom_update_y_adjoint(const ACC<double>& vel1, ACC<double>& vel1_a1s,
                                       const ACC<double>& node_mass_post, ACC<double>& node_mass_post_a1s,
                                       const ACC<double>& node_mass_pre, ACC<double>& node_mass_pre_a1s,
                                       const ACC<double>& mom_flux, ACC<double>& mom_flux_a1s) {
  const double momentum = vel1(0, 0) * node_mass_pre(0, 0) + mom_flux(0, -1) - mom_flux(0, 0);
  const double momentum_b = vel1_a1s(0, 0) / node_mass_post(0, 0);
  node_mass_post_a1s(0, 0) -= momentum / node_mass_post(0, 0) * momentum_b;
  node_mass_pre_a1s(0, 0) += vel1(0, 0) * momentum_b;
  mom_flux_a1s(0, -1) += momentum_b;
  mom_flux_a1s(0, 0) -= momentum_b;
  vel1_a1s(0, 0) = node_mass_pre(0, 0) * momentum_b;
}

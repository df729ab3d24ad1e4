// tests/programs/hydro/advection_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/advection.hpp.
#pragma once

#include "apps/cloverleaf/kernels/advection.hpp"

inline void advec_cell_volumes_x1_adjoint(const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s,
                                          const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                          const ACC<double>& volume, const ACC<double>& vol_flux_x,
                                          ACC<double>& vol_flux_x_a1s, const ACC<double>& vol_flux_y,
                                          ACC<double>& vol_flux_y_a1s) {
  vol_flux_x_a1s(1, 0) -= post_vol_a1s(0, 0);
  vol_flux_x_a1s(0, 0) += post_vol_a1s(0, 0);
  pre_vol_a1s(0, 0) += post_vol_a1s(0, 0);
  post_vol_a1s(0, 0) = 0.0;
  vol_flux_x_a1s(1, 0) += pre_vol_a1s(0, 0);
  vol_flux_x_a1s(0, 0) -= pre_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 1) += pre_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 0) -= pre_vol_a1s(0, 0);
  pre_vol_a1s(0, 0) = 0.0;
}

inline void advec_cell_volumes_y1_adjoint(const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s,
                                          const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                          const ACC<double>& volume, const ACC<double>& vol_flux_x,
                                          ACC<double>& vol_flux_x_a1s, const ACC<double>& vol_flux_y,
                                          ACC<double>& vol_flux_y_a1s) {
  vol_flux_y_a1s(0, 1) -= post_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 0) += post_vol_a1s(0, 0);
  pre_vol_a1s(0, 0) += post_vol_a1s(0, 0);
  post_vol_a1s(0, 0) = 0.0;
  vol_flux_x_a1s(1, 0) += pre_vol_a1s(0, 0);
  vol_flux_x_a1s(0, 0) -= pre_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 1) += pre_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 0) -= pre_vol_a1s(0, 0);
  pre_vol_a1s(0, 0) = 0.0;
}

inline void advec_cell_volumes_x2_adjoint(const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s,
                                          const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                          const ACC<double>& volume, const ACC<double>& vol_flux_x,
                                          ACC<double>& vol_flux_x_a1s) {
  post_vol_a1s(0, 0) = 0.0;
  vol_flux_x_a1s(1, 0) += pre_vol_a1s(0, 0);
  vol_flux_x_a1s(0, 0) -= pre_vol_a1s(0, 0);
  pre_vol_a1s(0, 0) = 0.0;
}

inline void advec_cell_volumes_y2_adjoint(const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s,
                                          const ACC<double>& post_vol, ACC<double>& post_vol_a1s,
                                          const ACC<double>& volume, const ACC<double>& vol_flux_y,
                                          ACC<double>& vol_flux_y_a1s) {
  post_vol_a1s(0, 0) = 0.0;
  vol_flux_y_a1s(0, 1) += pre_vol_a1s(0, 0);
  vol_flux_y_a1s(0, 0) -= pre_vol_a1s(0, 0);
  pre_vol_a1s(0, 0) = 0.0;
}

inline void advec_cell_flux_x_adjoint(const ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                      const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s, const ACC<int>& xx,
                                      const ACC<double>& vertexdx, const ACC<double>& density1,
                                      ACC<double>& density1_a1s, const ACC<double>& energy1, ACC<double>& energy1_a1s,
                                      const ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                      const ACC<double>& ener_flux, ACC<double>& ener_flux_a1s) {
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
  const double stretch = vertexdx(0, 0) / vertexdx(dif, 0);
  const double sigmat = fabs(vol_flux_x(0, 0)) / pre_vol(donor, 0);
  const double sigma3 = (1.0 + sigmat) * stretch, sigma4 = 2.0 - sigmat;
  double limiter_d = 0.0, limiter_e = 0.0, least_d = 0.0, least_e = 0.0, wind_d = 1.0, wind_e = 1.0;
  const double uw_d = density1(donor, 0) - density1(upwind, 0), dw_d = density1(downwind, 0) - density1(donor, 0);
  if (uw_d * dw_d > 0.0) {
    if (dw_d <= 0.0) wind_d = -1.0;
    least_d = MIN(MIN(fabs(uw_d), fabs(dw_d)), one_by_six * (sigma3 * fabs(uw_d) + sigma4 * fabs(dw_d)));
    limiter_d = (1.0 - sigmat) * wind_d * least_d;
  }
  const double mass_flux = vol_flux_x(0, 0) * (density1(donor, 0) + limiter_d);
  const double donor_mass = density1(donor, 0) * pre_vol(donor, 0);
  const double sigmam = fabs(mass_flux) / donor_mass;
  const double uw_e = energy1(donor, 0) - energy1(upwind, 0), dw_e = energy1(downwind, 0) - energy1(donor, 0);
  if (uw_e * dw_e > 0.0) {
    if (dw_e <= 0.0) wind_e = -1.0;
    least_e = MIN(MIN(fabs(uw_e), fabs(dw_e)), one_by_six * (sigma3 * fabs(uw_e) + sigma4 * fabs(dw_e)));
    limiter_e = (1.0 - sigmam) * wind_e * least_e;
  }

  double sigmat_b = 0.0, sigma3_b = 0.0, sigma4_b = 0.0, sigmam_b = 0.0;
  double mass_flux_b = mass_flux_x_a1s(0, 0) + (energy1(donor, 0) + limiter_e) * ener_flux_a1s(0, 0);
  const double limiter_e_b = mass_flux * ener_flux_a1s(0, 0);
  double donor_b = limiter_e_b;
  ener_flux_a1s(0, 0) = 0.0;
  if (uw_e * dw_e > 0.0) {
    const double least_b = (1.0 - sigmam) * wind_e * limiter_e_b;
    sigmam_b = -wind_e * least_e * limiter_e_b;
    double uw_b = 0.0, dw_b = 0.0;
    if (MIN(fabs(uw_e), fabs(dw_e)) < one_by_six * (sigma3 * fabs(uw_e) + sigma4 * fabs(dw_e))) {
      if (fabs(uw_e) < fabs(dw_e)) uw_b = wind_e * least_b;
      else dw_b = wind_e * least_b;
    } else {
      uw_b = one_by_six * sigma3 * wind_e * least_b;
      dw_b = one_by_six * sigma4 * wind_e * least_b;
      sigma3_b = one_by_six * fabs(uw_e) * least_b;
      sigma4_b = one_by_six * fabs(dw_e) * least_b;
    }
    donor_b += uw_b - dw_b;
    energy1_a1s(upwind, 0) -= uw_b;
    energy1_a1s(downwind, 0) += dw_b;
  }
  energy1_a1s(donor, 0) += donor_b;
  if (mass_flux < 0.0) mass_flux_b -= sigmam_b / donor_mass;
  else mass_flux_b += sigmam_b / donor_mass;
  const double donor_mass_b = -sigmam / donor_mass * sigmam_b;
  mass_flux_x_a1s(0, 0) = 0.0;

  const double limiter_d_b = vol_flux_x(0, 0) * mass_flux_b;
  double vol_flux_b = (density1(donor, 0) + limiter_d) * mass_flux_b;
  donor_b = limiter_d_b + pre_vol(donor, 0) * donor_mass_b;
  if (uw_d * dw_d > 0.0) {
    const double least_b = (1.0 - sigmat) * wind_d * limiter_d_b;
    sigmat_b = -wind_d * least_d * limiter_d_b;
    double uw_b = 0.0, dw_b = 0.0;
    if (MIN(fabs(uw_d), fabs(dw_d)) < one_by_six * (sigma3 * fabs(uw_d) + sigma4 * fabs(dw_d))) {
      if (fabs(uw_d) < fabs(dw_d)) uw_b = wind_d * least_b;
      else dw_b = wind_d * least_b;
    } else {
      uw_b = one_by_six * sigma3 * wind_d * least_b;
      dw_b = one_by_six * sigma4 * wind_d * least_b;
      sigma3_b += one_by_six * fabs(uw_d) * least_b;
      sigma4_b += one_by_six * fabs(dw_d) * least_b;
    }
    donor_b += uw_b - dw_b;
    density1_a1s(upwind, 0) -= uw_b;
    density1_a1s(downwind, 0) += dw_b;
  }
  density1_a1s(donor, 0) += donor_b;
  sigmat_b += stretch * sigma3_b - sigma4_b;
  pre_vol_a1s(donor, 0) += density1(donor, 0) * donor_mass_b - sigmat / pre_vol(donor, 0) * sigmat_b;
  if (vol_flux_x(0, 0) < 0.0) vol_flux_b -= sigmat_b / pre_vol(donor, 0);
  else vol_flux_b += sigmat_b / pre_vol(donor, 0);
  vol_flux_x_a1s(0, 0) += vol_flux_b;
}

inline void advec_cell_update_x_adjoint(const ACC<double>& density1, ACC<double>& density1_a1s,
                                        const ACC<double>& energy1, ACC<double>& energy1_a1s,
                                        const ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                        const ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                        const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s,
                                        const ACC<double>& ener_flux, ACC<double>& ener_flux_a1s) {
  const double pre_mass = density1(0, 0) * pre_vol(0, 0);
  const double post_mass = pre_mass + mass_flux_x(0, 0) - mass_flux_x(1, 0);
  const double post_ener = (energy1(0, 0) * pre_mass + ener_flux(0, 0) - ener_flux(1, 0)) / post_mass;
  const double advec_vol = pre_vol(0, 0) + vol_flux_x(0, 0) - vol_flux_x(1, 0);
  const double advec_vol_b = -post_mass / (advec_vol * advec_vol) * density1_a1s(0, 0);
  double post_mass_b = density1_a1s(0, 0) / advec_vol;
  const double total_b = energy1_a1s(0, 0) / post_mass;
  post_mass_b -= post_ener * total_b;
  const double pre_mass_b = energy1(0, 0) * total_b + post_mass_b;
  energy1_a1s(0, 0) = pre_mass * total_b;
  density1_a1s(0, 0) = pre_vol(0, 0) * pre_mass_b;
  ener_flux_a1s(0, 0) += total_b;
  ener_flux_a1s(1, 0) -= total_b;
  mass_flux_x_a1s(0, 0) += post_mass_b;
  mass_flux_x_a1s(1, 0) -= post_mass_b;
  vol_flux_x_a1s(0, 0) += advec_vol_b;
  vol_flux_x_a1s(1, 0) -= advec_vol_b;
  pre_vol_a1s(0, 0) += density1(0, 0) * pre_mass_b + advec_vol_b;
}

inline void advec_cell_flux_y_adjoint(const ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                      const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s, const ACC<int>& yy,
                                      const ACC<double>& vertexdy, const ACC<double>& density1,
                                      ACC<double>& density1_a1s, const ACC<double>& energy1, ACC<double>& energy1_a1s,
                                      const ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                      const ACC<double>& ener_flux, ACC<double>& ener_flux_a1s) {
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
  const double stretch = vertexdy(0, 0) / vertexdy(0, dif);
  const double sigmat = fabs(vol_flux_y(0, 0)) / pre_vol(0, donor);
  const double sigma3 = (1.0 + sigmat) * stretch, sigma4 = 2.0 - sigmat;
  double limiter_d = 0.0, limiter_e = 0.0, least_d = 0.0, least_e = 0.0, wind_d = 1.0, wind_e = 1.0;
  const double uw_d = density1(0, donor) - density1(0, upwind), dw_d = density1(0, downwind) - density1(0, donor);
  if (uw_d * dw_d > 0.0) {
    if (dw_d <= 0.0) wind_d = -1.0;
    least_d = MIN(MIN(fabs(uw_d), fabs(dw_d)), one_by_six * (sigma3 * fabs(uw_d) + sigma4 * fabs(dw_d)));
    limiter_d = (1.0 - sigmat) * wind_d * least_d;
  }
  const double mass_flux = vol_flux_y(0, 0) * (density1(0, donor) + limiter_d);
  const double donor_mass = density1(0, donor) * pre_vol(0, donor);
  const double sigmam = fabs(mass_flux) / donor_mass;
  const double uw_e = energy1(0, donor) - energy1(0, upwind), dw_e = energy1(0, downwind) - energy1(0, donor);
  if (uw_e * dw_e > 0.0) {
    if (dw_e <= 0.0) wind_e = -1.0;
    least_e = MIN(MIN(fabs(uw_e), fabs(dw_e)), one_by_six * (sigma3 * fabs(uw_e) + sigma4 * fabs(dw_e)));
    limiter_e = (1.0 - sigmam) * wind_e * least_e;
  }

  double sigmat_b = 0.0, sigma3_b = 0.0, sigma4_b = 0.0, sigmam_b = 0.0;
  double mass_flux_b = mass_flux_y_a1s(0, 0) + (energy1(0, donor) + limiter_e) * ener_flux_a1s(0, 0);
  const double limiter_e_b = mass_flux * ener_flux_a1s(0, 0);
  double donor_b = limiter_e_b;
  ener_flux_a1s(0, 0) = 0.0;
  if (uw_e * dw_e > 0.0) {
    const double least_b = (1.0 - sigmam) * wind_e * limiter_e_b;
    sigmam_b = -wind_e * least_e * limiter_e_b;
    double uw_b = 0.0, dw_b = 0.0;
    if (MIN(fabs(uw_e), fabs(dw_e)) < one_by_six * (sigma3 * fabs(uw_e) + sigma4 * fabs(dw_e))) {
      if (fabs(uw_e) < fabs(dw_e)) uw_b = wind_e * least_b;
      else dw_b = wind_e * least_b;
    } else {
      uw_b = one_by_six * sigma3 * wind_e * least_b;
      dw_b = one_by_six * sigma4 * wind_e * least_b;
      sigma3_b = one_by_six * fabs(uw_e) * least_b;
      sigma4_b = one_by_six * fabs(dw_e) * least_b;
    }
    donor_b += uw_b - dw_b;
    energy1_a1s(0, upwind) -= uw_b;
    energy1_a1s(0, downwind) += dw_b;
  }
  energy1_a1s(0, donor) += donor_b;
  if (mass_flux < 0.0) mass_flux_b -= sigmam_b / donor_mass;
  else mass_flux_b += sigmam_b / donor_mass;
  const double donor_mass_b = -sigmam / donor_mass * sigmam_b;
  mass_flux_y_a1s(0, 0) = 0.0;

  const double limiter_d_b = vol_flux_y(0, 0) * mass_flux_b;
  double vol_flux_b = (density1(0, donor) + limiter_d) * mass_flux_b;
  donor_b = limiter_d_b + pre_vol(0, donor) * donor_mass_b;
  if (uw_d * dw_d > 0.0) {
    const double least_b = (1.0 - sigmat) * wind_d * limiter_d_b;
    sigmat_b = -wind_d * least_d * limiter_d_b;
    double uw_b = 0.0, dw_b = 0.0;
    if (MIN(fabs(uw_d), fabs(dw_d)) < one_by_six * (sigma3 * fabs(uw_d) + sigma4 * fabs(dw_d))) {
      if (fabs(uw_d) < fabs(dw_d)) uw_b = wind_d * least_b;
      else dw_b = wind_d * least_b;
    } else {
      uw_b = one_by_six * sigma3 * wind_d * least_b;
      dw_b = one_by_six * sigma4 * wind_d * least_b;
      sigma3_b += one_by_six * fabs(uw_d) * least_b;
      sigma4_b += one_by_six * fabs(dw_d) * least_b;
    }
    donor_b += uw_b - dw_b;
    density1_a1s(0, upwind) -= uw_b;
    density1_a1s(0, downwind) += dw_b;
  }
  density1_a1s(0, donor) += donor_b;
  sigmat_b += stretch * sigma3_b - sigma4_b;
  pre_vol_a1s(0, donor) += density1(0, donor) * donor_mass_b - sigmat / pre_vol(0, donor) * sigmat_b;
  if (vol_flux_y(0, 0) < 0.0) vol_flux_b -= sigmat_b / pre_vol(0, donor);
  else vol_flux_b += sigmat_b / pre_vol(0, donor);
  vol_flux_y_a1s(0, 0) += vol_flux_b;
}

inline void advec_cell_update_y_adjoint(const ACC<double>& density1, ACC<double>& density1_a1s,
                                        const ACC<double>& energy1, ACC<double>& energy1_a1s,
                                        const ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                        const ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                        const ACC<double>& pre_vol, ACC<double>& pre_vol_a1s,
                                        const ACC<double>& ener_flux, ACC<double>& ener_flux_a1s) {
  const double pre_mass = density1(0, 0) * pre_vol(0, 0);
  const double post_mass = pre_mass + mass_flux_y(0, 0) - mass_flux_y(0, 1);
  const double post_ener = (energy1(0, 0) * pre_mass + ener_flux(0, 0) - ener_flux(0, 1)) / post_mass;
  const double advec_vol = pre_vol(0, 0) + vol_flux_y(0, 0) - vol_flux_y(0, 1);
  const double advec_vol_b = -post_mass / (advec_vol * advec_vol) * density1_a1s(0, 0);
  double post_mass_b = density1_a1s(0, 0) / advec_vol;
  const double total_b = energy1_a1s(0, 0) / post_mass;
  post_mass_b -= post_ener * total_b;
  const double pre_mass_b = energy1(0, 0) * total_b + post_mass_b;
  energy1_a1s(0, 0) = pre_mass * total_b;
  density1_a1s(0, 0) = pre_vol(0, 0) * pre_mass_b;
  ener_flux_a1s(0, 0) += total_b;
  ener_flux_a1s(0, 1) -= total_b;
  mass_flux_y_a1s(0, 0) += post_mass_b;
  mass_flux_y_a1s(0, 1) -= post_mass_b;
  vol_flux_y_a1s(0, 0) += advec_vol_b;
  vol_flux_y_a1s(0, 1) -= advec_vol_b;
  pre_vol_a1s(0, 0) += density1(0, 0) * pre_mass_b + advec_vol_b;
}

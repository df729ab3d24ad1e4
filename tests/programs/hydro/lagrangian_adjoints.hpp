// tests/programs/hydro/lagrangian_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/lagrangian.hpp.
#pragma once

#include "apps/cloverleaf/kernels/lagrangian.hpp"

inline void ideal_gas_adjoint(const ACC<double>& density, ACC<double>& density_a1s, const ACC<double>& energy,
                              ACC<double>& energy_a1s, const ACC<double>& pressure, ACC<double>& pressure_a1s,
                              const ACC<double>& soundspeed, ACC<double>& soundspeed_a1s) {
  // soundspeed = sqrt(1.4 * 0.4 * energy), whatever the density
  const double c = sqrt((1.4 - 1.0) * energy(0, 0) * ((1.4 - 1.0) + 1.0));
  energy_a1s(0, 0) += 0.5 * (1.4 - 1.0) * ((1.4 - 1.0) + 1.0) / c * soundspeed_a1s(0, 0);
  soundspeed_a1s(0, 0) = 0.0;
  density_a1s(0, 0) += (1.4 - 1.0) * energy(0, 0) * pressure_a1s(0, 0);
  energy_a1s(0, 0) += (1.4 - 1.0) * density(0, 0) * pressure_a1s(0, 0);
  pressure_a1s(0, 0) = 0.0;
}

inline void viscosity_kernel_adjoint(const ACC<double>& xvel0, ACC<double>& xvel0_a1s, const ACC<double>& yvel0,
                                     ACC<double>& yvel0_a1s, const ACC<double>& celldx, const ACC<double>& celldy,
                                     const ACC<double>& pressure, ACC<double>& pressure_a1s,
                                     const ACC<double>& density0, ACC<double>& density0_a1s,
                                     const ACC<double>& viscosity, ACC<double>& viscosity_a1s) {
  const double ugrad = (xvel0(1, 0) + xvel0(1, 1)) - (xvel0(0, 0) + xvel0(0, 1));
  const double vgrad = (yvel0(0, 1) + yvel0(1, 1)) - (yvel0(0, 0) + yvel0(1, 0));
  const double div = celldx(0, 0) * ugrad + celldy(0, 0) * vgrad;
  const double strain2 = 0.5 * (xvel0(0, 1) + xvel0(1, 1) - xvel0(0, 0) - xvel0(1, 0)) / celldy(0, 0) +
                         0.5 * (yvel0(1, 0) + yvel0(1, 1) - yvel0(0, 0) - yvel0(0, 1)) / celldx(0, 0);
  const double width = celldx(0, 0) + celldx(1, 0), height = celldy(0, 0) + celldy(0, 1);
  const double pgradx = (pressure(1, 0) - pressure(-1, 0)) / width;
  const double pgrady = (pressure(0, 1) - pressure(0, -1)) / height;
  const double pgradx2 = pgradx * pgradx, pgrady2 = pgrady * pgrady, size = pgradx2 + pgrady2;
  const double divisor = MAX(size, g_small);
  const double ushare = 0.5 * ugrad / celldx(0, 0), vshare = 0.5 * vgrad / celldy(0, 0);
  const double limiter = (ushare * pgradx2 + vshare * pgrady2 + strain2 * pgradx * pgrady) / divisor;
  if (!(limiter > 0.0 || div >= 0.0)) {
    const double px = SIGN(MAX(g_small, fabs(pgradx)), pgradx), py = SIGN(MAX(g_small, fabs(pgrady)), pgrady);
    const double pgrad = sqrt(px * px + py * py);
    const double xgrad = fabs(celldx(0, 0) * pgrad / px), ygrad = fabs(celldy(0, 0) * pgrad / py);
    const double grad = MIN(xgrad, ygrad);
    const double v = viscosity_a1s(0, 0);
    density0_a1s(0, 0) += 2.0 * grad * grad * limiter * limiter * v;
    const double grad_b = 4.0 * density0(0, 0) * grad * limiter * limiter * v;
    const double limiter_b = 4.0 * density0(0, 0) * grad * grad * limiter * v;
    // grad is xgrad = celldx * pgrad / |px|, or ygrad
    double px_b = 0.0, py_b = 0.0, pgrad_b = 0.0;
    if (xgrad < ygrad) {
      pgrad_b = xgrad / pgrad * grad_b;
      px_b = -xgrad / px * grad_b;
    } else {
      pgrad_b = ygrad / pgrad * grad_b;
      py_b = -ygrad / py * grad_b;
    }
    px_b += px / pgrad * pgrad_b;
    py_b += py / pgrad * pgrad_b;
    double pgradx_b = 0.0, pgrady_b = 0.0;
    if (g_small < fabs(pgradx)) pgradx_b = px_b;
    if (g_small < fabs(pgrady)) pgrady_b = py_b;
    const double top_b = limiter_b / divisor;
    double size_b = 0.0;
    if (size > g_small) size_b = -limiter * top_b;
    const double pgradx2_b = ushare * top_b + size_b, pgrady2_b = vshare * top_b + size_b;
    pgradx_b += strain2 * pgrady * top_b + 2.0 * pgradx * pgradx2_b;
    pgrady_b += strain2 * pgradx * top_b + 2.0 * pgrady * pgrady2_b;
    pressure_a1s(1, 0) += pgradx_b / width;
    pressure_a1s(-1, 0) -= pgradx_b / width;
    pressure_a1s(0, 1) += pgrady_b / height;
    pressure_a1s(0, -1) -= pgrady_b / height;
    const double strain2_b = pgradx * pgrady * top_b, across = 0.5 * strain2_b / celldy(0, 0),
                 along = 0.5 * strain2_b / celldx(0, 0);
    const double ugrad_b = 0.5 * pgradx2 * top_b / celldx(0, 0), vgrad_b = 0.5 * pgrady2 * top_b / celldy(0, 0);
    xvel0_a1s(0, 0) += -ugrad_b - across;
    xvel0_a1s(1, 0) += ugrad_b - across;
    xvel0_a1s(0, 1) += -ugrad_b + across;
    xvel0_a1s(1, 1) += ugrad_b + across;
    yvel0_a1s(0, 0) += -vgrad_b - along;
    yvel0_a1s(1, 0) += -vgrad_b + along;
    yvel0_a1s(0, 1) += vgrad_b - along;
    yvel0_a1s(1, 1) += vgrad_b + along;
  }
  viscosity_a1s(0, 0) = 0.0;
}

inline void PdV_predict_adjoint(const double* dt, double* dt_a1s, const ACC<double>& xarea, const ACC<double>& xvel0,
                                ACC<double>& xvel0_a1s, const ACC<double>& yarea, const ACC<double>& yvel0,
                                ACC<double>& yvel0_a1s, const ACC<double>& volume, const ACC<double>& pressure,
                                ACC<double>& pressure_a1s, const ACC<double>& density0, ACC<double>& density0_a1s,
                                const ACC<double>& density1, ACC<double>& density1_a1s, const ACC<double>& viscosity,
                                ACC<double>& viscosity_a1s, const ACC<double>& energy0, ACC<double>& energy0_a1s,
                                const ACC<double>& energy1, ACC<double>& energy1_a1s) {
  const double left_flux = (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel0(0, 0) + xvel0(0, 1))) * 0.25 * *dt * 0.5;
  const double right_flux = (xarea(1, 0) * (xvel0(1, 0) + xvel0(1, 1) + xvel0(1, 0) + xvel0(1, 1))) * 0.25 * *dt * 0.5;
  const double bottom_flux = (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel0(0, 0) + yvel0(1, 0))) * 0.25 * *dt * 0.5;
  const double top_flux = (yarea(0, 1) * (yvel0(0, 1) + yvel0(1, 1) + yvel0(0, 1) + yvel0(1, 1))) * 0.25 * *dt * 0.5;
  const double total_flux = right_flux - left_flux + top_flux - bottom_flux;
  const double grown = volume(0, 0) + total_flux, volume_change = volume(0, 0) / grown;
  const double push = (pressure(0, 0) + viscosity(0, 0)) / density0(0, 0), share = total_flux / volume(0, 0);
  double flux_b = -density0(0, 0) * volume_change / grown * density1_a1s(0, 0);
  density0_a1s(0, 0) += volume_change * density1_a1s(0, 0);
  density1_a1s(0, 0) = 0.0;
  energy0_a1s(0, 0) += energy1_a1s(0, 0);
  pressure_a1s(0, 0) -= share / density0(0, 0) * energy1_a1s(0, 0);
  viscosity_a1s(0, 0) -= share / density0(0, 0) * energy1_a1s(0, 0);
  density0_a1s(0, 0) += push * share / density0(0, 0) * energy1_a1s(0, 0);
  flux_b -= push / volume(0, 0) * energy1_a1s(0, 0);
  energy1_a1s(0, 0) = 0.0;
  *dt_a1s += total_flux / *dt * flux_b;
  const double each = 0.25 * *dt * flux_b;
  xvel0_a1s(0, 0) -= xarea(0, 0) * each;
  xvel0_a1s(0, 1) -= xarea(0, 0) * each;
  xvel0_a1s(1, 0) += xarea(1, 0) * each;
  xvel0_a1s(1, 1) += xarea(1, 0) * each;
  yvel0_a1s(0, 0) -= yarea(0, 0) * each;
  yvel0_a1s(1, 0) -= yarea(0, 0) * each;
  yvel0_a1s(0, 1) += yarea(0, 1) * each;
  yvel0_a1s(1, 1) += yarea(0, 1) * each;
}

inline void PdV_correct_adjoint(const double* dt, double* dt_a1s, const ACC<double>& xarea, const ACC<double>& xvel0,
                                ACC<double>& xvel0_a1s, const ACC<double>& xvel1, ACC<double>& xvel1_a1s,
                                const ACC<double>& yarea, const ACC<double>& yvel0, ACC<double>& yvel0_a1s,
                                const ACC<double>& yvel1, ACC<double>& yvel1_a1s, const ACC<double>& volume,
                                const ACC<double>& pressure, ACC<double>& pressure_a1s, const ACC<double>& density0,
                                ACC<double>& density0_a1s, const ACC<double>& density1, ACC<double>& density1_a1s,
                                const ACC<double>& viscosity, ACC<double>& viscosity_a1s, const ACC<double>& energy0,
                                ACC<double>& energy0_a1s, const ACC<double>& energy1, ACC<double>& energy1_a1s) {
  const double left_flux = (xarea(0, 0) * (xvel0(0, 0) + xvel0(0, 1) + xvel1(0, 0) + xvel1(0, 1))) * 0.25 * *dt;
  const double right_flux = (xarea(1, 0) * (xvel0(1, 0) + xvel0(1, 1) + xvel1(1, 0) + xvel1(1, 1))) * 0.25 * *dt;
  const double bottom_flux = (yarea(0, 0) * (yvel0(0, 0) + yvel0(1, 0) + yvel1(0, 0) + yvel1(1, 0))) * 0.25 * *dt;
  const double top_flux = (yarea(0, 1) * (yvel0(0, 1) + yvel0(1, 1) + yvel1(0, 1) + yvel1(1, 1))) * 0.25 * *dt;
  const double total_flux = right_flux - left_flux + top_flux - bottom_flux;
  const double grown = volume(0, 0) + total_flux, volume_change = volume(0, 0) / grown;
  const double push = (pressure(0, 0) + viscosity(0, 0)) / density0(0, 0), share = total_flux / volume(0, 0);
  double flux_b = -density0(0, 0) * volume_change / grown * density1_a1s(0, 0);
  density0_a1s(0, 0) += volume_change * density1_a1s(0, 0);
  density1_a1s(0, 0) = 0.0;
  energy0_a1s(0, 0) += energy1_a1s(0, 0);
  pressure_a1s(0, 0) -= share / density0(0, 0) * energy1_a1s(0, 0);
  viscosity_a1s(0, 0) -= share / density0(0, 0) * energy1_a1s(0, 0);
  density0_a1s(0, 0) += push * share / density0(0, 0) * energy1_a1s(0, 0);
  flux_b -= push / volume(0, 0) * energy1_a1s(0, 0);
  energy1_a1s(0, 0) = 0.0;
  *dt_a1s += total_flux / *dt * flux_b;
  const double each = 0.25 * *dt * flux_b;
  const double left = xarea(0, 0) * each, right = xarea(1, 0) * each, bottom = yarea(0, 0) * each,
               top = yarea(0, 1) * each;
  xvel0_a1s(0, 0) -= left;
  xvel0_a1s(0, 1) -= left;
  xvel1_a1s(0, 0) -= left;
  xvel1_a1s(0, 1) -= left;
  xvel0_a1s(1, 0) += right;
  xvel0_a1s(1, 1) += right;
  xvel1_a1s(1, 0) += right;
  xvel1_a1s(1, 1) += right;
  yvel0_a1s(0, 0) -= bottom;
  yvel0_a1s(1, 0) -= bottom;
  yvel1_a1s(0, 0) -= bottom;
  yvel1_a1s(1, 0) -= bottom;
  yvel0_a1s(0, 1) += top;
  yvel0_a1s(1, 1) += top;
  yvel1_a1s(0, 1) += top;
  yvel1_a1s(1, 1) += top;
}

inline void revert_adjoint(const ACC<double>& density0, ACC<double>& density0_a1s, const ACC<double>& density1,
                           ACC<double>& density1_a1s, const ACC<double>& energy0, ACC<double>& energy0_a1s,
                           const ACC<double>& energy1, ACC<double>& energy1_a1s) {
  energy0_a1s(0, 0) += energy1_a1s(0, 0);
  energy1_a1s(0, 0) = 0.0;
  density0_a1s(0, 0) += density1_a1s(0, 0);
  density1_a1s(0, 0) = 0.0;
}

inline void accelerate_adjoint(const double* dt, double* dt_a1s, const ACC<double>& density0, ACC<double>& density0_a1s,
                               const ACC<double>& volume, const ACC<double>& xvel0, ACC<double>& xvel0_a1s,
                               const ACC<double>& xvel1, ACC<double>& xvel1_a1s, const ACC<double>& xarea,
                               const ACC<double>& pressure, ACC<double>& pressure_a1s, const ACC<double>& yvel0,
                               ACC<double>& yvel0_a1s, const ACC<double>& yvel1, ACC<double>& yvel1_a1s,
                               const ACC<double>& yarea, const ACC<double>& viscosity, ACC<double>& viscosity_a1s) {
  const double nodal_mass = (density0(-1, -1) * volume(-1, -1) + density0(0, -1) * volume(0, -1) +
                             density0(0, 0) * volume(0, 0) + density0(-1, 0) * volume(-1, 0)) *
                            0.25;
  const double stepbymass = 0.5 * *dt / nodal_mass;
  const double x_push =
      xarea(0, 0) * (pressure(0, 0) - pressure(-1, 0)) + xarea(0, -1) * (pressure(0, -1) - pressure(-1, -1)) +
      xarea(0, 0) * (viscosity(0, 0) - viscosity(-1, 0)) + xarea(0, -1) * (viscosity(0, -1) - viscosity(-1, -1));
  const double y_push =
      yarea(0, 0) * (pressure(0, 0) - pressure(0, -1)) + yarea(-1, 0) * (pressure(-1, 0) - pressure(-1, -1)) +
      yarea(0, 0) * (viscosity(0, 0) - viscosity(0, -1)) + yarea(-1, 0) * (viscosity(-1, 0) - viscosity(-1, -1));
  const double x = stepbymass * xvel1_a1s(0, 0), y = stepbymass * yvel1_a1s(0, 0);
  const double mass_b = 0.25 * (x_push * x + y_push * y) / nodal_mass;
  *dt_a1s -= (x_push * x + y_push * y) / *dt;
  xvel0_a1s(0, 0) += xvel1_a1s(0, 0);
  yvel0_a1s(0, 0) += yvel1_a1s(0, 0);
  xvel1_a1s(0, 0) = 0.0;
  yvel1_a1s(0, 0) = 0.0;
  density0_a1s(0, 0) += volume(0, 0) * mass_b;
  density0_a1s(-1, 0) += volume(-1, 0) * mass_b;
  density0_a1s(0, -1) += volume(0, -1) * mass_b;
  density0_a1s(-1, -1) += volume(-1, -1) * mass_b;
  pressure_a1s(0, 0) += -xarea(0, 0) * x - yarea(0, 0) * y;
  pressure_a1s(-1, 0) += xarea(0, 0) * x - yarea(-1, 0) * y;
  pressure_a1s(0, -1) += -xarea(0, -1) * x + yarea(0, 0) * y;
  pressure_a1s(-1, -1) += xarea(0, -1) * x + yarea(-1, 0) * y;
  viscosity_a1s(0, 0) += -xarea(0, 0) * x - yarea(0, 0) * y;
  viscosity_a1s(-1, 0) += xarea(0, 0) * x - yarea(-1, 0) * y;
  viscosity_a1s(0, -1) += -xarea(0, -1) * x + yarea(0, 0) * y;
  viscosity_a1s(-1, -1) += xarea(0, -1) * x + yarea(-1, 0) * y;
}

inline void flux_calc_x_adjoint(const double* dt, double* dt_a1s, const ACC<double>& vol_flux_x,
                                ACC<double>& vol_flux_x_a1s, const ACC<double>& xarea, const ACC<double>& xvel0,
                                ACC<double>& xvel0_a1s, const ACC<double>& xvel1, ACC<double>& xvel1_a1s) {
  const double speeds = xvel0(0, 0) + xvel0(0, 1) + xvel1(0, 0) + xvel1(0, 1);
  *dt_a1s += 0.25 * xarea(0, 0) * speeds * vol_flux_x_a1s(0, 0);
  const double each = 0.25 * *dt * xarea(0, 0) * vol_flux_x_a1s(0, 0);
  vol_flux_x_a1s(0, 0) = 0.0;
  xvel0_a1s(0, 0) += each;
  xvel0_a1s(0, 1) += each;
  xvel1_a1s(0, 0) += each;
  xvel1_a1s(0, 1) += each;
}

inline void flux_calc_y_adjoint(const double* dt, double* dt_a1s, const ACC<double>& vol_flux_y,
                                ACC<double>& vol_flux_y_a1s, const ACC<double>& yarea, const ACC<double>& yvel0,
                                ACC<double>& yvel0_a1s, const ACC<double>& yvel1, ACC<double>& yvel1_a1s) {
  const double speeds = yvel0(0, 0) + yvel0(1, 0) + yvel1(0, 0) + yvel1(1, 0);
  *dt_a1s += 0.25 * yarea(0, 0) * speeds * vol_flux_y_a1s(0, 0);
  const double each = 0.25 * *dt * yarea(0, 0) * vol_flux_y_a1s(0, 0);
  vol_flux_y_a1s(0, 0) = 0.0;
  yvel0_a1s(0, 0) += each;
  yvel0_a1s(1, 0) += each;
  yvel1_a1s(0, 0) += each;
  yvel1_a1s(1, 0) += each;
}

// tests/programs/hydro/summary_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/summary.hpp.
#pragma once

#include "apps/cloverleaf/kernels/summary.hpp"

inline void reset_field_cells_adjoint(const ACC<double>& density0, ACC<double>& density0_a1s,
                                      const ACC<double>& density1, ACC<double>& density1_a1s,
                                      const ACC<double>& energy0, ACC<double>& energy0_a1s, const ACC<double>& energy1,
                                      ACC<double>& energy1_a1s) {
  density1_a1s(0, 0) += density0_a1s(0, 0);
  density0_a1s(0, 0) = 0.0;
  energy1_a1s(0, 0) += energy0_a1s(0, 0);
  energy0_a1s(0, 0) = 0.0;
}

inline void reset_field_nodes_adjoint(const ACC<double>& xvel0, ACC<double>& xvel0_a1s, const ACC<double>& xvel1,
                                      ACC<double>& xvel1_a1s, const ACC<double>& yvel0, ACC<double>& yvel0_a1s,
                                      const ACC<double>& yvel1, ACC<double>& yvel1_a1s) {
  xvel1_a1s(0, 0) += xvel0_a1s(0, 0);
  xvel0_a1s(0, 0) = 0.0;
  yvel1_a1s(0, 0) += yvel0_a1s(0, 0);
  yvel0_a1s(0, 0) = 0.0;
}

inline void field_summary_kernel_adjoint(const ACC<double>& volume, const ACC<double>& density0,
                                         ACC<double>& density0_a1s, const ACC<double>& energy0,
                                         ACC<double>& energy0_a1s, const ACC<double>& pressure,
                                         ACC<double>& pressure_a1s, const ACC<double>& xvel0, ACC<double>& xvel0_a1s,
                                         const ACC<double>& yvel0, ACC<double>& yvel0_a1s, double* vol, double* mass,
                                         const double* mass_a1s, double* ie, const double* ie_a1s, double* ke,
                                         const double* ke_a1s, double* press, const double* press_a1s) {
  double vsqrd = 0.0;
  vsqrd = vsqrd + 0.25 * (xvel0(0, 0) * xvel0(0, 0) + yvel0(0, 0) * yvel0(0, 0));
  vsqrd = vsqrd + 0.25 * (xvel0(1, 0) * xvel0(1, 0) + yvel0(1, 0) * yvel0(1, 0));
  vsqrd = vsqrd + 0.25 * (xvel0(0, 1) * xvel0(0, 1) + yvel0(0, 1) * yvel0(0, 1));
  vsqrd = vsqrd + 0.25 * (xvel0(1, 1) * xvel0(1, 1) + yvel0(1, 1) * yvel0(1, 1));
  const double cell_mass = volume(0, 0) * density0(0, 0);
  pressure_a1s(0, 0) += volume(0, 0) * *press_a1s;
  const double cell_mass_b = *mass_a1s + energy0(0, 0) * *ie_a1s + 0.5 * vsqrd * *ke_a1s;
  energy0_a1s(0, 0) += cell_mass * *ie_a1s;
  density0_a1s(0, 0) += volume(0, 0) * cell_mass_b;
  const double quarter = 0.25 * cell_mass * *ke_a1s;  // 2 * 0.25 * 0.5 * cell_mass
  xvel0_a1s(0, 0) += quarter * xvel0(0, 0);
  xvel0_a1s(1, 0) += quarter * xvel0(1, 0);
  xvel0_a1s(0, 1) += quarter * xvel0(0, 1);
  xvel0_a1s(1, 1) += quarter * xvel0(1, 1);
  yvel0_a1s(0, 0) += quarter * yvel0(0, 0);
  yvel0_a1s(1, 0) += quarter * yvel0(1, 0);
  yvel0_a1s(0, 1) += quarter * yvel0(0, 1);
  yvel0_a1s(1, 1) += quarter * yvel0(1, 1);
}

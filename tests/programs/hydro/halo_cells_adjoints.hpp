// tests/programs/hydro/halo_cells_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/halo_cells.hpp.
#pragma once

#include "apps/cloverleaf/kernels/halo_cells.hpp"

inline void update_halo_cells_bottom2_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                              ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                              ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                              ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                              ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(0, 3) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(0, 3) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(0, 3) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(0, 3) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(0, 3) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(0, 3) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_bottom1_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                              ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                              ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                              ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                              ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(0, 1) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(0, 1) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(0, 1) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(0, 1) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(0, 1) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(0, 1) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_top2_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                           ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                           ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                           ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                           ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(0, -3) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(0, -3) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(0, -3) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(0, -3) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(0, -3) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(0, -3) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_top1_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                           ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                           ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                           ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                           ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(0, -1) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(0, -1) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(0, -1) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(0, -1) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(0, -1) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(0, -1) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_left2_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                            ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                            ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                            ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                            ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(3, 0) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(3, 0) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(3, 0) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(3, 0) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(3, 0) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(3, 0) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_left1_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                            ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                            ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                            ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                            ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(1, 0) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(1, 0) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(1, 0) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(1, 0) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(1, 0) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(1, 0) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_right2_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                             ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                             ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                             ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                             ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(-3, 0) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(-3, 0) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(-3, 0) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(-3, 0) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(-3, 0) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(-3, 0) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_cells_right1_adjoint(ACC<double>& density0, ACC<double>& density0_a1s, ACC<double>& density1,
                                             ACC<double>& density1_a1s, ACC<double>& energy0, ACC<double>& energy0_a1s,
                                             ACC<double>& energy1, ACC<double>& energy1_a1s, ACC<double>& pressure,
                                             ACC<double>& pressure_a1s, ACC<double>& viscosity,
                                             ACC<double>& viscosity_a1s, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) {
    density0_a1s(-1, 0) += density0_a1s(0, 0);
    density0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_DENSITY1] == 1) {
    density1_a1s(-1, 0) += density1_a1s(0, 0);
    density1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY0] == 1) {
    energy0_a1s(-1, 0) += energy0_a1s(0, 0);
    energy0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_ENERGY1] == 1) {
    energy1_a1s(-1, 0) += energy1_a1s(0, 0);
    energy1_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_PRESSURE] == 1) {
    pressure_a1s(-1, 0) += pressure_a1s(0, 0);
    pressure_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_VISCOSITY] == 1) {
    viscosity_a1s(-1, 0) += viscosity_a1s(0, 0);
    viscosity_a1s(0, 0) = 0.0;
  }
}

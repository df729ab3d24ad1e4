// tests/programs/hydro/halo_flux_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/halo_flux.hpp.
#pragma once

#include "apps/cloverleaf/kernels/halo_flux.hpp"

inline void update_halo_flux_x_bottom2_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                               ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                               const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(0, 3) += vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(0, 3) += mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_bottom1_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                               ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                               const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(0, 1) += vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(0, 1) += mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_top2_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                            ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(0, -3) += vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(0, -3) += mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_top1_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                            ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(0, -1) += vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(0, -1) += mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_left2_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                             ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                             const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(4, 0) -= vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(4, 0) -= mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_left1_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                             ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                             const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(2, 0) -= vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(2, 0) -= mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_right2_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                              ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                              const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(-4, 0) -= vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(-4, 0) -= mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_x_right1_adjoint(ACC<double>& vol_flux_x, ACC<double>& vol_flux_x_a1s,
                                              ACC<double>& mass_flux_x, ACC<double>& mass_flux_x_a1s,
                                              const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) {
    vol_flux_x_a1s(-2, 0) -= vol_flux_x_a1s(0, 0);
    vol_flux_x_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_X] == 1) {
    mass_flux_x_a1s(-2, 0) -= mass_flux_x_a1s(0, 0);
    mass_flux_x_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_bottom2_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                               ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                               const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(0, 4) -= vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(0, 4) -= mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_bottom1_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                               ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                               const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(0, 2) -= vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(0, 2) -= mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_top2_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                            ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(0, -4) -= vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(0, -4) -= mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_top1_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                            ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(0, -2) -= vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(0, -2) -= mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_left2_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                             ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                             const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(3, 0) += vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(3, 0) += mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_left1_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                             ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                             const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(1, 0) += vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(1, 0) += mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_right2_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                              ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                              const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(-3, 0) += vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(-3, 0) += mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_flux_y_right1_adjoint(ACC<double>& vol_flux_y, ACC<double>& vol_flux_y_a1s,
                                              ACC<double>& mass_flux_y, ACC<double>& mass_flux_y_a1s,
                                              const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) {
    vol_flux_y_a1s(-1, 0) += vol_flux_y_a1s(0, 0);
    vol_flux_y_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_MASS_FLUX_Y] == 1) {
    mass_flux_y_a1s(-1, 0) += mass_flux_y_a1s(0, 0);
    mass_flux_y_a1s(0, 0) = 0.0;
  }
}

// tests/programs/hydro/halo_velocity_adjoints.hpp: hand-written adjoints of apps/cloverleaf/kernels/halo_velocity.hpp.
#pragma once

#include "apps/cloverleaf/kernels/halo_velocity.hpp"

inline void update_halo_xvel_bottom2_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                             ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(0, 4) += xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(0, 4) += xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_bottom1_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                             ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(0, 2) += xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(0, 2) += xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_top2_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                          ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(0, -4) += xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(0, -4) += xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_top1_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                          ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(0, -2) += xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(0, -2) += xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_left2_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                           ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(4, 0) -= xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(4, 0) -= xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_left1_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                           ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(2, 0) -= xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(2, 0) -= xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_right2_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                            ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(-4, 0) -= xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(-4, 0) -= xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_xvel_right1_adjoint(ACC<double>& xvel0, ACC<double>& xvel0_a1s, ACC<double>& xvel1,
                                            ACC<double>& xvel1_a1s, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) {
    xvel0_a1s(-2, 0) -= xvel0_a1s(0, 0);
    xvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_XVEL1] == 1) {
    xvel1_a1s(-2, 0) -= xvel1_a1s(0, 0);
    xvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_bottom2_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                             ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(0, 4) -= yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(0, 4) -= yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_bottom1_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                             ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(0, 2) -= yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(0, 2) -= yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_top2_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                          ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(0, -4) -= yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(0, -4) -= yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_top1_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                          ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(0, -2) -= yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(0, -2) -= yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_left2_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                           ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(4, 0) += yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(4, 0) += yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_left1_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                           ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(2, 0) += yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(2, 0) += yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_right2_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                            ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(-4, 0) += yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(-4, 0) += yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

inline void update_halo_yvel_right1_adjoint(ACC<double>& yvel0, ACC<double>& yvel0_a1s, ACC<double>& yvel1,
                                            ACC<double>& yvel1_a1s, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) {
    yvel0_a1s(-2, 0) += yvel0_a1s(0, 0);
    yvel0_a1s(0, 0) = 0.0;
  }
  if (fields[FIELD_YVEL1] == 1) {
    yvel1_a1s(-2, 0) += yvel1_a1s(0, 0);
    yvel1_a1s(0, 0) = 0.0;
  }
}

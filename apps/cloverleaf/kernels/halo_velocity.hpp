// apps/cloverleaf/kernels/halo_velocity.hpp: velocities beyond a wall are those of the mirrored node, the one across
// the wall with its sign turned.
#pragma once

#include "apps/cloverleaf/constants.hpp"

inline void update_halo_xvel_bottom2(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = xvel0(0, 4);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = xvel1(0, 4);
}

inline void update_halo_xvel_bottom1(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = xvel0(0, 2);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = xvel1(0, 2);
}

inline void update_halo_xvel_top2(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = xvel0(0, -4);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = xvel1(0, -4);
}

inline void update_halo_xvel_top1(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = xvel0(0, -2);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = xvel1(0, -2);
}

inline void update_halo_xvel_left2(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = -xvel0(4, 0);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = -xvel1(4, 0);
}

inline void update_halo_xvel_left1(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = -xvel0(2, 0);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = -xvel1(2, 0);
}

inline void update_halo_xvel_right2(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = -xvel0(-4, 0);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = -xvel1(-4, 0);
}

inline void update_halo_xvel_right1(ACC<Real>& xvel0, ACC<Real>& xvel1, const int* fields) {
  if (fields[FIELD_XVEL0] == 1) xvel0(0, 0) = -xvel0(-2, 0);
  if (fields[FIELD_XVEL1] == 1) xvel1(0, 0) = -xvel1(-2, 0);
}

inline void update_halo_yvel_bottom2(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = -yvel0(0, 4);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = -yvel1(0, 4);
}

inline void update_halo_yvel_bottom1(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = -yvel0(0, 2);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = -yvel1(0, 2);
}

inline void update_halo_yvel_top2(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = -yvel0(0, -4);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = -yvel1(0, -4);
}

inline void update_halo_yvel_top1(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = -yvel0(0, -2);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = -yvel1(0, -2);
}

inline void update_halo_yvel_left2(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = yvel0(4, 0);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = yvel1(4, 0);
}

inline void update_halo_yvel_left1(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = yvel0(2, 0);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = yvel1(2, 0);
}

inline void update_halo_yvel_right2(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = yvel0(-4, 0);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = yvel1(-4, 0);
}

inline void update_halo_yvel_right1(ACC<Real>& yvel0, ACC<Real>& yvel1, const int* fields) {
  if (fields[FIELD_YVEL0] == 1) yvel0(0, 0) = yvel0(-2, 0);
  if (fields[FIELD_YVEL1] == 1) yvel1(0, 0) = yvel1(-2, 0);
}

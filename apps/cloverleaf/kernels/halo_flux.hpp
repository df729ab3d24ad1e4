// apps/cloverleaf/kernels/halo_flux.hpp: fluxes beyond a wall are those of the mirrored face, the one across the wall
// with its sign turned.
#pragma once

#include "apps/cloverleaf/constants.hpp"

inline void update_halo_flux_x_bottom2(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = vol_flux_x(0, 3);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = mass_flux_x(0, 3);
}

inline void update_halo_flux_x_bottom1(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = vol_flux_x(0, 1);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = mass_flux_x(0, 1);
}

inline void update_halo_flux_x_top2(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = vol_flux_x(0, -3);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = mass_flux_x(0, -3);
}

inline void update_halo_flux_x_top1(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = vol_flux_x(0, -1);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = mass_flux_x(0, -1);
}

inline void update_halo_flux_x_left2(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = -vol_flux_x(4, 0);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = -mass_flux_x(4, 0);
}

inline void update_halo_flux_x_left1(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = -vol_flux_x(2, 0);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = -mass_flux_x(2, 0);
}

inline void update_halo_flux_x_right2(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = -vol_flux_x(-4, 0);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = -mass_flux_x(-4, 0);
}

inline void update_halo_flux_x_right1(ACC<Real>& vol_flux_x, ACC<Real>& mass_flux_x, const int* fields) {
  if (fields[FIELD_VOL_FLUX_X] == 1) vol_flux_x(0, 0) = -vol_flux_x(-2, 0);
  if (fields[FIELD_MASS_FLUX_X] == 1) mass_flux_x(0, 0) = -mass_flux_x(-2, 0);
}

inline void update_halo_flux_y_bottom2(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = -vol_flux_y(0, 4);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = -mass_flux_y(0, 4);
}

inline void update_halo_flux_y_bottom1(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = -vol_flux_y(0, 2);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = -mass_flux_y(0, 2);
}

inline void update_halo_flux_y_top2(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = -vol_flux_y(0, -4);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = -mass_flux_y(0, -4);
}

inline void update_halo_flux_y_top1(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = -vol_flux_y(0, -2);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = -mass_flux_y(0, -2);
}

inline void update_halo_flux_y_left2(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = vol_flux_y(3, 0);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = mass_flux_y(3, 0);
}

inline void update_halo_flux_y_left1(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = vol_flux_y(1, 0);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = mass_flux_y(1, 0);
}

inline void update_halo_flux_y_right2(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = vol_flux_y(-3, 0);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = mass_flux_y(-3, 0);
}

inline void update_halo_flux_y_right1(ACC<Real>& vol_flux_y, ACC<Real>& mass_flux_y, const int* fields) {
  if (fields[FIELD_VOL_FLUX_Y] == 1) vol_flux_y(0, 0) = vol_flux_y(-1, 0);
  if (fields[FIELD_MASS_FLUX_Y] == 1) mass_flux_y(0, 0) = mass_flux_y(-1, 0);
}

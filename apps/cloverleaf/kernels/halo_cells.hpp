// apps/cloverleaf/kernels/halo_cells.hpp: cell centred values beyond a wall are those of the mirrored cell.
#pragma once

#include "apps/cloverleaf/constants.hpp"

inline void update_halo_cells_bottom2(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                      ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(0, 3);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(0, 3);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(0, 3);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(0, 3);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(0, 3);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(0, 3);
}

inline void update_halo_cells_bottom1(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                      ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(0, 1);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(0, 1);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(0, 1);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(0, 1);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(0, 1);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(0, 1);
}

inline void update_halo_cells_top2(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                   ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(0, -3);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(0, -3);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(0, -3);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(0, -3);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(0, -3);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(0, -3);
}

inline void update_halo_cells_top1(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                   ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(0, -1);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(0, -1);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(0, -1);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(0, -1);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(0, -1);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(0, -1);
}

inline void update_halo_cells_left2(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                    ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(3, 0);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(3, 0);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(3, 0);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(3, 0);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(3, 0);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(3, 0);
}

inline void update_halo_cells_left1(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                    ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(1, 0);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(1, 0);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(1, 0);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(1, 0);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(1, 0);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(1, 0);
}

inline void update_halo_cells_right2(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                     ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(-3, 0);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(-3, 0);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(-3, 0);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(-3, 0);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(-3, 0);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(-3, 0);
}

inline void update_halo_cells_right1(ACC<Real>& density0, ACC<Real>& density1, ACC<Real>& energy0, ACC<Real>& energy1,
                                     ACC<Real>& pressure, ACC<Real>& viscosity, const int* fields) {
  if (fields[FIELD_DENSITY0] == 1) density0(0, 0) = density0(-1, 0);
  if (fields[FIELD_DENSITY1] == 1) density1(0, 0) = density1(-1, 0);
  if (fields[FIELD_ENERGY0] == 1) energy0(0, 0) = energy0(-1, 0);
  if (fields[FIELD_ENERGY1] == 1) energy1(0, 0) = energy1(-1, 0);
  if (fields[FIELD_PRESSURE] == 1) pressure(0, 0) = pressure(-1, 0);
  if (fields[FIELD_VISCOSITY] == 1) viscosity(0, 0) = viscosity(-1, 0);
}

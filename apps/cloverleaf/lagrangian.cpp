// apps/cloverleaf/lagrangian.cpp: the step in which the mesh moves with the fluid, and what it needs.
#include "apps/cloverleaf/steps.hpp"  // first: it says the rank of accessors

#include "apps/cloverleaf/halo.hpp"
#include "apps/cloverleaf/kernels/lagrangian.hpp"

namespace cloverleaf {

void equation_of_state(Fields& f, const Stencils& s, ops_dat density, ops_dat energy) {
  int inside[] = {0, f.size[0], 0, f.size[1]};
  ops_par_loop(ideal_gas, "ideal_gas", f.block, 2, inside, read(density, s.point), read(energy, s.point),
               write(f.pressure, s.point), write(f.soundspeed, s.point));
}

namespace {

/// Pressure after half a step; density and energy stay at their start.
void predict(Fields& f, const Stencils& s) {
  int inside[] = {0, f.size[0], 0, f.size[1]};
  ops_par_loop(PdV_predict, "PdV_predict", f.block, 2, inside, ops_arg_scalar(f.dt, 1, real_type, OPS_READ),
               read(f.xarea, s.p1_x), read(f.xvel0, s.cell), read(f.yarea, s.p1_y), read(f.yvel0, s.cell),
               read(f.volume, s.point), read(f.pressure, s.point), read(f.density0, s.point),
               write(f.density1, s.point), read(f.viscosity, s.point), read(f.energy0, s.point),
               write(f.energy1, s.point));
  equation_of_state(f, s, f.density1, f.energy1);
  update_halo(f, s, {FIELD_PRESSURE}, 1);
  ops_par_loop(revert, "revert", f.block, 2, inside, read(f.density0, s.point), write(f.density1, s.point),
               read(f.energy0, s.point), write(f.energy1, s.point));
}

void correct(Fields& f, const Stencils& s) {
  int inside[] = {0, f.size[0], 0, f.size[1]};
  ops_par_loop(PdV_correct, "PdV_correct", f.block, 2, inside, ops_arg_scalar(f.dt, 1, real_type, OPS_READ),
               read(f.xarea, s.p1_x), read(f.xvel0, s.cell), read(f.xvel1, s.cell), read(f.yarea, s.p1_y),
               read(f.yvel0, s.cell), read(f.yvel1, s.cell), read(f.volume, s.point), read(f.pressure, s.point),
               read(f.density0, s.point), write(f.density1, s.point), read(f.viscosity, s.point),
               read(f.energy0, s.point), write(f.energy1, s.point));
}

void swept_volumes(Fields& f, const Stencils& s) {
  int x_faces[] = {0, f.size[0] + 1, 0, f.size[1]}, y_faces[] = {0, f.size[0], 0, f.size[1] + 1};
  ops_par_loop(flux_calc_x, "flux_calc_x", f.block, 2, x_faces, ops_arg_scalar(f.dt, 1, real_type, OPS_READ),
               write(f.vol_flux_x, s.point), read(f.xarea, s.point), read(f.xvel0, s.p1_y), read(f.xvel1, s.p1_y));
  ops_par_loop(flux_calc_y, "flux_calc_y", f.block, 2, y_faces, ops_arg_scalar(f.dt, 1, real_type, OPS_READ),
               write(f.vol_flux_y, s.point), read(f.yarea, s.point), read(f.yvel0, s.p1_x), read(f.yvel1, s.p1_x));
}

}  // namespace

void prepare(Fields& f, const Stencils& s) {
  int inside[] = {0, f.size[0], 0, f.size[1]};
  equation_of_state(f, s, f.density0, f.energy0);
  update_halo(f, s, {FIELD_PRESSURE, FIELD_ENERGY0, FIELD_DENSITY0, FIELD_XVEL0, FIELD_YVEL0}, 1);
  ops_par_loop(viscosity_kernel, "viscosity_kernel", f.block, 2, inside, read(f.xvel0, s.cell), read(f.yvel0, s.cell),
               read(f.celldx, s.along_x_next), read(f.celldy, s.along_y_next), read(f.pressure, s.cross),
               read(f.density0, s.point), write(f.viscosity, s.point));
  update_halo(f, s, {FIELD_VISCOSITY}, 1);
}

void lagrangian_step(Fields& f, const Stencils& s) {
  predict(f, s);
  int nodes[] = {0, f.size[0] + 1, 0, f.size[1] + 1};
  ops_par_loop(accelerate, "accelerate", f.block, 2, nodes, ops_arg_scalar(f.dt, 1, real_type, OPS_READ),
               read(f.density0, s.node), read(f.volume, s.node), read(f.xvel0, s.point), write(f.xvel1, s.point),
               read(f.xarea, s.m1_y), read(f.pressure, s.node), read(f.yvel0, s.point), write(f.yvel1, s.point),
               read(f.yarea, s.m1_x), read(f.viscosity, s.node));
  correct(f, s);
  swept_volumes(f, s);
}

}  // namespace cloverleaf

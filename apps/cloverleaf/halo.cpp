// apps/cloverleaf/halo.cpp: reflecting walls: what lies beyond them mirrors what lies inside.
#include "apps/cloverleaf/halo.hpp"  // first: it says the rank of accessors

#include <algorithm>

#include "apps/cloverleaf/kernels/halo_cells.hpp"
#include "apps/cloverleaf/kernels/halo_flux.hpp"
#include "apps/cloverleaf/kernels/halo_velocity.hpp"

namespace cloverleaf {

namespace {

ops_arg mirrored(ops_dat dat, ops_stencil stencil, int asked) {
  return ops_arg_dat_opt(dat, 1, stencil, real_type, OPS_RW, asked);
}

/// Rows or columns beyond the walls, for datasets with `more_x` and `more_y` more entries than cells.
struct Ranges {
  int bottom2[4], bottom1[4], top2[4], top1[4], left2[4], left1[4], right2[4], right1[4];

  Ranges(const int* size, int more_x, int more_y, int depth)
      : Ranges(-depth, size[0] + more_x + depth, -depth, size[1] + more_y + depth, size[0] + more_x, size[1] + more_y) {
  }

 private:
  Ranges(int x0, int x1, int y0, int y1, int nx, int ny)
      : bottom2{x0, x1, -2, -1},
        bottom1{x0, x1, -1, 0},
        top2{x0, x1, ny + 1, ny + 2},
        top1{x0, x1, ny, ny + 1},
        left2{-2, -1, y0, y1},
        left1{-1, 0, y0, y1},
        right2{nx + 1, nx + 2, y0, y1},
        right1{nx, nx + 1, y0, y1} {}
};

void mirror_cells(Fields& f, const Stencils& s, int depth, const int* flags) {
  Ranges at(f.size, 0, 0, depth);
  if (depth > 1)
    ops_par_loop(update_halo_cells_bottom2, "update_halo_cells_bottom2", f.block, 2, at.bottom2,
                 mirrored(f.density0, s.p3_y, flags[FIELD_DENSITY0]),
                 mirrored(f.density1, s.p3_y, flags[FIELD_DENSITY1]), mirrored(f.energy0, s.p3_y, flags[FIELD_ENERGY0]),
                 mirrored(f.energy1, s.p3_y, flags[FIELD_ENERGY1]), mirrored(f.pressure, s.p3_y, flags[FIELD_PRESSURE]),
                 mirrored(f.viscosity, s.p3_y, flags[FIELD_VISCOSITY]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_cells_bottom1, "update_halo_cells_bottom1", f.block, 2, at.bottom1,
               mirrored(f.density0, s.p1_y, flags[FIELD_DENSITY0]), mirrored(f.density1, s.p1_y, flags[FIELD_DENSITY1]),
               mirrored(f.energy0, s.p1_y, flags[FIELD_ENERGY0]), mirrored(f.energy1, s.p1_y, flags[FIELD_ENERGY1]),
               mirrored(f.pressure, s.p1_y, flags[FIELD_PRESSURE]),
               mirrored(f.viscosity, s.p1_y, flags[FIELD_VISCOSITY]), ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_cells_top2, "update_halo_cells_top2", f.block, 2, at.top2,
                 mirrored(f.density0, s.m3_y, flags[FIELD_DENSITY0]),
                 mirrored(f.density1, s.m3_y, flags[FIELD_DENSITY1]), mirrored(f.energy0, s.m3_y, flags[FIELD_ENERGY0]),
                 mirrored(f.energy1, s.m3_y, flags[FIELD_ENERGY1]), mirrored(f.pressure, s.m3_y, flags[FIELD_PRESSURE]),
                 mirrored(f.viscosity, s.m3_y, flags[FIELD_VISCOSITY]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_cells_top1, "update_halo_cells_top1", f.block, 2, at.top1,
               mirrored(f.density0, s.m1_y, flags[FIELD_DENSITY0]), mirrored(f.density1, s.m1_y, flags[FIELD_DENSITY1]),
               mirrored(f.energy0, s.m1_y, flags[FIELD_ENERGY0]), mirrored(f.energy1, s.m1_y, flags[FIELD_ENERGY1]),
               mirrored(f.pressure, s.m1_y, flags[FIELD_PRESSURE]),
               mirrored(f.viscosity, s.m1_y, flags[FIELD_VISCOSITY]), ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_cells_left2, "update_halo_cells_left2", f.block, 2, at.left2,
                 mirrored(f.density0, s.p3_x, flags[FIELD_DENSITY0]),
                 mirrored(f.density1, s.p3_x, flags[FIELD_DENSITY1]), mirrored(f.energy0, s.p3_x, flags[FIELD_ENERGY0]),
                 mirrored(f.energy1, s.p3_x, flags[FIELD_ENERGY1]), mirrored(f.pressure, s.p3_x, flags[FIELD_PRESSURE]),
                 mirrored(f.viscosity, s.p3_x, flags[FIELD_VISCOSITY]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_cells_left1, "update_halo_cells_left1", f.block, 2, at.left1,
               mirrored(f.density0, s.p1_x, flags[FIELD_DENSITY0]), mirrored(f.density1, s.p1_x, flags[FIELD_DENSITY1]),
               mirrored(f.energy0, s.p1_x, flags[FIELD_ENERGY0]), mirrored(f.energy1, s.p1_x, flags[FIELD_ENERGY1]),
               mirrored(f.pressure, s.p1_x, flags[FIELD_PRESSURE]),
               mirrored(f.viscosity, s.p1_x, flags[FIELD_VISCOSITY]), ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_cells_right2, "update_halo_cells_right2", f.block, 2, at.right2,
                 mirrored(f.density0, s.m3_x, flags[FIELD_DENSITY0]),
                 mirrored(f.density1, s.m3_x, flags[FIELD_DENSITY1]), mirrored(f.energy0, s.m3_x, flags[FIELD_ENERGY0]),
                 mirrored(f.energy1, s.m3_x, flags[FIELD_ENERGY1]), mirrored(f.pressure, s.m3_x, flags[FIELD_PRESSURE]),
                 mirrored(f.viscosity, s.m3_x, flags[FIELD_VISCOSITY]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_cells_right1, "update_halo_cells_right1", f.block, 2, at.right1,
               mirrored(f.density0, s.m1_x, flags[FIELD_DENSITY0]), mirrored(f.density1, s.m1_x, flags[FIELD_DENSITY1]),
               mirrored(f.energy0, s.m1_x, flags[FIELD_ENERGY0]), mirrored(f.energy1, s.m1_x, flags[FIELD_ENERGY1]),
               mirrored(f.pressure, s.m1_x, flags[FIELD_PRESSURE]),
               mirrored(f.viscosity, s.m1_x, flags[FIELD_VISCOSITY]), ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
}

void mirror_xvel(Fields& f, const Stencils& s, int depth, const int* flags) {
  Ranges at(f.size, 1, 1, depth);
  if (depth > 1)
    ops_par_loop(update_halo_xvel_bottom2, "update_halo_xvel_bottom2", f.block, 2, at.bottom2,
                 mirrored(f.xvel0, s.p4_y, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.p4_y, flags[FIELD_XVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_xvel_bottom1, "update_halo_xvel_bottom1", f.block, 2, at.bottom1,
               mirrored(f.xvel0, s.p2_y, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.p2_y, flags[FIELD_XVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_xvel_top2, "update_halo_xvel_top2", f.block, 2, at.top2,
                 mirrored(f.xvel0, s.m4_y, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.m4_y, flags[FIELD_XVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_xvel_top1, "update_halo_xvel_top1", f.block, 2, at.top1,
               mirrored(f.xvel0, s.m2_y, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.m2_y, flags[FIELD_XVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_xvel_left2, "update_halo_xvel_left2", f.block, 2, at.left2,
                 mirrored(f.xvel0, s.p4_x, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.p4_x, flags[FIELD_XVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_xvel_left1, "update_halo_xvel_left1", f.block, 2, at.left1,
               mirrored(f.xvel0, s.p2_x, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.p2_x, flags[FIELD_XVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_xvel_right2, "update_halo_xvel_right2", f.block, 2, at.right2,
                 mirrored(f.xvel0, s.m4_x, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.m4_x, flags[FIELD_XVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_xvel_right1, "update_halo_xvel_right1", f.block, 2, at.right1,
               mirrored(f.xvel0, s.m2_x, flags[FIELD_XVEL0]), mirrored(f.xvel1, s.m2_x, flags[FIELD_XVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
}

void mirror_yvel(Fields& f, const Stencils& s, int depth, const int* flags) {
  Ranges at(f.size, 1, 1, depth);
  if (depth > 1)
    ops_par_loop(update_halo_yvel_bottom2, "update_halo_yvel_bottom2", f.block, 2, at.bottom2,
                 mirrored(f.yvel0, s.p4_y, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.p4_y, flags[FIELD_YVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_yvel_bottom1, "update_halo_yvel_bottom1", f.block, 2, at.bottom1,
               mirrored(f.yvel0, s.p2_y, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.p2_y, flags[FIELD_YVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_yvel_top2, "update_halo_yvel_top2", f.block, 2, at.top2,
                 mirrored(f.yvel0, s.m4_y, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.m4_y, flags[FIELD_YVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_yvel_top1, "update_halo_yvel_top1", f.block, 2, at.top1,
               mirrored(f.yvel0, s.m2_y, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.m2_y, flags[FIELD_YVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_yvel_left2, "update_halo_yvel_left2", f.block, 2, at.left2,
                 mirrored(f.yvel0, s.p4_x, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.p4_x, flags[FIELD_YVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_yvel_left1, "update_halo_yvel_left1", f.block, 2, at.left1,
               mirrored(f.yvel0, s.p2_x, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.p2_x, flags[FIELD_YVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_yvel_right2, "update_halo_yvel_right2", f.block, 2, at.right2,
                 mirrored(f.yvel0, s.m4_x, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.m4_x, flags[FIELD_YVEL1]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_yvel_right1, "update_halo_yvel_right1", f.block, 2, at.right1,
               mirrored(f.yvel0, s.m2_x, flags[FIELD_YVEL0]), mirrored(f.yvel1, s.m2_x, flags[FIELD_YVEL1]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
}

void mirror_flux_x(Fields& f, const Stencils& s, int depth, const int* flags) {
  Ranges at(f.size, 1, 0, depth);
  if (depth > 1)
    ops_par_loop(update_halo_flux_x_bottom2, "update_halo_flux_x_bottom2", f.block, 2, at.bottom2,
                 mirrored(f.vol_flux_x, s.p3_y, flags[FIELD_VOL_FLUX_X]),
                 mirrored(f.mass_flux_x, s.p3_y, flags[FIELD_MASS_FLUX_X]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_x_bottom1, "update_halo_flux_x_bottom1", f.block, 2, at.bottom1,
               mirrored(f.vol_flux_x, s.p1_y, flags[FIELD_VOL_FLUX_X]),
               mirrored(f.mass_flux_x, s.p1_y, flags[FIELD_MASS_FLUX_X]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_flux_x_top2, "update_halo_flux_x_top2", f.block, 2, at.top2,
                 mirrored(f.vol_flux_x, s.m3_y, flags[FIELD_VOL_FLUX_X]),
                 mirrored(f.mass_flux_x, s.m3_y, flags[FIELD_MASS_FLUX_X]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_x_top1, "update_halo_flux_x_top1", f.block, 2, at.top1,
               mirrored(f.vol_flux_x, s.m1_y, flags[FIELD_VOL_FLUX_X]),
               mirrored(f.mass_flux_x, s.m1_y, flags[FIELD_MASS_FLUX_X]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_flux_x_left2, "update_halo_flux_x_left2", f.block, 2, at.left2,
                 mirrored(f.vol_flux_x, s.p4_x, flags[FIELD_VOL_FLUX_X]),
                 mirrored(f.mass_flux_x, s.p4_x, flags[FIELD_MASS_FLUX_X]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_x_left1, "update_halo_flux_x_left1", f.block, 2, at.left1,
               mirrored(f.vol_flux_x, s.p2_x, flags[FIELD_VOL_FLUX_X]),
               mirrored(f.mass_flux_x, s.p2_x, flags[FIELD_MASS_FLUX_X]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_flux_x_right2, "update_halo_flux_x_right2", f.block, 2, at.right2,
                 mirrored(f.vol_flux_x, s.m4_x, flags[FIELD_VOL_FLUX_X]),
                 mirrored(f.mass_flux_x, s.m4_x, flags[FIELD_MASS_FLUX_X]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_x_right1, "update_halo_flux_x_right1", f.block, 2, at.right1,
               mirrored(f.vol_flux_x, s.m2_x, flags[FIELD_VOL_FLUX_X]),
               mirrored(f.mass_flux_x, s.m2_x, flags[FIELD_MASS_FLUX_X]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
}

void mirror_flux_y(Fields& f, const Stencils& s, int depth, const int* flags) {
  Ranges at(f.size, 0, 1, depth);
  if (depth > 1)
    ops_par_loop(update_halo_flux_y_bottom2, "update_halo_flux_y_bottom2", f.block, 2, at.bottom2,
                 mirrored(f.vol_flux_y, s.p4_y, flags[FIELD_VOL_FLUX_Y]),
                 mirrored(f.mass_flux_y, s.p4_y, flags[FIELD_MASS_FLUX_Y]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_y_bottom1, "update_halo_flux_y_bottom1", f.block, 2, at.bottom1,
               mirrored(f.vol_flux_y, s.p2_y, flags[FIELD_VOL_FLUX_Y]),
               mirrored(f.mass_flux_y, s.p2_y, flags[FIELD_MASS_FLUX_Y]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_flux_y_top2, "update_halo_flux_y_top2", f.block, 2, at.top2,
                 mirrored(f.vol_flux_y, s.m4_y, flags[FIELD_VOL_FLUX_Y]),
                 mirrored(f.mass_flux_y, s.m4_y, flags[FIELD_MASS_FLUX_Y]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_y_top1, "update_halo_flux_y_top1", f.block, 2, at.top1,
               mirrored(f.vol_flux_y, s.m2_y, flags[FIELD_VOL_FLUX_Y]),
               mirrored(f.mass_flux_y, s.m2_y, flags[FIELD_MASS_FLUX_Y]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_flux_y_left2, "update_halo_flux_y_left2", f.block, 2, at.left2,
                 mirrored(f.vol_flux_y, s.p3_x, flags[FIELD_VOL_FLUX_Y]),
                 mirrored(f.mass_flux_y, s.p3_x, flags[FIELD_MASS_FLUX_Y]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_y_left1, "update_halo_flux_y_left1", f.block, 2, at.left1,
               mirrored(f.vol_flux_y, s.p1_x, flags[FIELD_VOL_FLUX_Y]),
               mirrored(f.mass_flux_y, s.p1_x, flags[FIELD_MASS_FLUX_Y]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  if (depth > 1)
    ops_par_loop(update_halo_flux_y_right2, "update_halo_flux_y_right2", f.block, 2, at.right2,
                 mirrored(f.vol_flux_y, s.m3_x, flags[FIELD_VOL_FLUX_Y]),
                 mirrored(f.mass_flux_y, s.m3_x, flags[FIELD_MASS_FLUX_Y]),
                 ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
  ops_par_loop(update_halo_flux_y_right1, "update_halo_flux_y_right1", f.block, 2, at.right1,
               mirrored(f.vol_flux_y, s.m1_x, flags[FIELD_VOL_FLUX_Y]),
               mirrored(f.mass_flux_y, s.m1_x, flags[FIELD_MASS_FLUX_Y]),
               ops_arg_gbl(flags, NUM_FIELDS, "int", OPS_READ));
}

}  // namespace

void update_halo(Fields& fields, const Stencils& stencils, std::initializer_list<FieldFlag> asked, int depth) {
  int flags[NUM_FIELDS] = {};
  for (const FieldFlag field : asked) flags[field] = 1;
  const auto any = [&](FieldFlag first, FieldFlag last) {
    return std::find(flags + first, flags + last + 1, 1) != flags + last + 1;
  };
  if (any(FIELD_DENSITY0, FIELD_VISCOSITY)) mirror_cells(fields, stencils, depth, flags);
  if (any(FIELD_XVEL0, FIELD_XVEL1)) mirror_xvel(fields, stencils, depth, flags);
  if (any(FIELD_YVEL0, FIELD_YVEL1)) mirror_yvel(fields, stencils, depth, flags);
  if (any(FIELD_VOL_FLUX_X, FIELD_MASS_FLUX_X)) mirror_flux_x(fields, stencils, depth, flags);
  if (any(FIELD_VOL_FLUX_Y, FIELD_MASS_FLUX_Y)) mirror_flux_y(fields, stencils, depth, flags);
}

}  // namespace cloverleaf

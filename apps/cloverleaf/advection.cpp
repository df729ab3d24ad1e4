// apps/cloverleaf/advection.cpp: what takes mass, energy and momentum back to the fixed mesh.
#include "apps/cloverleaf/steps.hpp"  // first: it says the rank of accessors

#include "apps/cloverleaf/halo.hpp"
#include "apps/cloverleaf/kernels/advection.hpp"
#include "apps/cloverleaf/kernels/momentum.hpp"

namespace cloverleaf {

namespace {

void advec_cell_x(Fields& f, const Stencils& s, bool first) {
  const int nx = f.size[0], ny = f.size[1];
  int all[] = {-2, nx + 2, -2, ny + 2}, faces[] = {0, nx + 2, 0, ny}, inside[] = {0, nx, 0, ny};
  if (first)
    ops_par_loop(advec_cell_volumes_x1, "advec_cell_volumes_x1", f.block, 2, all, write(f.pre_vol, s.point),
                 write(f.post_vol, s.point), read(f.volume, s.point), read(f.vol_flux_x, s.p1_x),
                 read(f.vol_flux_y, s.p1_y));
  else
    ops_par_loop(advec_cell_volumes_x2, "advec_cell_volumes_x2", f.block, 2, all, write(f.pre_vol, s.point),
                 write(f.post_vol, s.point), read(f.volume, s.point), read(f.vol_flux_x, s.p1_x));
  ops_par_loop(advec_cell_flux_x, "advec_cell_flux_x", f.block, 2, faces, read(f.vol_flux_x, s.point),
               read(f.pre_vol, s.m1_x), ops_arg_dat(f.xx, 1, s.along_x, "int", OPS_READ),
               read(f.vertexdx, s.along_x_wide), read(f.density1, s.donor_x), read(f.energy1, s.donor_x),
               write(f.mass_flux_x, s.point), write(f.ener_flux, s.point));
  ops_par_loop(advec_cell_update_x, "advec_cell_update_x", f.block, 2, inside, update(f.density1, s.point),
               update(f.energy1, s.point), read(f.mass_flux_x, s.p1_x), read(f.vol_flux_x, s.p1_x),
               read(f.pre_vol, s.point), read(f.ener_flux, s.p1_x));
}

void advec_cell_y(Fields& f, const Stencils& s, bool first) {
  const int nx = f.size[0], ny = f.size[1];
  int all[] = {-2, nx + 2, -2, ny + 2}, faces[] = {0, nx, 0, ny + 2}, inside[] = {0, nx, 0, ny};
  if (first)
    ops_par_loop(advec_cell_volumes_y1, "advec_cell_volumes_y1", f.block, 2, all, write(f.pre_vol, s.point),
                 write(f.post_vol, s.point), read(f.volume, s.point), read(f.vol_flux_x, s.p1_x),
                 read(f.vol_flux_y, s.p1_y));
  else
    ops_par_loop(advec_cell_volumes_y2, "advec_cell_volumes_y2", f.block, 2, all, write(f.pre_vol, s.point),
                 write(f.post_vol, s.point), read(f.volume, s.point), read(f.vol_flux_y, s.p1_y));
  ops_par_loop(advec_cell_flux_y, "advec_cell_flux_y", f.block, 2, faces, read(f.vol_flux_y, s.point),
               read(f.pre_vol, s.m1_y), ops_arg_dat(f.yy, 1, s.along_y, "int", OPS_READ),
               read(f.vertexdy, s.along_y_wide), read(f.density1, s.donor_y), read(f.energy1, s.donor_y),
               write(f.mass_flux_y, s.point), write(f.ener_flux, s.point));
  ops_par_loop(advec_cell_update_y, "advec_cell_update_y", f.block, 2, inside, update(f.density1, s.point),
               update(f.energy1, s.point), read(f.mass_flux_y, s.p1_y), read(f.vol_flux_y, s.p1_y),
               read(f.pre_vol, s.point), read(f.ener_flux, s.p1_y));
}

/// Volumes of cells when the sweep is done.
void advec_mom_volume(Fields& f, const Stencils& s, bool along_x, bool first) {
  int all[] = {-2, f.size[0] + 2, -2, f.size[1] + 2};
  if (!first)
    ops_par_loop(advec_mom_volume_2, "advec_mom_volume_2", f.block, 2, all, write(f.post_vol, s.point),
                 read(f.volume, s.point));
  else if (along_x)
    ops_par_loop(advec_mom_volume_x1, "advec_mom_volume_x1", f.block, 2, all, write(f.post_vol, s.point),
                 read(f.volume, s.point), read(f.vol_flux_y, s.p1_y));
  else
    ops_par_loop(advec_mom_volume_y1, "advec_mom_volume_y1", f.block, 2, all, write(f.post_vol, s.point),
                 read(f.volume, s.point), read(f.vol_flux_x, s.p1_x));
}

void advec_mom_x(Fields& f, const Stencils& s, bool first) {
  const int nx = f.size[0], ny = f.size[1];
  advec_mom_volume(f, s, true, first);
  int edges[] = {-2, nx + 2, 0, ny + 1}, masses[] = {-1, nx + 2, 0, ny + 1}, fluxes[] = {-1, nx + 1, 0, ny + 1},
      nodes[] = {0, nx + 1, 0, ny + 1};
  ops_par_loop(advec_mom_node_flux_x, "advec_mom_node_flux_x", f.block, 2, edges, write(f.node_flux, s.point),
               read(f.mass_flux_x, s.edge_x));
  ops_par_loop(advec_mom_node_mass_x, "advec_mom_node_mass_x", f.block, 2, masses, write(f.node_mass_post, s.point),
               write(f.node_mass_pre, s.point), read(f.density1, s.node), read(f.post_vol, s.node),
               read(f.node_flux, s.m1_x));
  for (const ops_dat velocity : {f.xvel1, f.yvel1}) {
    ops_par_loop(advec_mom_flux_x, "advec_mom_flux_x", f.block, 2, fluxes, read(f.node_flux, s.point),
                 read(f.node_mass_pre, s.p1_x), read(f.celldx, s.along_x_wide), read(velocity, s.wide_x),
                 write(f.mom_flux, s.point));
    ops_par_loop(advec_mom_update_x, "advec_mom_update_x", f.block, 2, nodes, update(velocity, s.point),
                 read(f.node_mass_post, s.point), read(f.node_mass_pre, s.point), read(f.mom_flux, s.m1_x));
  }
}

void advec_mom_y(Fields& f, const Stencils& s, bool first) {
  const int nx = f.size[0], ny = f.size[1];
  advec_mom_volume(f, s, false, first);
  int edges[] = {0, nx + 1, -2, ny + 2}, masses[] = {0, nx + 1, -1, ny + 2}, fluxes[] = {0, nx + 1, -1, ny + 1},
      nodes[] = {0, nx + 1, 0, ny + 1};
  ops_par_loop(advec_mom_node_flux_y, "advec_mom_node_flux_y", f.block, 2, edges, write(f.node_flux, s.point),
               read(f.mass_flux_y, s.edge_y));
  ops_par_loop(advec_mom_node_mass_y, "advec_mom_node_mass_y", f.block, 2, masses, write(f.node_mass_post, s.point),
               write(f.node_mass_pre, s.point), read(f.density1, s.node), read(f.post_vol, s.node),
               read(f.node_flux, s.m1_y));
  for (const ops_dat velocity : {f.xvel1, f.yvel1}) {
    ops_par_loop(advec_mom_flux_y, "advec_mom_flux_y", f.block, 2, fluxes, read(f.node_flux, s.point),
                 read(f.node_mass_pre, s.p1_y), read(f.celldy, s.along_y_wide), read(velocity, s.wide_y),
                 write(f.mom_flux, s.point));
    ops_par_loop(advec_mom_update_y, "advec_mom_update_y", f.block, 2, nodes, update(velocity, s.point),
                 read(f.node_mass_post, s.point), read(f.node_mass_pre, s.point), read(f.mom_flux, s.m1_y));
  }
}

void sweep(Fields& f, const Stencils& s, bool along_x, bool first) {
  if (along_x) advec_cell_x(f, s, first);
  else advec_cell_y(f, s, first);
  update_halo(
      f, s, {FIELD_DENSITY1, FIELD_ENERGY1, along_x ? FIELD_MASS_FLUX_X : FIELD_MASS_FLUX_Y, FIELD_XVEL1, FIELD_YVEL1},
      2);
  if (along_x) advec_mom_x(f, s, first);
  else advec_mom_y(f, s, first);
}

}  // namespace

void advection(Fields& fields, const Stencils& stencils, bool x_first) {
  update_halo(fields, stencils, {FIELD_ENERGY1, FIELD_DENSITY1, FIELD_VOL_FLUX_X, FIELD_VOL_FLUX_Y}, 2);
  sweep(fields, stencils, x_first, true);
  sweep(fields, stencils, !x_first, false);
}

}  // namespace cloverleaf

// apps/cloverleaf/fields.hpp: everything that is declared: block, datasets, stencils, reductions.
#pragma once

#define OPS_2D
#include <vector>

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace cloverleaf {

using apps::Real;
using apps::real_type;

struct Stencils {
  ops_stencil point = nullptr;                       ///< (0, 0)
  ops_stencil cell = nullptr;                        ///< the four nodes of a cell
  ops_stencil node = nullptr;                        ///< the four cells around a node
  ops_stencil cross = nullptr;                       ///< the four neighbours, without the centre
  ops_stencil edge_x = nullptr, edge_y = nullptr;    ///< the four faces whose flux a node's cell shares
  ops_stencil donor_x = nullptr, donor_y = nullptr;  ///< cells beside a face, two before and one after it
  ops_stencil wide_x = nullptr, wide_y = nullptr;    ///< nodes from one before to two after
  ops_stencil along_x = nullptr, along_y = nullptr;  ///< a value per column, or per row
  ops_stencil along_x_next = nullptr, along_y_next = nullptr;
  ops_stencil along_x_wide = nullptr, along_y_wide = nullptr;  ///< from one before to one after
  // Here and so many cells to the right (p) or left (m), or up or down.
  ops_stencil p1_x = nullptr, p2_x = nullptr, p3_x = nullptr, p4_x = nullptr;
  ops_stencil m1_x = nullptr, m2_x = nullptr, m3_x = nullptr, m4_x = nullptr;
  ops_stencil p1_y = nullptr, p2_y = nullptr, p3_y = nullptr, p4_y = nullptr;
  ops_stencil m1_y = nullptr, m2_y = nullptr, m3_y = nullptr, m4_y = nullptr;

  Stencils();
};

/// Cells have two more around the grid; so have nodes and faces, of which there is one more per axis. All have the same
/// shape.
struct Fields {
  int size[2];  ///< [cells]
  ops_block block = nullptr;
  /// at the start and at the end of a step
  ops_dat density0 = nullptr, density1 = nullptr, energy0 = nullptr, energy1 = nullptr;
  ops_dat pressure = nullptr, viscosity = nullptr, soundspeed = nullptr;
  ops_dat xvel0 = nullptr, xvel1 = nullptr, yvel0 = nullptr, yvel1 = nullptr;  ///< at nodes
  /// at faces, per step
  ops_dat vol_flux_x = nullptr, vol_flux_y = nullptr, mass_flux_x = nullptr, mass_flux_y = nullptr;
  ops_dat volume = nullptr, xarea = nullptr, yarea = nullptr;
  ops_dat vertexx = nullptr, vertexy = nullptr, vertexdx = nullptr, vertexdy = nullptr, celldx = nullptr,
          celldy = nullptr;
  ops_dat xx = nullptr, yy = nullptr;  ///< indices of columns and rows
  ops_dat pre_vol = nullptr, post_vol = nullptr, ener_flux = nullptr, node_flux = nullptr;
  ops_dat node_mass_post = nullptr, node_mass_pre = nullptr, mom_flux = nullptr;
  ops_scalar dt_stable = nullptr;     ///< the largest stable time step
  ops_scalar dt_state = nullptr;      ///< the time step as the state makes it
  std::vector<ops_scalar> dt_frozen;  ///< time steps that are numbers, one for each step
  ops_scalar dt = nullptr;            ///< the present time step, one of these
  ops_reduction dt_min = nullptr, dt_next = nullptr;
  ops_reduction volume_sum = nullptr, mass = nullptr, internal_energy = nullptr, kinetic_energy = nullptr,
                pressure_sum = nullptr;

  Fields(int x_cells, int y_cells);

 private:
  void declare_cells();
  void declare_geometry();
  void declare_sums();
};

/// What loops do with a dataset of reals at the points of a stencil.
inline ops_arg read(ops_dat dat, ops_stencil stencil) { return ops_arg_dat(dat, 1, stencil, real_type, OPS_READ); }
inline ops_arg write(ops_dat dat, ops_stencil stencil) { return ops_arg_dat(dat, 1, stencil, real_type, OPS_WRITE); }
inline ops_arg update(ops_dat dat, ops_stencil stencil) { return ops_arg_dat(dat, 1, stencil, real_type, OPS_RW); }

}  // namespace cloverleaf

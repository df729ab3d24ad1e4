// apps/cloverleaf/fields.cpp: the declarations.
#include "apps/cloverleaf/fields.hpp"

namespace cloverleaf {

Stencils::Stencils() {
  int s00[] = {0, 0}, s_cell[] = {0, 0, 1, 0, 0, 1, 1, 1}, s_node[] = {0, 0, -1, 0, 0, -1, -1, -1},
      s_cross[] = {1, 0, -1, 0, 0, 1, 0, -1};
  point = ops_decl_stencil(2, 1, s00, "00");
  cell = ops_decl_stencil(2, 4, s_cell, "cell");
  node = ops_decl_stencil(2, 4, s_node, "node");
  cross = ops_decl_stencil(2, 4, s_cross, "cross");
  int s_p1x[] = {0, 0, 1, 0}, s_p1y[] = {0, 0, 0, 1}, s_m1x[] = {0, 0, -1, 0}, s_m1y[] = {0, 0, 0, -1};
  int s_edge_x[] = {0, -1, 0, 0, 1, -1, 1, 0}, s_edge_y[] = {-1, 0, 0, 0, -1, 1, 0, 1};
  edge_x = ops_decl_stencil(2, 4, s_edge_x, "edge_x");
  edge_y = ops_decl_stencil(2, 4, s_edge_y, "edge_y");
  int s_donor_x[] = {-2, 0, -1, 0, 0, 0, 1, 0}, s_donor_y[] = {0, -2, 0, -1, 0, 0, 0, 1};
  donor_x = ops_decl_stencil(2, 4, s_donor_x, "donor_x");
  donor_y = ops_decl_stencil(2, 4, s_donor_y, "donor_y");
  int s_wide_x[] = {-1, 0, 0, 0, 1, 0, 2, 0}, s_wide_y[] = {0, -1, 0, 0, 0, 1, 0, 2};
  wide_x = ops_decl_stencil(2, 4, s_wide_x, "wide_x");
  wide_y = ops_decl_stencil(2, 4, s_wide_y, "wide_y");
  int to_x[] = {1, 0}, to_y[] = {0, 1}, s_three_x[] = {-1, 0, 0, 0, 1, 0}, s_three_y[] = {0, -1, 0, 0, 0, 1};
  along_x = ops_decl_strided_stencil(2, 1, s00, to_x, "along_x");
  along_y = ops_decl_strided_stencil(2, 1, s00, to_y, "along_y");
  along_x_next = ops_decl_strided_stencil(2, 2, s_p1x, to_x, "along_x_next");
  along_y_next = ops_decl_strided_stencil(2, 2, s_p1y, to_y, "along_y_next");
  along_x_wide = ops_decl_strided_stencil(2, 3, s_three_x, to_x, "along_x_wide");
  along_y_wide = ops_decl_strided_stencil(2, 3, s_three_y, to_y, "along_y_wide");
  p1_x = ops_decl_stencil(2, 2, s_p1x, "p1_x"), m1_x = ops_decl_stencil(2, 2, s_m1x, "m1_x");
  int s_p2x[] = {0, 0, 2, 0}, s_m2x[] = {0, 0, -2, 0};
  p2_x = ops_decl_stencil(2, 2, s_p2x, "p2_x"), m2_x = ops_decl_stencil(2, 2, s_m2x, "m2_x");
  int s_p3x[] = {0, 0, 3, 0}, s_m3x[] = {0, 0, -3, 0};
  p3_x = ops_decl_stencil(2, 2, s_p3x, "p3_x"), m3_x = ops_decl_stencil(2, 2, s_m3x, "m3_x");
  int s_p4x[] = {0, 0, 4, 0}, s_m4x[] = {0, 0, -4, 0};
  p4_x = ops_decl_stencil(2, 2, s_p4x, "p4_x"), m4_x = ops_decl_stencil(2, 2, s_m4x, "m4_x");
  p1_y = ops_decl_stencil(2, 2, s_p1y, "p1_y"), m1_y = ops_decl_stencil(2, 2, s_m1y, "m1_y");
  int s_p2y[] = {0, 0, 0, 2}, s_m2y[] = {0, 0, 0, -2};
  p2_y = ops_decl_stencil(2, 2, s_p2y, "p2_y"), m2_y = ops_decl_stencil(2, 2, s_m2y, "m2_y");
  int s_p3y[] = {0, 0, 0, 3}, s_m3y[] = {0, 0, 0, -3};
  p3_y = ops_decl_stencil(2, 2, s_p3y, "p3_y"), m3_y = ops_decl_stencil(2, 2, s_m3y, "m3_y");
  int s_p4y[] = {0, 0, 0, 4}, s_m4y[] = {0, 0, 0, -4};
  p4_y = ops_decl_stencil(2, 2, s_p4y, "p4_y"), m4_y = ops_decl_stencil(2, 2, s_m4y, "m4_y");
}

Fields::Fields(int x_cells, int y_cells) : size{x_cells, y_cells}, block(ops_decl_block(2, "clover grid")) {
  declare_cells();
  declare_geometry();
  declare_sums();
}

namespace {

ops_dat active(Fields& fields, const char* name) {
  int base[] = {0, 0}, below[] = {-2, -2}, above[] = {3, 3};
  Real* zeros = nullptr;
  return ops_decl_dat(fields.block, 1, fields.size, base, below, above, zeros, real_type, name);
}

template <class T>
ops_dat passive(Fields& fields, int nx, int ny, const char* type, const char* name) {
  int size[] = {nx, ny}, base[] = {0, 0}, below[] = {nx == 1 ? 0 : -2, ny == 1 ? 0 : -2},
      above[] = {nx == 1 ? 0 : 3, ny == 1 ? 0 : 3};
  T* zeros = nullptr;
  return ops_decl_dat_passive(fields.block, 1, size, base, below, above, zeros, type, name);
}

}  // namespace

void Fields::declare_cells() {
  density0 = active(*this, "density0"), density1 = active(*this, "density1");
  energy0 = active(*this, "energy0"), energy1 = active(*this, "energy1");
  pressure = active(*this, "pressure"), viscosity = active(*this, "viscosity"),
  soundspeed = active(*this, "soundspeed");
  xvel0 = active(*this, "xvel0"), xvel1 = active(*this, "xvel1");
  yvel0 = active(*this, "yvel0"), yvel1 = active(*this, "yvel1");
  vol_flux_x = active(*this, "vol_flux_x"), vol_flux_y = active(*this, "vol_flux_y");
  mass_flux_x = active(*this, "mass_flux_x"), mass_flux_y = active(*this, "mass_flux_y");
  pre_vol = active(*this, "pre_vol"), post_vol = active(*this, "post_vol");
  ener_flux = active(*this, "ener_flux"), node_flux = active(*this, "node_flux");
  node_mass_post = active(*this, "node_mass_post"), node_mass_pre = active(*this, "node_mass_pre");
  mom_flux = active(*this, "mom_flux");
}

/// A dataset with one column or row serves all columns or rows.
void Fields::declare_geometry() {
  const int nx = size[0], ny = size[1];
  volume = passive<Real>(*this, nx, ny, real_type, "volume");
  xarea = passive<Real>(*this, nx, ny, real_type, "xarea");
  yarea = passive<Real>(*this, nx, ny, real_type, "yarea");
  vertexx = passive<Real>(*this, nx, 1, real_type, "vertexx");
  vertexdx = passive<Real>(*this, nx, 1, real_type, "vertexdx");
  celldx = passive<Real>(*this, nx, 1, real_type, "celldx");
  vertexy = passive<Real>(*this, 1, ny, real_type, "vertexy");
  vertexdy = passive<Real>(*this, 1, ny, real_type, "vertexdy");
  celldy = passive<Real>(*this, 1, ny, real_type, "celldy");
  xx = passive<int>(*this, nx, 1, "int", "xx");
  yy = passive<int>(*this, 1, ny, "int", "yy");
}

void Fields::declare_sums() {
  const Real none = 0;
  dt_stable = ops_decl_scalar("dt_stable", &none, 1);
  dt_state = ops_decl_scalar("dt_state", &none, 1);
  dt_next = ops_decl_reduction_handle(sizeof(Real), real_type, "dt_next");
  dt_min = ops_decl_reduction_handle(sizeof(Real), real_type, "dt_min");
  volume_sum = ops_decl_reduction_handle(sizeof(double), "double", "volume");
  mass = ops_decl_reduction_handle(sizeof(double), "double", "mass");
  internal_energy = ops_decl_reduction_handle(sizeof(double), "double", "internal_energy");
  kinetic_energy = ops_decl_reduction_handle(sizeof(double), "double", "kinetic_energy");
  pressure_sum = ops_decl_reduction_handle(sizeof(double), "double", "pressure");
}

}  // namespace cloverleaf

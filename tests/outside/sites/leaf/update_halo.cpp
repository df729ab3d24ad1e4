// Mirrored halos of leaf: only the fields that are asked for are touched.
#include "leaf.h"
#include "solve_kernels.h"

#define OPT(f) ops_arg_dat_opt(chunk.field[f], 1, S2D_DEEP, "double", OPS_RW, fields[f])
#define SIDE(kernel, range) ops_par_loop(kernel, "mirror", chunk.block, 2, range, OPT(DENSITY), OPT(ENERGY), OPT(U), OPT(P), ops_arg_gbl(fields, FIELDS, "int", OPS_READ))

void update_halo(const int* fields, int depth) {
  const int nx = mesh.x_cells, ny = mesh.y_cells;
  int left[2][4] = {{-1, 0, -depth, ny + depth}, {-2, -1, -depth, ny + depth}}, right[2][4] = {{nx, nx + 1, -depth, ny + depth}, {nx + 1, nx + 2, -depth, ny + depth}};
  int bottom[2][4] = {{-depth, nx + depth, -1, 0}, {-depth, nx + depth, -2, -1}}, top[2][4] = {{-depth, nx + depth, ny, ny + 1}, {-depth, nx + depth, ny + 1, ny + 2}};
  ops_par_loop(mirror<0, 1>, "mirror_bottom", chunk.block, 2, bottom[0], OPT(DENSITY), OPT(ENERGY), OPT(U), OPT(P), ops_arg_gbl(fields, FIELDS, "int", OPS_READ));
  SIDE((mirror<0, -1>), top[0]);
  SIDE((mirror<1, 0>), left[0]);
  SIDE((mirror<-1, 0>), right[0]);
  if (depth < 2) return;
  SIDE((mirror<0, 3>), bottom[1]);
  SIDE((mirror<0, -3>), top[1]);
  SIDE((mirror<3, 0>), left[1]);
  SIDE((mirror<-3, 0>), right[1]);
}

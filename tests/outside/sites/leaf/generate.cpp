// Beginning of leaf.
#include "leaf.h"
#include "setup_kernels.h"

void generate() {
  const int nx = mesh.x_cells, ny = mesh.y_cells;
  int along_x[] = {-2, nx + 2, 0, 1}, along_y[] = {0, 1, -2, ny + 2};
  ops_par_loop(coordinate_x, "coordinate_x", chunk.block, 2, along_x, ops_arg_dat(chunk.cellx, 1, S2D_ALONG_X, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(coordinate_y, "coordinate_y", chunk.block, 2, along_y, ops_arg_dat(chunk.celly, 1, S2D_ALONG_Y, "double", OPS_WRITE), ops_arg_idx());
  GROWN(generate_region, ops_arg_dat(chunk.cellx, 1, S2D_ALONG_X, "double", OPS_READ), ops_arg_dat(chunk.celly, 1, S2D_ALONG_Y, "double", OPS_READ),
        AT(DENSITY, OPS_WRITE), AT(ENERGY, OPS_WRITE));
}

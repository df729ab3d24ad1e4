// Declarations of leaf.
#include "leaf.h"

ops_stencil S2D_00, S2D_00_M10, S2D_00_0M1, S2D_00_P10_0P1, S2D_5PT, S2D_DEEP, S2D_ALONG_X, S2D_ALONG_Y;
ops_reduction red_a, red_b, red_summary;

static const char* const names[FIELDS] = {"density", "energy", "u", "u0", "p", "r", "w", "z", "mi", "kx", "ky"};

void build_field() {
  chunk.block = ops_decl_block(2, "chunk");
  int size[2] = {mesh.x_cells, mesh.y_cells}, base[2] = {0, 0}, d_m[2] = {-2, -2}, d_p[2] = {2, 2};
  double* temp = NULL;
  for (int f = 0; f < FIELDS; ++f) chunk.field[f] = ops_decl_dat(chunk.block, 1, size, base, d_m, d_p, temp, "double", names[f]);
  int sizex[2] = {mesh.x_cells, 1}, sizey[2] = {1, mesh.y_cells}, mx[2] = {-2, 0}, px[2] = {2, 0}, my[2] = {0, -2}, py[2] = {0, 2};
  chunk.cellx = ops_decl_dat_passive(chunk.block, 1, sizex, base, mx, px, temp, "double", "cellx");
  chunk.celly = ops_decl_dat_passive(chunk.block, 1, sizey, base, my, py, temp, "double", "celly");

  int s00[] = {0, 0}, s00_m10[] = {0, 0, -1, 0}, s00_0m1[] = {0, 0, -1, 0, 0, -1}, pos[] = {0, 0, 1, 0, 0, 1}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  int deep[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 3, 0, -3, 0, 0, 3, 0, -3};
  int alongx[] = {1, 0}, alongy[] = {0, 1};
  S2D_00 = ops_decl_stencil(2, 1, s00, "00");
  S2D_00_M10 = ops_decl_stencil(2, 2, s00_m10, "00:-10");
  S2D_00_0M1 = ops_decl_stencil(2, 3, s00_0m1, "00:-10:0-1");
  S2D_00_P10_0P1 = ops_decl_stencil(2, 3, pos, "00:10:01");
  S2D_5PT = ops_decl_stencil(2, 5, five, "5pt");
  S2D_DEEP = ops_decl_stencil(2, 9, deep, "mirror");
  S2D_ALONG_X = ops_decl_strided_stencil(2, 1, s00, alongx, "s2D_00_stride2D_x");
  S2D_ALONG_Y = ops_decl_strided_stencil(2, 1, s00, alongy, "s2D_00_stride2D_y");
  red_a = ops_decl_reduction_handle(sizeof(double), "double", "a");
  red_b = ops_decl_reduction_handle(sizeof(double), "double", "b");
  red_summary = ops_decl_reduction_handle(4 * sizeof(double), "double", "summary");
  ops_decl_const("mesh", 1, "mesh_type", &mesh);
  ops_decl_const("regions", 3, "region_type", regions);
  ops_decl_const("rx", 1, "double", &rx);
  ops_decl_const("ry", 1, "double", &ry);
  ops_partition("2D_BLOCK_DECOMPSE");
}

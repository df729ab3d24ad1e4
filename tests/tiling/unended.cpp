// tests/tiling/unended.cpp: ends while loops wait, without ops_exit.
#define OPS_2D
#include "ops_seq_v2.h"

void fill(ACC<double>& u, const int* at) { u(0, 0) = at[0]; }

int main(int argc, char** argv) {
  constexpr int n = 600;
  ops_init(argc, argv, 1);
  ops_block grid = ops_decl_block(2, "grid");
  int size[] = {n, n}, base[] = {0, 0}, none[] = {0, 0}, all[] = {0, n, 0, n};
  double* values = nullptr;
  ops_dat u = ops_decl_dat(grid, 1, size, base, none, none, values, "double", "u");
  ops_stencil point = ops_decl_stencil(2, 1, none, "point");
  ops_partition("");
  for (int k = 0; k < 40; ++k)
    ops_par_loop(fill, "fill", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  return 3;
}

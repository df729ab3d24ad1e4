#include "common.hpp"

void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }

void run() {
  int long_range[] = {0, 8, 0, 8, 0, 8}, points[] = {0, 0, 0};
  ops_block box = ops_decl_block(3, "box");
  ops_stencil centre = ops_decl_stencil(3, 1, points, "centre3");
  ops_par_loop(copy, "copy", box, 3, long_range, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(v, 1, centre, "double", OPS_WRITE));
}

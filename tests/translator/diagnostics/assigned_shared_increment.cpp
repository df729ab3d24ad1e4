#include "common.hpp"

void set(const ACC<double>& u, ACC<double>& row) { row(0, 0) = u(0, 0); }

void run() {
  int along_x[] = {1, 0};
  ops_stencil ROW = ops_decl_strided_stencil(2, 1, centre_point, along_x, "row");
  ops_par_loop(set, "set", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(w, 1, ROW, "double", OPS_INC));
}

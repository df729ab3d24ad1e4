#include "common.hpp"

void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }

void run() {
  int points[] = {0, 1};
  ops_stencil line = ops_decl_stencil(1, 2, points, "line");
  ops_par_loop(copy, "copy", block, 2, range, ops_arg_dat(u, 1, line, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

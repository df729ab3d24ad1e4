#include "common.hpp"

void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) + u(1, 0); }

void run() {
  int points[] = {0, 0, 1, 0, 1, 0};
  ops_stencil twice = ops_decl_stencil(2, 3, points, "twice");
  ops_par_loop(copy, "copy", block, 2, range, ops_arg_dat(u, 1, twice, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

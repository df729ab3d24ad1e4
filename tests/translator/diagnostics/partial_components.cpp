#include "common.hpp"

void project(const ACC<double>& u, ACC<double>& v) {
  for (int c = 0; c < 2; ++c) v(c, 0, 0) = u(0, 0);
}

void run() {
  ops_par_loop(project, "project", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 4, CENTRE, "double", OPS_WRITE));
}

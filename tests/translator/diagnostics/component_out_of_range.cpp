#include "common.hpp"

void project(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0, 0) + u(2, 0, 0); }

void run() {
  ops_par_loop(project, "project", block, 2, range, ops_arg_dat(u, 2, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

#include "common.hpp"

void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }

void run() {
  int line[] = {0, 8};
  ops_par_loop(copy, "copy", block, 2, line, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

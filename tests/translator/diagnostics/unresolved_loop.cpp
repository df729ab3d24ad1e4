#include "common.hpp"

void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }

void run(int dims) {
  ops_par_loop(copy, "copy", block, dims, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

#include "common.hpp"

void part(const ACC<double>& u, ACC<double>& v) { v(0, 0) = __real__ u(0, 0); }

void run() {
  ops_par_loop(part, "part", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

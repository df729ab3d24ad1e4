#include "common.hpp"

void scatter(const ACC<double>& u, ACC<double>& v) { v(1, 0) = u(0, 0); }

void run() {
  ops_par_loop(scatter, "scatter", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_RW));
}

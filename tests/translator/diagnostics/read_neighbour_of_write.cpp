#include "common.hpp"

void sweep(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = u(0, 0);
  v(0, 0) += v(1, 0);
}

void run() {
  ops_par_loop(sweep, "sweep", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, PAIR, "double", OPS_WRITE));
}

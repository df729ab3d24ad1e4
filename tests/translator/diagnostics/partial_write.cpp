#include "common.hpp"

void limit(const ACC<double>& u, ACC<double>& v) {
  if (u(0, 0) > 0.0) v(0, 0) = u(0, 0);
}

void run() {
  ops_par_loop(limit, "limit", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

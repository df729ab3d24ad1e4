#include "common.hpp"

void smallest(const ACC<double>& u, double* m) { *m += u(0, 0); }

void run() {
  ops_par_loop(smallest, "smallest", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_MIN));
}

#include "common.hpp"

void twofold(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 2.0 * u(0, 0); }
void threefold(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 3.0 * u(0, 0); }
#define SCALE(kernel)                                                                                       \
  ops_par_loop(kernel, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),             \
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE))
#define BOTH SCALE(twofold), SCALE(threefold)

void run() { BOTH; }

#include "common.hpp"

double weights[4];
void scale(const ACC<double>& u, ACC<double>& v) { v(0, 0) = weights[3] * u(0, 0); }

void run() {
  ops_decl_const("weights", 3, "double", weights);
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

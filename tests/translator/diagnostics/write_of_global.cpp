#include "common.hpp"

void scale(const ACC<double>& u, ACC<double>& v, double* factor) {
  v(0, 0) = *factor * u(0, 0);
  *factor = 1.0;
}

void run(double factor) {
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE), ops_arg_gbl(&factor, 1, "double", OPS_READ));
}

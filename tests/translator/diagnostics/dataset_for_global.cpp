#include "common.hpp"

void scale(const ACC<double>& u, ACC<double>& v, const double* factor) { v(0, 0) = *factor * u(0, 0); }

void run() {
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE), ops_arg_dat(w, 1, CENTRE, "double", OPS_READ));
}

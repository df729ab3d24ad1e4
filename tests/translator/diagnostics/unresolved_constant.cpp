#include "common.hpp"

double dx;
void scale(const ACC<double>& u, ACC<double>& v) { v(0, 0) = dx * u(0, 0); }

void run(const char* name) {
  ops_decl_const(name, 1, "double", &dx);
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

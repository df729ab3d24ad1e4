#include "common.hpp"

double dx = 0.1;
int steps;
void scale(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) / dx + steps; }

void run() {
  ops_decl_const("steps", 1, "int", &steps);
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

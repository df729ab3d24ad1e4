#include "common.hpp"

void sum(const ACC<double>& u, double* s) { *s = u(0, 0); }
void both(const ACC<double>& u, ACC<double>& v, double* s) { *s = v(0, 0) = u(0, 0); }

void run() {
  ops_par_loop(sum, "sum", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_par_loop(both, "both", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE),
               ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
}

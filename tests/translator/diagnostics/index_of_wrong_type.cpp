#include "common.hpp"

void number(ACC<double>& v, const double* idx) { v(0, 0) = idx[0]; }

void run() {
  ops_par_loop(number, "number", block, 2, range, ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE), ops_arg_idx());
}

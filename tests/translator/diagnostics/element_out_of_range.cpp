#include "common.hpp"

void scale(ACC<double>& v, const double* factors, const int* idx, double* sums) {
  v(0, 0) = factors[3] + idx[2];
  sums[1] += v(0, 0);
}

void run() {
  double factors[] = {1, 2, 3};
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE),
               ops_arg_gbl(factors, 3, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(total, 1, "double", OPS_INC));
}

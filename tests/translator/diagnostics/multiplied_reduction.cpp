#include "common.hpp"

void product(const ACC<double>& u, double* p) { *p *= u(0, 0); }
void largest(const ACC<double>& u, double* m) {
  if (u(0, 0) > *m) *m = u(0, 0);
}

void run() {
  ops_par_loop(product, "product", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_par_loop(largest, "largest", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC));
}

#include "common.hpp"

void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }

void run(ops_stencil* table, int which) {
  ops_par_loop(copy, "copy", block, 2, range, ops_arg_dat(u, 1, table[which], "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

/// Where no stencil has strides, one that cannot be followed has none.
void coarse() {
  int origin[] = {0, 0}, twice[] = {2, 2};
  ops_decl_strided_stencil(2, 1, origin, twice, "coarse");
}

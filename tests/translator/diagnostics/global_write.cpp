#include "common.hpp"

double largest;
void find(const ACC<double>& u) {
  if (u(0, 0) > largest) largest = u(0, 0);
}

void run() {
  ops_decl_const("largest", 1, "double", &largest);
  ops_par_loop(find, "find", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ));
}

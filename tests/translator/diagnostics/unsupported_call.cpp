#include "common.hpp"

#include <cstdio>
void show(const ACC<double>& u, ACC<double>& v) {
  std::printf("%g\n", u(0, 0));
  v(0, 0) = u(0, 0);
}

void run() {
  ops_par_loop(show, "show", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

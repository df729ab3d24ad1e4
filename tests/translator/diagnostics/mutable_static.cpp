#include "common.hpp"

void count(const ACC<double>& u, ACC<double>& v) {
  static int calls = 0;
  ++calls;
  v(0, 0) = u(0, 0) + calls;
}

void run() {
  ops_par_loop(count, "count", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

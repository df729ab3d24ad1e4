#include "common.hpp"

#include <vector>
void spread(const ACC<double>& u, ACC<double>& v) {
  std::vector<double> w(3);
  w[0] = u(0, 0);
  v(0, 0) = w[0];
}

void run() {
  ops_par_loop(spread, "spread", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

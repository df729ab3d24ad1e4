#include "common.hpp"

#include <cstdlib>
void noise(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = u(0, 0) * std::strtod("0.5", nullptr);
  v(0, 0) += u(0, 0);
}

void run() {
  ops_par_loop(noise, "noise", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

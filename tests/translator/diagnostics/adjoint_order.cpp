#include "common.hpp"

void square(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * u(0, 0); }
void square_adjoint(const ACC<double>& u, const ACC<double>& v, ACC<double>& u_a1s, ACC<double>& v_a1s) {
  u_a1s(0, 0) += 2.0 * u(0, 0) * v_a1s(0, 0);
  v_a1s(0, 0) = 0.0;
}

void run() {
  ops_par_loop(square, "square", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

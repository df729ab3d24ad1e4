#include "common.hpp"

void newton(const ACC<double>& u, ACC<double>& v) {
  double x = u(0, 0);
  while (x * x - u(0, 0) > 1e-12) x = 0.5 * (x + u(0, 0) / x);
  v(0, 0) = x;
}

void run(OPS_instance* instance) {
  ops_par_loop(newton, "newton", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
  ops_interpret_adjoints(instance);
}

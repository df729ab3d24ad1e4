#include "common.hpp"

void histogram(const ACC<double>& u, ACC<double>& v) {
  double bins[100] = {};
  bins[static_cast<int>(u(0, 0))] += u(0, 0);
  v(0, 0) = bins[50];
}

void run(OPS_instance* instance) {
  ops_par_loop(histogram, "histogram", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
  ops_interpret_adjoints(instance);
}

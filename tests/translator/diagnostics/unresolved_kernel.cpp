#include "common.hpp"

using Kernel = void (*)(const ACC<double>&, ACC<double>&);
void copy(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }
void twice(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 2.0 * u(0, 0); }
void apply(Kernel kernel) {
  ops_par_loop(kernel, "apply", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

void run() {
  apply(copy);
  apply(twice);
}

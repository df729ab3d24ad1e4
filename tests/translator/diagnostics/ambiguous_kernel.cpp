#include "common.hpp"

template <int Factor>
void scale(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = Factor * u(0, 0);
}
template <int Factor>
void apply() {
  ops_par_loop(scale<Factor>, "scale", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

void run() {
  apply<2>();
  apply<3>();
}

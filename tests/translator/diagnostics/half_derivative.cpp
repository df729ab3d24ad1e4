#include "common.hpp"

void compress(const ACC<double>& u, ACC<half>& v) { v(0, 0) = 0.5 * u(0, 0); }
void narrow(const ACC<double>& u, ACC<double>& w) {
  const half near = u(0, 0);
  w(0, 0) = 2 * near;
}
void scale(const ACC<half>& v, ACC<double>& w) { w(0, 0) = v(0, 0) * w(0, 0); }

void run(OPS_instance* instance) {
  ops_par_loop(compress, "compress", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "half", OPS_WRITE));
  ops_par_loop(narrow, "narrow", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(w, 1, CENTRE, "double", OPS_WRITE));
  ops_par_loop(scale, "scale", block, 2, range, ops_arg_dat(v, 1, CENTRE, "half", OPS_READ),
               ops_arg_dat(w, 1, CENTRE, "double", OPS_RW));
  ops_interpret_adjoints(instance);
}

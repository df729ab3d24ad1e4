#include "common.hpp"

void run() {
  void (*copy)(const ACC<double>&, ACC<double>&) = [](const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); };
  ops_par_loop(copy, "copy", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
  ops_par_loop(+[](const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }, "again", block, 2, range,
               ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

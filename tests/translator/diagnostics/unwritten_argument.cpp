#include "common.hpp"

void add(ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); }

void run() {
  ops_par_loop(add, "add", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_RW),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

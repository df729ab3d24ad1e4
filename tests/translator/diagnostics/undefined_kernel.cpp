#include "common.hpp"

void state(const ACC<double>& u, ACC<double>& v);

void run() {
  ops_par_loop(state, "state", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

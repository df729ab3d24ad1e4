#include "common.hpp"

void next(ACC<unsigned short>& u) { u(0, 0) += 1; }

void run() { ops_par_loop(next, "next", block, 2, range, ops_arg_dat(u, 1, CENTRE, "half", OPS_RW)); }

#include "common.hpp"

struct Scale {
  double by;
  void operator()(ACC<double>& u) const { u(0, 0) *= by; }
};

void run() {
  const double by = 2.0;
  ops_par_loop([by](ACC<double>& u) { u(0, 0) *= by; }, "lambda", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_RW));
  ops_par_loop(Scale{by}, "object", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_RW));
}

#include "common.hpp"

#define SQUARE(x) ((x) * (x))
void smooth(const ACC<double>& u, ACC<double>& v) {
  double s = 0.0;
  for (int i = 0; i <= 2; i++) s += SQUARE(u(i, 0));
  v(0, 0) = s;
}

void run() {
  ops_par_loop(smooth, "smooth", block, 2, range, ops_arg_dat(u, 1, PAIR, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

#include "common.hpp"

// What would be something else without a word.
void used(const ACC<double>& u, ACC<double>& v) {
  static const double first = u(0, 0);
  struct {
    int low : 3;
  } narrow;
  auto count = [k = 0.0]() mutable { return k += 1.0; };
  auto again = count;
  double sum = u(0, 0) ?: 3.0;
  int k = 0;
  switch (k = 2; k) {
    case 2: sum *= 2.0;
  }
  v(0, 0) = sum + first + again();
}

void run() {
  ops_par_loop(used, "used", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

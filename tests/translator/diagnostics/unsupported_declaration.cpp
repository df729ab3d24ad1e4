#include "common.hpp"

#include <cstdlib>
struct Pair {
  Pair(double a, double b) : low(a), high(b) {}
  Pair(const Pair& other) : low(2.0 * other.low), high(other.high) {}
  double low, high;
};

// Only what is wrong is said, once: not what follows from it where the variables are used.
void used(const ACC<double>& u, ACC<double>& v) {
  const double factor = std::strtod("0.5", nullptr), twice = 2.0 * u(0, 0);
  const double more = factor * u(0, 0);
  Pair pair(u(0, 0), 1.0);
  if (pair.low > factor) v(0, 0) = pair.high;
  else v(0, 0) = more + twice;
}

void run() {
  ops_par_loop(used, "used", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

#include "common.hpp"

void chosen(const ACC<double>& u, ACC<double>& v) {
  switch (u(0, 0) > 0.0 ? 1 : 0) {
    case 1: v(0, 0) = u(0, 0); return;
    default: break;
  }
  v(0, 0) = 0.0;
}

void first(const ACC<double>& u, ACC<double>& v) {
  for (int k = -1; k < 2; ++k)
    if (u(0, 0) > k) {
      v(0, 0) = u(0, 0) * k;
      return;
    }
  v(0, 0) = 0.0;
}

void missed(const ACC<double>& u, ACC<double>& v) {
  switch (u(0, 0) > 0.0 ? 1 : 0) {
    case 1: return;
    default: break;
  }
  v(0, 0) = 0.0;
}

void run() {
  ops_par_loop(chosen, "chosen", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
  ops_par_loop(first, "first", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
  ops_par_loop(missed, "missed", block, 2, range, ops_arg_dat(u, 1, CENTRE, "double", OPS_READ), ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

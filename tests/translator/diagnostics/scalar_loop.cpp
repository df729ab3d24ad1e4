#include "common.hpp"

double start[2] = {1.0, 2.0};
ops_scalar a = ops_decl_scalar("a", start, 1), b = ops_decl_scalar("b", start, 2);

void halve(const double* from, double* to) {
  if (*from > 0.0) to[0] = 0.5 * *from;
  to[1] = to[0];
}
void sum_up(const double* from, double* to) { *to += *from; }

void run() {
  ops_scalar_loop(halve, "halve", ops_arg_scalar(a, 1, "double", OPS_READ), ops_arg_scalar(b, 2, "double", OPS_WRITE));
  ops_scalar_loop(sum_up, "sum_up", ops_arg_scalar(b, 1, "double", OPS_READ), ops_arg_reduce(total, 1, "double", OPS_INC));
}

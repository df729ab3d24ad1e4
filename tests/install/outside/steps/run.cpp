#include "run.hpp"

#include <utility>

double run(const Fields& fields) {
  ops_dat now = fields.now, next = fields.next;
  int inside[] = {0, 13, 0, 9, 0, 7};
  for (int step = 0; step < DECAY_STEPS; ++step) {
    ops_par_loop(decay, "decay", fields.box, 3, inside, ops_arg_dat(now, 1, fields.sides, "double", OPS_READ),
                 ops_arg_dat(next, 1, fields.point, "double", OPS_WRITE));
    std::swap(now, next);
  }
  ops_par_loop(logarithm, "logarithm", fields.box, 3, inside, ops_arg_dat(now, 1, fields.point, "double", OPS_READ),
               ops_arg_reduce(fields.total, 1, "double", OPS_INC));
  double value = 0.0;
  ops_reduction_result(fields.total, &value);
  return value;
}

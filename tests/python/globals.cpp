// tests/python/globals.cpp: a program as many are: handles in global variables, an evaluation that begins with
// ops_ad_reset, values written through a member of a handle.
#define OPS_1D
#include <string>
#include <vector>

#include "ops.hpp"

ops_block line;
ops_dat u, v, count;
ops_stencil point;
ops_reduction sum;
int cells[] = {0, 0};

void square(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(0); }
void more(const ACC<double>& v, ACC<double>& u) { u(0) = u(0) + v(0); }
void add(const ACC<double>& v, const ACC<double>& count, double* sum) { *sum += v(0) + count(0); }

void run() {
  ops_ad_reset();
  reinterpret_cast<double*>(count->data)[0] += 10.0;
  ops_par_loop(square, "square", line, 1, cells, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  ops_par_loop(more, "more", line, 1, cells, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_dat(u, 1, point, "double", OPS_RW));
  ops_par_loop(add, "add", line, 1, cells, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(count, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
}

OPS_MODEL(globals, model) {
  cells[1] = model.size({4})[0];
  const int offsets[] = {0};
  line = ops_decl_block(1, "line");
  u = ops_decl_dat<double>(line, "u", {cells[1]});
  v = ops_decl_dat<double>(line, "v", {cells[1]});
  count = ops_decl_dat<double>(line, "count", {cells[1]}, {.passive = true});
  point = ops_decl_stencil(1, 1, offsets, "point");
  sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  model.input("u", u);
  model.output("v", v);
  model.output("after", u);
  model.objective("sum", sum);
  model.run(run);
}

// tests/ranks/unlike.cpp: a program whose last process does something else than the others.
// @param argv  what it does: "loop" another loop, "range" another range, "result" asks for a result, "solve" solves a
// system, "alone" another range of a loop that needs no other process, "end" the same of the last loop, "many" of one
// among many loops, "" the same; or what it declares: "cells" other sizes, "dims" other components, "type" another
// type, "passive" a passive one, "reduction" a wider one, "block" one more, "fewer" one dataset less, "names" other
// names
#include <string>
#include <vector>

#define OPS_1D
#include "ops.hpp"

void fill(ACC<double>& u, const int* at) { u(0) = at[0]; }
void smooth(const ACC<double>& u, ACC<double>& v) { v(0) = 0.5 * (u(-1) + u(1)); }
void add(const ACC<double>& v, double* sum) { *sum += v(0); }

void run(const std::string& what) {
  const bool last = ops_get_proc() == ops_num_procs() - 1;
  ops_block line = ops_decl_block(1, "line");
  if (last && what == "block") ops_decl_block(2, "plane");
  ops_dat a = ops_decl_dat<double>(line, last && what == "names" ? "last a" : "a", {100}),
          b = ops_decl_dat<double>(line, "b", {last && what == "cells" ? 101 : 100}),
          c = ops_decl_dat<double>(line, "c", {100});
  if (last && what == "type") ops_decl_dat<float>(line, "extra", {100});
  else if (!last || what != "fewer")
    ops_decl_dat<double>(line, "extra", {100},
                         {.dim = last && what == "dims" ? 2 : 1, .passive = last && what == "passive"});
  ops_dat u = ops_decl_dat<double>(line, "u", {100}, {.halo = 1}),
          v = ops_decl_dat<double>(line, "v", {100}, {.halo = 1});
  int centre[] = {0}, both[] = {-1, 1};
  ops_stencil point = ops_decl_stencil(1, 1, centre, "point"), sides = ops_decl_stencil(1, 2, both, "sides");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_decl_reduction_handle((last && what == "reduction" ? 2 : 1) * sizeof(int), "int", "votes");
  ops_partition("");
  int all[] = {0, 100}, fewer[] = {0, 99};
  ops_par_loop(fill, "fill", line, 1, last && what == "alone" ? fewer : all,
               ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  if (last && what == "loop")
    ops_par_loop(fill, "fill again", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_set_data(b, std::vector<double>(100, 1.0));
  ops_tridMultiDimBatch(1, 0, all, a, b, c, u, nullptr);
  if (last && what == "solve") ops_tridMultiDimBatch(1, 0, fewer, a, b, c, u, nullptr);
  ops_par_loop(smooth, "smooth", line, 1, last && what == "range" ? fewer : all,
               ops_arg_dat(u, 1, sides, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  if (last && what == "result") ops_dat_fetch_data<double>(v);
  ops_par_loop(add, "add", line, 1, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0;
  ops_reduction_result(sum, &value);
  ops_printf("sum %g\n", value);
  for (int k = 0; k < (what == "many" ? 200 : 1); ++k)
    ops_par_loop(fill, "last", line, 1, last && (what == "end" || (what == "many" && k == 20)) ? fewer : all,
                 ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_printf("done\n");
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] { run(argc > 1 ? argv[1] : ""); });
}

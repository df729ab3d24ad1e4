// tests/ranks/failing.cpp: a program whose last process fails, in the way that its first word says: no process may wait
// for it for ever.
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <string>

#define OPS_1D
#include "ops.hpp"

void fill(ACC<double>& u, const int* idx) { u(0) = 0.01 * idx[0]; }
void equations(ACC<double>& a, ACC<double>& b, ACC<double>& c) { a(0) = c(0) = -0.1, b(0) = 1.3; }
void spread(const ACC<double>& u, ACC<double>& next) { next(0) = 0.5 * (u(-1) + u(1)); }
bool refusing = false;  // in the last process alone
void refuse(const ACC<double>& u, double* sum, const int* idx) {
  if (refusing && idx[0] == 36) throw std::runtime_error("point 36 is refused");
  *sum += u(0);
}
void total(const ACC<double>& u, double* sum) { *sum += u(0); }

void fail(const std::string& how) {
  if (how.starts_with("throws")) throw std::runtime_error("the last process has had enough");
  if (how == "exits") std::exit(4);
  if (how == "exits quickly") std::quick_exit(0);
  if (how == "is killed") std::raise(SIGKILL);
}

void run(const std::string& how) {
  int all[] = {0, 40}, inside[] = {1, 39}, offsets[] = {0, -1, 1};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {40}, {.halo = 1}),
          next = ops_decl_dat<double>(line, "next", {40}, {.halo = 1});
  ops_dat a = ops_decl_dat<double>(line, "a", {40}), b = ops_decl_dat<double>(line, "b", {40}),
          c = ops_decl_dat<double>(line, "c", {40});
  ops_stencil here = ops_decl_stencil(1, 1, offsets, "here"), around = ops_decl_stencil(1, 3, offsets, "around");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  const bool last = ops_get_proc() == ops_num_procs() - 1;
  ops_par_loop(fill, "fill", line, 1, all, ops_arg_dat(u, 1, here, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(equations, "equations", line, 1, all, ops_arg_dat(a, 1, here, "double", OPS_WRITE),
               ops_arg_dat(b, 1, here, "double", OPS_WRITE), ops_arg_dat(c, 1, here, "double", OPS_WRITE));
  for (int step = 0; step < (how.empty() ? 10 : 1000000); ++step) {
    ops_tridMultiDimBatch(1, 0, all, a, b, c, u, nullptr);  // the others wait here for the last process
    ops_par_loop(spread, "spread", line, 1, inside, ops_arg_dat(u, 1, around, "double", OPS_READ),
                 ops_arg_dat(next, 1, here, "double", OPS_WRITE));
    ops_par_loop(spread, "spread back", line, 1, inside, ops_arg_dat(next, 1, around, "double", OPS_READ),
                 ops_arg_dat(u, 1, here, "double", OPS_WRITE));
    double value = 0.0;
    refusing = last && how == "kernel throws" && step == 3;
    if (how == "kernel throws" && step == 3)
      ops_par_loop(refuse, "refuse", line, 1, all, ops_arg_dat(u, 1, here, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_idx());
    ops_par_loop(total, "total", line, 1, all, ops_arg_dat(u, 1, here, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_reduction_result(sum, &value);
    if (last && step == 3) fail(how);
  }
}

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  if (how == "throws within ops_main") return ops_main(argc, argv, [&] { run(how); });
  ops_init(argc, argv, 1);
  run(how);
  ops_exit();
  return 0;
}

// tests/faults/zero.cpp: inputs from which no recorded loop leads to the objective, one break at a time. zero <fault>.. runs the program once per
// fault, each after a line "== <fault>"; "right" is no fault. What is reported must name the line that follows "here: <fault>" (faults_test.py).
#include <vector>

#define OPS_1D
#include "ops.hpp"

#include "run.hpp"

double rate = 0.7;

inline void scaled(const ACC<double> &u, ACC<double> &w, const double *factor) { w(0) = *factor * u(0); }
inline void by_rate(const ACC<double> &u, ACC<double> &w) { w(0) = rate * u(0); }
inline void source(const ACC<double> &f, ACC<double> &u) { u(0) += f(0); }
inline void set(ACC<double> &w) { w(0) = 0.5; }
inline void square(const ACC<double> &w, double *sum) { *sum += w(0) * w(0); }

namespace {

constexpr int N = 9;
using faults::is;

struct World {
  const bool reaches = is("right");
  int all[2] = {0, N}, point[1] = {0};
  double factor = reaches ? 0.0 : 0.7;  // with zero every derivative is zero
  ops_block block = ops_decl_block(1, "line");
  ops_stencil S0 = ops_decl_stencil(1, 1, point, "0");
  ops_dat u = declare("u"), w = declare("w"), f = declare("f"), x = declare("x"), out = ops_decl_dat<double>(block, "out", {N}, {.passive = true});
  ops_scalar alpha = ops_decl_scalar("alpha", &factor, 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), unused = ops_decl_reduction_handle(sizeof(double), "double", "unused");

  World() {
    ops_decl_const("rate", 1, "double", &rate);
    ops_partition("");
  }
  ops_dat declare(const char *name) { return ops_decl_dat<double>(block, name, {N}); }
  ops_arg in(ops_dat dat) { return ops_arg_dat(dat, 1, S0, "double", OPS_READ); }
  ops_arg to(ops_dat dat) { return ops_arg_dat(dat, 1, S0, "double", OPS_WRITE); }
  void start();
  void run();
};

void World::start() {
  ops_par_loop(set, "fill", block, 1, all, to(u));
  if (is("passive-only"))
    // here: passive-only
    ops_par_loop_passive(scaled, "shown", block, 1, all, in(f), to(w), ops_arg_scalar(alpha, 1, "double", OPS_READ));
  if (is("passive-data") || is("scalar-to-passive-data"))
    // here: passive-data, scalar-to-passive-data
    ops_par_loop(scaled, "shown", block, 1, all, in(f), to(out), ops_arg_scalar(alpha, 1, "double", OPS_READ));
  if (is("lost-on-the-way"))
    // here: lost-on-the-way
    ops_par_loop(scaled, "away", block, 1, all, in(f), to(x), ops_arg_scalar(alpha, 1, "double", OPS_READ));
  if (is("overwritten"))
    ops_par_loop(scaled, "away", block, 1, all, in(f), to(w), ops_arg_scalar(alpha, 1, "double", OPS_READ));
  if (is("result-without-seed")) {
    // here: result-without-seed
    ops_par_loop(square, "norm", block, 1, all, in(f), ops_arg_reduce(unused, 1, "double", OPS_INC));
    ops_reduction_result<double>(unused);
  }
  if (reaches) ops_par_loop(source, "source", block, 1, all, in(f), ops_arg_dat(u, 1, S0, "double", OPS_RW));
}

void World::run() {
  start();
  if (is("by-value"))
    // here: by-value
    ops_par_loop(scaled, "scaled", block, 1, all, in(u), to(w), ops_arg_gbl(&factor, 1, "double", OPS_READ));
  else if (is("by-constant"))
    // here: by-constant
    ops_par_loop(by_rate, "by_rate", block, 1, all, in(u), to(w));
  else if (reaches)
    ops_par_loop(scaled, "scaled", block, 1, all, in(u), to(w), ops_arg_scalar(alpha, 1, "double", OPS_READ));
  else
    // here: overwritten
    ops_par_loop(set, "set", block, 1, all, to(w));
  ops_par_loop(square, "square", block, 1, all, in(w), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_ad_objective(sum);
  ops_interpret_adjoints();
  for (int again = 0; again < 2; ++again) {
    ops_dat_fetch_derivative<double>(f);         // here: never-read
    ops_scalar_fetch_derivative<double>(alpha);  // here: scalar-never-given
  }
}

}  // namespace

int main(int argc, char **argv) { return faults::run_each<World>(argc, argv); }

// tests/adjoint/looked_at.cpp: a loop with a smallest and a largest value. The objective depends on one; the host reads
// the other in every step, so that the recording lets go of where it was attained. Gradients by a Taylor test, tangents
// by the dot product. Exit status 0 if right.
#include <cmath>
#include <cstdio>

#define OPS_2D
#include "ops.hpp"

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
void begin(const ACC<double>& input, ACC<double>& u) { u(0, 0) = input(0, 0); }
void limits(const ACC<double>& u, double* least, double* most) {
  *least = fmin(*least, 0.3 / (1.0 + fabs(u(1, 0) - u(0, 0)) + u(0, 0) * u(0, 0)));
  *most = fmax(*most, u(0, 0) * u(1, 0));
}
void advance(ACC<double>& u, const double* dt) { u(0, 0) += dt[0] * u(0, 0) * (1.2 - u(0, 0)); }
void cost(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {23, 11}, base[] = {0, 0}, halo[] = {0, 0}, over[] = {1, 0}, all[] = {0, 23, 0, 11},
      most_of[] = {0, 22, 0, 11}, at[] = {0, 0}, ahead[] = {0, 0, 1, 0};
  ops_block block = ops_decl_block(2, "block");
  const auto dataset = [&](const char* name) {
    return ops_decl_dat(block, 1, size, base, halo, over, static_cast<double*>(nullptr), "double", name);
  };
  ops_dat input = dataset("input"), u = dataset("u");
  ops_stencil S = ops_decl_stencil(2, 1, at, "S"), SX = ops_decl_stencil(2, 2, ahead, "SX");
  const auto handle = [](const char* name) { return ops_decl_reduction_handle(sizeof(double), "double", name); };
  ops_reduction least = handle("least"), most = handle("most"), sum = handle("sum");
  double zero = 0.0;
  ops_scalar dt = ops_decl_scalar("dt", &zero, 1);
  ops_partition("");
  ops_par_loop(fill, "fill", block, 2, all, ops_arg_dat(input, 1, S, "double", OPS_WRITE), ops_arg_idx());
  const auto run = [&](ops_reduction taken, ops_reduction looked_at) {
    ops_par_loop(begin, "begin", block, 2, all, ops_arg_dat(input, 1, S, "double", OPS_READ),
                 ops_arg_dat(u, 1, S, "double", OPS_WRITE));
    double seen = 0.0, value = 0.0;
    for (int step = 0; step < 3; ++step) {
      ops_par_loop(limits, "limits", block, 2, most_of, ops_arg_dat(u, 1, SX, "double", OPS_READ),
                   ops_arg_reduce(least, 1, "double", OPS_MIN), ops_arg_reduce(most, 1, "double", OPS_MAX));
      ops_scalar_from_reduction(dt, taken);
      ops_reduction_result(looked_at, &seen);
      ops_par_loop(advance, "advance", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                   ops_arg_scalar(dt, 1, "double", OPS_READ));
    }
    ops_par_loop(cost, "cost", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_reduction_result(sum, &value);
    return value;
  };
  bool passed = true;
  ops::Context* const context = block->context;
  ops_ad_taylor_options options;
  options.first = 1e-3;
  for (const bool lowest : {true, false}) {
    const auto program = [&] { return lowest ? run(least, most) : run(most, least); };
    passed = ops_ad_taylor_test(context, {input}, program, sum, options).passed && passed;
    ops_ad_reset(context);
    program();
    *ops_reduction_get_derivative<double>(sum) = 1.0;
    ops_interpret_adjoints(context);
    passed = ops_ad_dot_test(context, {input}).passed && passed;
    ops_ad_reset(context);
  }
  ops_printf("%s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}

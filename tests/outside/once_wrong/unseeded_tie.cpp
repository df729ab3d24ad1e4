// A gradient that leaves a dependence out (a number that goes through the host). Beside it a maximum with ties, which no objective depends on.
// Expected: the Taylor test fails, with and without the maximum.
// Once came: "inconclusive", as the maximum is not smooth; nothing depends on it.
#include <string>
#define OPS_1D
#include "ops.hpp"
void init(ACC<double>& u) { u(0) = 1.0; }
void top_kernel(const ACC<double>& u, double* top) { *top = MAX(*top, u(0)); }
void add(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }
void scaled(const ACC<double>& u, const double* c, double* sum) { *sum += u(0) * *c; }
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {8}, zero[] = {0}, all[] = {0, 8};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat(line, 1, size, zero, zero, zero, (double*)NULL, "double", "u");
  ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "sum"), first = ops_decl_reduction_handle(8, "double", "first"), top = ops_decl_reduction_handle(8, "double", "top");
  ops_partition("");
  ops_par_loop(init, "init", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  bool right = true;
  for (bool with_top : {false, true}) {
    const auto run = [&] {
      if (with_top) {
        double t;
        ops_par_loop(top_kernel, "top", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(top, 1, "double", OPS_MAX));
        ops_reduction_result(top, &t);
      }
      double c;
      ops_par_loop(add, "add", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(first, 1, "double", OPS_INC));
      ops_reduction_result(first, &c);
      ops_par_loop(scaled, "scaled", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_gbl(&c, 1, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
      return ops_ad_objective(sum);
    };
    ops_ad_reset();
    run();
    ops_interpret_adjoints();
    const ops_ad_taylor_result result = ops_ad_taylor_test({u}, run, {.print = false});
    right = right && !result.passed && !result.inconclusive && result.verdict.starts_with("failed");
  }
  ops_printf(right ? "passed\n" : "the Taylor test is not as it should be\n");
  ops_exit();
  return right ? 0 : 1;
}

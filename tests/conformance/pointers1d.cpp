// tests/conformance/pointers1d.cpp: the first API without any OPS_nD: one dimension; reductions of several components.
#include <cfloat>

#include "ops_seq.h"

#include "expect.hpp"

constexpr int N = 50;

void initialise(double* x, int* idx) { x[OPS_ACC0(0)] = (idx[0] - 20) * (idx[0] - 20) * 0.5; }

void difference(const double* x, double* dx) { dx[OPS_ACC1(0)] = x[OPS_ACC0(1)] - x[OPS_ACC0(-1)]; }

void measure(const double* x, const double* dx, double* least, double* sums) {
  *least = MIN(*least, x[OPS_ACC0(0)]);
  sums[0] += x[OPS_ACC0(0)];
  sums[1] += dx[OPS_ACC1(0)];
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block line = ops_decl_block(1, "line");
  int size = N, base = 0, d_m = -1, d_p = 1;
  double* temp = NULL;
  ops_dat x = ops_decl_dat(line, 1, &size, &base, &d_m, &d_p, temp, "double", "x");
  ops_dat dx = ops_decl_dat(line, 1, &size, &base, &d_m, &d_p, temp, "double", "dx");
  int s0[] = {0}, s2[] = {-1, 1};
  ops_stencil S0 = ops_decl_stencil(1, 1, s0, "0"), S2 = ops_decl_stencil(1, 2, s2, "-1,1");
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_reduction sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums");
  ops_partition("1D_BLOCK_DECOMPOSE");

  int all[] = {-1, N + 1}, inner[] = {0, N}, left[] = {0, 17}, right[] = {17, N};
  ops_par_loop(initialise, "initialise", line, 1, all, ops_arg_dat(x, 1, S0, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(difference, "difference", line, 1, inner, ops_arg_dat(x, 1, S2, "double", OPS_READ),
               ops_arg_dat(dx, 1, S0, "double", OPS_WRITE));
  for (int* part : {left, right})  // two loops reduce into the same handles before the results are read
    ops_par_loop(measure, "measure", line, 1, part, ops_arg_dat(x, 1, S0, "double", OPS_READ),
                 ops_arg_dat(dx, 1, S0, "double", OPS_READ), ops_arg_reduce(least, 1, "double", OPS_MIN),
                 ops_arg_reduce(sums, 2, "double", OPS_INC));
  double got_least, got_sums[2], expected_sums[2] = {0, 0};
  ops_reduction_result(least, &got_least);
  ops_reduction_result(sums, got_sums);

  const auto parabola = [](int i) { return (i - 20) * (i - 20) * 0.5; };
  Verdict verdict("pointers1d");
  const auto got = cells<double>(dx, {0, N});
  for (int i = 0; i < N; ++i) {
    verdict.same(got[i], parabola(i + 1) - parabola(i - 1), "dx", i);
    expected_sums[0] += parabola(i);
    expected_sums[1] += parabola(i + 1) - parabola(i - 1);
  }
  verdict.same(got_least, 0.0, "least");
  verdict.same(got_sums[0], expected_sums[0], "sum of x");
  verdict.same(got_sums[1], expected_sums[1], "sum of dx");
  ops_exit();
  return verdict.finish();
}

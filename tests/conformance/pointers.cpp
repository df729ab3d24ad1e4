// tests/conformance/pointers.cpp: pointer kernels of the first API, with components, a strided dataset and reductions,
// beside an accessor kernel.
#include <vector>

#define OPS_2D
#include "ops_seq.h"

#include "expect.hpp"
#include "pointers_kernels.h"

constexpr int N = 10, M = 8;

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {N, M}, row_size[] = {N, 1}, base[] = {0, 0}, d_m[] = {-2, -2}, d_p[] = {2, 2};
  double* no_double = NULL;
  float* no_float = NULL;
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, no_double, "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, d_m, d_p, no_double, "double", "v");
  ops_dat w = ops_decl_dat(block, 2, size, base, d_m, d_p, no_float, "float", "w");
  std::vector<double> given(N + 4);
  for (int i = -2; i < N + 2; ++i) given[i + 2] = 0.25 * i;
  ops_dat row = ops_decl_dat(block, 1, row_size, base, d_m, d_p, given.data(), "double", "row");
  int s00[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, along_x[] = {1, 0};
  ops_stencil S00 = ops_decl_stencil(2, 1, s00, "00"), S5 = ops_decl_stencil(2, 5, s5, "5pt");
  ops_stencil ROW = ops_decl_strided_stencil(2, 1, s00, along_x, "row");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  double c[] = {-4.0, 1.0}, got_sum, expected_sum = 0;
  int all[] = {-2, N + 2, -2, M + 2}, inner[] = {0, N, 0, M}, wide[] = {-1, N + 1, 0, M};
  ops_par_loop(initialise, "initialise", block, 2, all, ops_arg_dat(u, 1, S00, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(laplacian, "laplacian", block, 2, inner, ops_arg_dat(u, 1, S5, "double", OPS_READ),
               ops_arg_gbl(c, 2, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_reduction_result(sum, &got_sum);

  const auto initial = [](int i, int j) { return i - 3.0 * j; };
  Verdict verdict("pointers");
  auto got = cells<double>(v, {0, N, 0, M});
  for (int j = 0; j < M; ++j)
    for (int i = 0; i < N; ++i) {
      const double expected =
          c[0] * initial(i, j) + c[1] * (initial(i + 1, j) + initial(i - 1, j) + initial(i, j + 1) + initial(i, j - 1));
      verdict.same(got[j * N + i], expected, "laplacian", i, j);
      expected_sum += expected;
    }
  verdict.same(got_sum, expected_sum, "sum");

  ops_par_loop(pack, "pack", block, 2, wide, ops_arg_dat(u, 1, S5, "double", OPS_READ),
               ops_arg_dat(w, 2, S00, "float", OPS_WRITE));
  ops_par_loop(differ, "differ", block, 2, inner, ops_arg_dat(w, 2, S5, "float", OPS_READ),
               ops_arg_dat(row, 1, ROW, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  got = cells<double>(v, {0, N, 0, M});
  for (int j = 0; j < M; ++j)
    for (int i = 0; i < N; ++i)
      verdict.same(got[j * N + i], initial(i - 1, j + 1) - initial(i + 1, j) + 0.25 * i, "differ", i, j);

  ops_par_loop(half_of, "half_of", block, 2, inner, ops_arg_dat(u, 1, S00, "double", OPS_READ),
               ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  got = cells<double>(v, {0, N, 0, M});
  for (int j = 0; j < M; ++j)
    for (int i = 0; i < N; ++i) verdict.same(got[j * N + i], 0.5 * initial(i, j), "half_of", i, j);
  ops_exit();
  return verdict.finish();
}

// tests/conformance/components.cpp: two and three components per cell, with literal and loop-variable component
// indices, array results of reductions. Built twice: as it stands, and with OPS_SOA.
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#include "expect.hpp"

constexpr int N = 11, M = 6;

void fill(ACC<double>& v, const int* idx) {
  for (int c = 0; c < 3; c++) v(c, 0, 0) = 100.0 * c + 10.0 * idx[1] + idx[0];
}

void rotate(const ACC<double>& v, ACC<float>& w) {
  w(0, 0, 0) = (float)(v(1, 1, 0) - v(1, -1, 0));
  w(1, 0, 0) = (float)(v(2, 0, 1) - v(0, 0, -1));
}

void sums(const ACC<double>& v, const ACC<float>& w, double* sum, float* largest) {
  for (int c = 0; c < 3; c++) sum[c] += v(c, 0, 0);
  largest[0] = MAX(largest[0], w(0, 0, 0));
  largest[1] = MAX(largest[1], w(1, 0, 0));
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
#ifdef OPS_SOA
  OPS_instance::getOPSInstance()->OPS_soa = 1;
#endif
  ops_block block = ops_decl_block(2, "block");
  int size[] = {N, M}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double* none = NULL;
  std::vector<float> given((N + 2) * (M + 2) * 2, 7.0f);
  ops_dat v = ops_decl_dat(block, 3, size, base, d_m, d_p, none, "double", "v");
  ops_dat w = ops_decl_dat(block, 2, size, base, d_m, d_p, given.data(), "float", "w");
  int s00[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S00 = ops_decl_stencil(2, 1, s00, "00"), S5 = ops_decl_stencil(2, 5, s5, "5pt");
  ops_reduction sum = ops_decl_reduction_handle(3 * sizeof(double), "double", "sum");
  ops_reduction largest = ops_decl_reduction_handle(2 * sizeof(float), "float", "largest");
  ops_partition("");

  int all[] = {-1, N + 1, -1, M + 1}, inner[] = {0, N, 0, M};
  ops_par_loop(fill, "fill", block, 2, all, ops_arg_dat(v, 3, S00, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(rotate, "rotate", block, 2, inner, ops_arg_dat(v, 3, S5, "double", OPS_READ),
               ops_arg_dat(w, 2, S00, "float", OPS_WRITE));
  ops_par_loop(sums, "sums", block, 2, inner, ops_arg_dat(v, 3, S00, "double", OPS_READ),
               ops_arg_dat(w, 2, S00, "float", OPS_READ), ops_arg_reduce(sum, 3, "double", OPS_INC),
               ops_arg_reduce(largest, 2, "float", OPS_MAX));
  double sum_result[3];
  float largest_result[2];
  ops_reduction_result(sum, sum_result);
  ops_reduction_result(largest, largest_result);

  Verdict verdict("components");
  const auto got_v = cells<double>(v, {0, N, 0, M});
  const auto got_w = cells<float>(w, {-1, N, 0, M});
  double expected_sum[3] = {0, 0, 0};
  for (int j = 0; j < M; ++j)
    for (int i = 0; i < N; ++i) {
      for (int c = 0; c < 3; ++c) {
        verdict.same(got_v[(j * N + i) * 3 + c], 100.0 * c + 10.0 * j + i, "v", i, j, c);
        expected_sum[c] += 100.0 * c + 10.0 * j + i;
      }
      verdict.same(got_w[(j * (N + 1) + i + 1) * 2], 2.0f, "w", i, j, 0);
      verdict.same(got_w[(j * (N + 1) + i + 1) * 2 + 1], 220.0f, "w", i, j, 1);
    }
  verdict.same(got_w[0], 7.0f, "w outside the loop", -1, 0, 0);
  for (int c = 0; c < 3; ++c) verdict.same(sum_result[c], expected_sum[c], "sum", c);
  verdict.same(largest_result[0], 2.0f, "largest", 0);
  verdict.same(largest_result[1], 220.0f, "largest", 1);
#ifdef OPS_SOA
  verdict.holds(v->layout.component != 1, "components lie apart");
#endif
  ops_exit();
  return verdict.finish();
}

// tests/conformance/dimensions.cpp: one dimension-independent program; built with OPS_4D and with OPS_5D.
#include <vector>

#include "ops_seq_v2.h"

#include "expect.hpp"

#ifdef OPS_5D
constexpr int D = 5;
#else
constexpr int D = 4;
#endif
constexpr int EXTENT[] = {5, 4, 3, 2, 3};

void number_cells(ACC<double>& u, const int* idx) {
#ifdef OPS_5D
  u(0, 0, 0, 0, 0) = idx[0] + 10 * idx[1] + 100 * idx[2] + 1000 * idx[3] + 10000 * idx[4];
#else
  u(0, 0, 0, 0) = idx[0] + 10 * idx[1] + 100 * idx[2] + 1000 * idx[3];
#endif
}

void corner(const ACC<double>& u, ACC<double>& v, double* sum) {
#ifdef OPS_5D
  v(0, 0, 0, 0, 0) = u(1, -1, 1, -1, 1) - u(-1, 0, 0, 0, -1);
  *sum += v(0, 0, 0, 0, 0);
#else
  v(0, 0, 0, 0) = u(1, -1, 1, -1) - u(-1, 0, 0, 0);
  *sum += v(0, 0, 0, 0);
#endif
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(D, "block");
  int size[D], base[D], d_m[D], d_p[D], all[2 * D], inner[2 * D], zeros[D], points[3 * D];
  long volume = 1;
  for (int d = 0; d < D; ++d) {
    size[d] = EXTENT[d];
    base[d] = zeros[d] = points[d] = 0;
    d_m[d] = -1;
    d_p[d] = 1;
    all[2 * d] = -1;
    all[2 * d + 1] = EXTENT[d] + 1;
    inner[2 * d] = 0;
    inner[2 * d + 1] = EXTENT[d];
    points[D + d] = d % 2 == 0 ? 1 : -1;
    points[2 * D + d] = d == 0 || d == 4 ? -1 : 0;
    volume *= EXTENT[d];
  }
  double *temp = NULL, sum;
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "u"),
          v = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "v");
  ops_stencil centre = ops_decl_stencil(D, 1, zeros, "centre"), corners = ops_decl_stencil(D, 3, points, "corners");
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");
  ops_par_loop(number_cells, "number_cells", block, D, all, ops_arg_dat(u, 1, centre, "double", OPS_WRITE),
               ops_arg_idx());
  ops_par_loop(corner, "corner", block, D, inner, ops_arg_dat(u, 1, corners, "double", OPS_READ),
               ops_arg_dat(v, 1, centre, "double", OPS_WRITE), ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_reduction_result(total, &sum);

  // u is linear in the index, so the difference is the same everywhere: (2, -1, 1, -1, 2) times the weights.
  const double expected = D == 5 ? 2 - 10 + 100 - 1000 + 20000 : 2 - 10 + 100 - 1000;
  Verdict verdict("dimensions");
  std::vector<int> box(inner, inner + 2 * D);
  for (const double value : cells<double>(v, box)) verdict.same(value, expected, "v");
  verdict.same(sum, expected * volume, "sum");
  ops_exit();
  return verdict.finish();
}

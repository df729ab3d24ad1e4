// tests/conformance/laplace.cpp: Laplace's equation by Jacobi sweeps: boundary loops in the halo, index argument,
// constants, MAX and INC reductions, kernels in a header.
#include <cmath>
#include <cstdlib>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

double pi = 2.0 * std::asin(1.0);
int jmax = 21;

#include "laplace_kernels.h"

#include "expect.hpp"

namespace {

/// The same sweeps over a plain array with one cell of boundary.
struct Plain {
  int ni, nj;
  std::vector<double> a, b;
  double error = 0;
  Plain(int ni_, int nj_) : ni(ni_), nj(nj_), a((ni_ + 2) * (nj_ + 2)), b(a) {
    for (int j = -1; j <= nj; ++j) {
      at(a, -1, j) = at(b, -1, j) = std::sin(pi * (j + 1) / (nj + 1));
      at(a, ni, j) = at(b, ni, j) = std::sin(pi * (j + 1) / (nj + 1)) * std::exp(-pi);
    }
  }
  double& at(std::vector<double>& field, int i, int j) { return field[(j + 1) * (ni + 2) + i + 1]; }
  void sweep() {
    error = 0;
    for (int j = 0; j < nj; ++j)
      for (int i = 0; i < ni; ++i) {
        at(b, i, j) = 0.25f * (at(a, i + 1, j) + at(a, i - 1, j) + at(a, i, j - 1) + at(a, i, j + 1));
        error = std::fmax(error, std::fabs(at(b, i, j) - at(a, i, j)));
      }
    for (int j = 0; j < nj; ++j)
      for (int i = 0; i < ni; ++i) at(a, i, j) = at(b, i, j);
  }
};

}  // namespace

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  const int imax = 33;
  ops_decl_const("pi", 1, "double", &pi);
  ops_decl_const("jmax", 1, "int", &jmax);

  ops_block block = ops_decl_block(2, "my_grid");
  int s2d_00[] = {0, 0};
  ops_stencil S2D_00 = ops_decl_stencil(2, 1, s2d_00, "0,0");
  int s2d_5pt[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S2D_5pt = ops_decl_stencil(2, 5, s2d_5pt, "5pt");
  ops_reduction h_err = ops_decl_reduction_handle(sizeof(double), "double", "error");
  ops_reduction h_sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  int size[] = {imax, jmax}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double* temp = NULL;
  ops_dat d_A = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "A");
  ops_dat d_Anew = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "Anew");
  ops_partition("");

  int bottom_range[] = {-1, imax + 1, -1, 0}, top_range[] = {-1, imax + 1, jmax, jmax + 1};
  int left_range[] = {-1, 0, -1, jmax + 1}, right_range[] = {imax, imax + 1, -1, jmax + 1};
  int interior_range[] = {0, imax, 0, jmax};
  ops_par_loop(set_zero, "set_zero", block, 2, bottom_range, ops_arg_dat(d_A, 1, S2D_00, "double", OPS_WRITE));
  ops_par_loop(set_zero, "set_zero", block, 2, top_range, ops_arg_dat(d_A, 1, S2D_00, "double", OPS_WRITE));
  ops_par_loop(left_bndcon, "left_bndcon", block, 2, left_range, ops_arg_dat(d_A, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_idx());
  ops_par_loop(right_bndcon, "right_bndcon", block, 2, right_range, ops_arg_dat(d_A, 1, S2D_00, "double", OPS_WRITE),
               ops_arg_idx());

  Verdict verdict("laplace");
  Plain plain(imax, jmax);
  double error = 1.0;
  for (int iter = 0; iter < 40; ++iter) {
    ops_par_loop(apply_stencil, "apply_stencil", block, 2, interior_range,
                 ops_arg_dat(d_A, 1, S2D_5pt, "double", OPS_READ), ops_arg_dat(d_Anew, 1, S2D_00, "double", OPS_WRITE),
                 ops_arg_reduce(h_err, 1, "double", OPS_MAX));
    ops_reduction_result(h_err, &error);
    ops_par_loop(copy, "copy", block, 2, interior_range, ops_arg_dat(d_A, 1, S2D_00, "double", OPS_WRITE),
                 ops_arg_dat(d_Anew, 1, S2D_00, "double", OPS_READ));
    plain.sweep();
    verdict.same(error, plain.error, "error", iter);
  }
  const std::vector<double> values = cells<double>(d_A, {-1, imax + 1, -1, jmax + 1});
  double expected_sum = 0, sum = 0;
  for (int j = -1; j <= jmax; ++j)
    for (int i = -1; i <= imax; ++i) {
      verdict.same(values[(j + 1) * (imax + 2) + i + 1], plain.at(plain.a, i, j), "A", i, j);
      expected_sum += plain.at(plain.a, i, j);
    }
  int everything[] = {-1, imax + 1, -1, jmax + 1};
  ops_par_loop(total, "total", block, 2, everything, ops_arg_dat(d_A, 1, S2D_00, "double", OPS_READ),
               ops_arg_reduce(h_sum, 1, "double", OPS_INC));
  ops_reduction_result(h_sum, &sum);
  verdict.close(sum, expected_sum, 1e-12 * imax * jmax, "sum");
  ops_exit();
  return verdict.finish();
}

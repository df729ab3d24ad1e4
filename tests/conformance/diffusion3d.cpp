// tests/conformance/diffusion3d.cpp: variable-coefficient diffusion in three dimensions, handles exchanged by
// std::swap, all three reductions in one loop.
#include <cmath>
#include <utility>
#include <vector>

#define OPS_3D
#include <ops_seq_v2.h>

#include "diffusion3d_kernels.h"
#include "expect.hpp"

constexpr int NX = 13, NY = 6, NZ = 5;

namespace {

std::size_t flat(int i, int j, int k) { return ((k + 1) * (NY + 2) + j + 1) * (NX + 2) + i + 1; }

void plain_step(const std::vector<double>& u, const std::vector<double>& c, std::vector<double>& next, double dt) {
  for (int k = 0; k < NZ; ++k)
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) {
        const double here = u[flat(i, j, k)], c0 = c[flat(i, j, k)];
        const double x = c[flat(i + 1, j, k)] * (u[flat(i + 1, j, k)] - here) - c0 * (here - u[flat(i - 1, j, k)]);
        const double y = c[flat(i, j + 1, k)] * (u[flat(i, j + 1, k)] - here) - c0 * (here - u[flat(i, j - 1, k)]);
        const double z = c[flat(i, j, k + 1)] * (u[flat(i, j, k + 1)] - here) - c0 * (here - u[flat(i, j, k - 1)]);
        next[flat(i, j, k)] = here + dt * (x + y + z);
      }
}

}  // namespace

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(3, "box");
  int size[] = {NX, NY, NZ}, base[] = {0, 0, 0}, d_m[] = {-1, -1, -1}, d_p[] = {1, 1, 1};
  double* temp = NULL;
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "u");
  ops_dat next = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "next");
  ops_dat k = ops_decl_dat(block, 1, size, base, d_m, d_p, temp, "double", "k");
  int s000[] = {0, 0, 0}, s7[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  ops_stencil S000 = ops_decl_stencil(3, 1, s000, "000"), S7 = ops_decl_stencil(3, 7, s7, "7pt");
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_reduction most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  ops_reduction squares = ops_decl_reduction_handle(sizeof(double), "double", "squares");
  ops_partition("");

  int all[] = {-1, NX + 1, -1, NY + 1, -1, NZ + 1}, inner[] = {0, NX, 0, NY, 0, NZ};
  for (ops_dat start_of : {u, next})
    ops_par_loop(start, "start", block, 3, all, ops_arg_dat(start_of, 1, S000, "double", OPS_WRITE),
                 ops_arg_dat(k, 1, S000, "double", OPS_WRITE), ops_arg_idx());
  std::vector<double> a(flat(NX, NY, NZ) + 1), c(a.size());
  for (int z = -1; z <= NZ; ++z)
    for (int y = -1; y <= NY; ++y)
      for (int x = -1; x <= NX; ++x) {
        a[flat(x, y, z)] = sin(0.3 * x) + cos(0.2 * y) * z;
        c[flat(x, y, z)] = 1.0 + 0.01 * (x + 2 * y + 3 * z);
      }
  std::vector<double> b(a);

  double dt = 0.05;
  for (int n = 0; n < 7; ++n) {
    ops_par_loop(step, "step", block, 3, inner, ops_arg_dat(u, 1, S7, "double", OPS_READ),
                 ops_arg_dat(k, 1, S7, "double", OPS_READ), ops_arg_dat(next, 1, S000, "double", OPS_WRITE),
                 ops_arg_gbl(&dt, 1, "double", OPS_READ));
    plain_step(a, c, b, dt);
    std::swap(u, next);
    std::swap(a, b);
    dt *= 0.75;
  }
  ops_par_loop(extremes, "extremes", block, 3, inner, ops_arg_dat(u, 1, S000, "double", OPS_READ),
               ops_arg_reduce(least, 1, "double", OPS_MIN), ops_arg_reduce(most, 1, "double", OPS_MAX),
               ops_arg_reduce(squares, 1, "double", OPS_INC));
  double got_least, got_most, got_squares, expected_least = 1e30, expected_most = -1e30, expected_squares = 0;
  ops_reduction_result(least, &got_least);
  ops_reduction_result(most, &got_most);
  ops_reduction_result(squares, &got_squares);

  Verdict verdict("diffusion3d");
  const auto got = cells<double>(u, {0, NX, 0, NY, 0, NZ});
  for (int z = 0; z < NZ; ++z)
    for (int y = 0; y < NY; ++y)
      for (int x = 0; x < NX; ++x) {
        const double value = a[flat(x, y, z)];
        verdict.same(got[(z * NY + y) * NX + x], value, "u", x, y, z);
        expected_least = std::fmin(expected_least, value);
        expected_most = std::fmax(expected_most, value);
        expected_squares += value * value;
      }
  verdict.same(got_least, expected_least, "least");
  verdict.same(got_most, expected_most, "most");
  verdict.close(got_squares, expected_squares, 1e-13 * expected_squares, "squares");
  ops_exit();
  return verdict.finish();
}

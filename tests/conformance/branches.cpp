// tests/conformance/branches.cpp: conditionals, stencil offsets that depend on data, integer datasets, flags that
// switch arguments off, loops over halo cells only, arguments chosen by conditional expressions.
#include <cmath>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#include "branches_kernels.h"
#include "expect.hpp"

constexpr int N = 12, M = 5;

namespace {

double field_a(int i, int j) { return i + 0.5 * j; }
double field_b(int i, int j) { return (i + j) % 3 == 0 ? -1.0 : 2.0; }

double expected_flux(int i, int j, const std::vector<double>& left) {
  const auto a = [&](int x) { return x == -1 ? left[j] : field_a(x, j); };
  const bool right = field_b(i, j) > 0.0;
  const double donor = right ? a(i - 1) : a(i + 1);
  const double limit = right && i != 0 ? a(i - 1) : a(i);
  const double bound = limit > 0.25 ? limit : 0.25, jump = std::fabs(donor - a(i));
  return donor + (right ? 1.0 : -1.0) * (jump < bound ? jump : bound);
}

}  // namespace

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {N, M}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double* no_double = NULL;
  int* no_int = NULL;
  ops_dat a = ops_decl_dat(block, 1, size, base, d_m, d_p, no_double, "double", "a");
  ops_dat b = ops_decl_dat(block, 1, size, base, d_m, d_p, no_double, "double", "b");
  ops_dat flux = ops_decl_dat(block, 1, size, base, d_m, d_p, no_double, "double", "flux");
  ops_dat other = ops_decl_dat(block, 1, size, base, d_m, d_p, no_double, "double", "other");
  ops_dat cell = ops_decl_dat(block, 1, size, base, d_m, d_p, no_int, "int", "cell");
  int s00[] = {0, 0}, sx[] = {-1, 0, 0, 0, 1, 0}, sp[] = {0, 0, 1, 0};
  ops_stencil S00 = ops_decl_stencil(2, 1, s00, "00"), SX = ops_decl_stencil(2, 3, sx, "x"),
              SP = ops_decl_stencil(2, 2, sp, "p1");
  ops_partition("");

  int all[] = {-1, N + 1, -1, M + 1}, inner[] = {0, N, 0, M}, left[] = {-1, 0, 0, M};
  ops_par_loop(set_index, "set_index", block, 2, all, ops_arg_dat(a, 1, S00, "double", OPS_WRITE),
               ops_arg_dat(b, 1, S00, "double", OPS_WRITE), ops_arg_dat(cell, 1, S00, "int", OPS_WRITE), ops_arg_idx());
  Verdict verdict("branches");
  for (int round = 0; round < 3; ++round) {
    int fields[] = {round == 1, round == 2};
    ops_par_loop(mirror, "mirror", block, 2, left, ops_arg_dat_opt(a, 1, SP, "double", OPS_RW, fields[FIELD_A]),
                 ops_arg_dat_opt(b, 1, SP, "double", OPS_RW, fields[FIELD_B]), ops_arg_gbl(fields, 2, "int", OPS_READ));
    ops_par_loop(upwind, "upwind", block, 2, inner, ops_arg_dat(a, 1, SX, "double", OPS_READ),
                 ops_arg_dat(b, 1, S00, "double", OPS_READ), ops_arg_dat(cell, 1, S00, "int", OPS_READ),
                 ops_arg_dat(round == 0 ? flux : other, 1, S00, "double", OPS_WRITE));
    std::vector<double> left_of_a(M);
    for (int j = 0; j < M; ++j) left_of_a[j] = round == 0 ? field_a(-1, j) : field_a(0, j);
    const auto got = cells<double>(round == 0 ? flux : other, {0, N, 0, M}), halo_b = cells<double>(b, {-1, 0, 0, M});
    for (int j = 0; j < M; ++j) {
      verdict.same(halo_b[j], round == 2 ? -field_b(0, j) : field_b(-1, j), "halo of b", -1, j, round);
      for (int i = 0; i < N; ++i) verdict.same(got[j * N + i], expected_flux(i, j, left_of_a), "flux", i, j, round);
    }
  }
  ops_exit();
  return verdict.finish();
}

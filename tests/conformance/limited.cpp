// tests/conformance/limited.cpp: functions of what may be a constant. Compilers know functions of constants to the last
// bit, the C library does not: on every target the value is the library's.
#include <cmath>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#include "expect.hpp"
#include "limited_kernels.h"

constexpr int N = 32, M = 4;

namespace {

double field(int i, int j) { return -1.0 + 0.0625 * i + 0.01 * (j % 3); }
/// What the compiler knows nothing of.
double unknown(double x) {
  volatile double hidden = x;
  return hidden;
}
double larger(double a, double b) { return unknown(a > b ? a : b); }

std::vector<double> expected(double x) {
  const double bound = std::exp(unknown(-0.81)), at = larger(x, 0.37), exact = unknown(0.625);
  return {0.1 * std::tanh(larger(x, bound)), std::sinh(larger(x, 0.3)) + std::erf(larger(x, 0.7)),
          std::cosh(at) * std::cbrt(at), x == 0.625 ? std::tan(exact) + std::expm1(exact) : 1.0};
}

}  // namespace

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {N, M}, base[] = {0, 0}, none[] = {0, 0}, here[] = {0, 0};
  std::vector<double> values(N * M);
  for (int j = 0; j < M; ++j)
    for (int i = 0; i < N; ++i) values[j * N + i] = field(i, j);
  double* no_values = NULL;
  ops_dat x = ops_decl_dat(block, 1, size, base, none, none, values.data(), "double", "x");
  ops_dat y = ops_decl_dat(block, 4, size, base, none, none, no_values, "double", "y");
  ops_stencil S00 = ops_decl_stencil(2, 1, here, "00");
  ops_partition("");
  int all[] = {0, N, 0, M};
  ops_par_loop(limited, "limited", block, 2, all, ops_arg_dat(x, 1, S00, "double", OPS_READ),
               ops_arg_dat(y, 4, S00, "double", OPS_WRITE));
  Verdict verdict("limited");
  const auto got = cells<double>(y, {0, N, 0, M});
  for (int j = 0; j < M; ++j)
    for (int i = 0; i < N; ++i) {
      const std::vector<double> wanted = expected(field(i, j));
      for (int c = 0; c < 4; ++c) verdict.same(got[(j * N + i) * 4 + c], wanted[c], "y", i, j, c);
    }
  ops_exit();
  return verdict.finish();
}

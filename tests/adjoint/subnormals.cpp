// tests/adjoint/subnormals.cpp: a product that is subnormal, forward and in the derivative: it is there, and with
// -OPS_FLUSH_SUBNORMALS it is zero, at every point and on every thread. The host's own arithmetic on the thread of
// ops_init follows, until ops_exit. Exit status 0 if right.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int n = 160;  // enough points for several threads

void fill(ACC<double>& u, const int* index) { u(0, 0) = 1.0 + index[0] + n * index[1]; }
void shrink(const ACC<double>& u, const double* tiny, ACC<double>& v) { v(0, 0) = tiny[0] * u(0, 0) * tiny[0]; }
void total(const ACC<double>& v, double* sum) { *sum += v(0, 0); }

bool all(const std::vector<double>& values, bool zero) {
  return std::all_of(values.begin(), values.end(), [zero](double x) { return zero == (x == 0.0); });
}

double half_of_least() {
  volatile double least = std::numeric_limits<double>::min();
  return 0.5 * least;
}

int main(int argc, char** argv) {
  const bool flushed =
      std::any_of(argv, argv + argc, [](const char* word) { return std::strcmp(word, "-OPS_FLUSH_SUBNORMALS") == 0; });
  ops_init(argc, argv, 1);
  int size[] = {n, n}, base[] = {0, 0}, none[] = {0, 0}, whole[] = {0, n, 0, n}, centre[] = {0, 0};
  double *zeros = nullptr, tiny = 1e-157, value = 0.0, one = 1.0;
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "u"),
          v = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "v");
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(shrink, "shrink", block, 2, whole, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_gbl(&tiny, 1, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  ops_par_loop(total, "total", block, 2, whole, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> values(n * n), derivative(n * n);
  ops_dat_fetch_data(v, 0, reinterpret_cast<char*>(values.data()));
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(derivative.data()));
  const bool right = all(values, flushed) && all(derivative, flushed) && (half_of_least() == 0.0) == flushed &&
                     (value == 0.0) == flushed;
  ops_exit();
  const bool restored = half_of_least() > 0.0;
  std::printf("flushed %d: objective %g, %s\n", flushed, value, right && restored ? "PASSED" : "FAILED");
  return right && restored ? 0 : 1;
}

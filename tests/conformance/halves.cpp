// tests/conformance/halves.cpp: halves are stored in 16 bits and computed with as floats. Expected values by plain C++,
// from the rounding that tests/ops/data/half_test.cpp examines.
#include <cmath>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"

#include "expect.hpp"

constexpr int columns = 67, rows = 5;
static_assert(static_cast<float>(half(INFINITY_half)) > 65504.0F, "the largest half, and not its bits as a number");

template <class T>
T third(T x) {
  return x / 3;
}

void fill(ACC<half>& u, const int* idx) { u(0, 0) = 0.1 * idx[0] - 1000.5 * idx[1] + idx[0] * idx[0] * 3e-6; }

void mix(const ACC<half>& u, const ACC<double>& d, ACC<half>& v, ACC<float>& f, const half* factor, double* sum,
         float* most) {
  half mean = (u(-1, 0) + u(1, 0)) / 2;
  if (mean > u(0, 0)) mean *= *factor;
  mean += third(u(0, 1));
  v(0, 0) = mean + d(0, 0);
  f(0, 0) = u(0, 0) * u(0, 0);
  *sum += u(0, 0);
  *most = fmaxf(*most, u(0, 0));
}

void tenth(const ACC<half>& v, ACC<double>& d) { d(0, 0) = std::sqrt(std::fabs(0.1 * v(0, 0))); }

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block plane = ops_decl_block(2, "plane");
  int size[] = {columns, rows}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, dot[] = {0, 0},
      near[] = {0, 0, -1, 0, 1, 0, 0, 1};
  half* none = nullptr;
  ops_dat u = ops_decl_dat(plane, 1, size, base, below, above, none, "half", "u"),
          v = ops_decl_dat(plane, 1, size, base, below, above, none, "half", "v");
  ops_dat d = ops_decl_dat(plane, 1, size, base, below, above, static_cast<double*>(nullptr), "double", "d");
  ops_dat f = ops_decl_dat(plane, 1, size, base, below, above, static_cast<float*>(nullptr), "float", "f");
  ops_stencil point = ops_decl_stencil(2, 1, dot, "point"), star = ops_decl_stencil(2, 4, near, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"),
                most = ops_decl_reduction_handle(sizeof(float), "float", "most");
  ops_partition("");
  int all[] = {-1, columns + 1, -1, rows + 1}, inner[] = {0, columns, 0, rows};
  const half factor = 0.7;

  ops_par_loop(fill, "fill", plane, 2, all, ops_arg_dat(u, 1, point, "half", OPS_WRITE), ops_arg_idx());
  ops_par_loop(tenth, "tenth", plane, 2, all, ops_arg_dat(u, 1, point, "half", OPS_READ),
               ops_arg_dat(d, 1, point, "double", OPS_WRITE));
  ops_par_loop(mix, "mix", plane, 2, inner, ops_arg_dat(u, 1, star, "half", OPS_READ),
               ops_arg_dat(d, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "half", OPS_WRITE),
               ops_arg_dat(f, 1, point, "float", OPS_WRITE), ops_arg_gbl(&factor, 1, "half", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_reduce(most, 1, "float", OPS_MAX));

  Verdict verdict("halves");
  const auto start = [](int i, int j) { return half(0.1 * i - 1000.5 * j + i * i * 3e-6); };
  const auto v_now = cells<half>(v, {0, columns, 0, rows});
  const auto f_now = cells<float>(f, {0, columns, 0, rows});
  double total = 0;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const float here = start(i, j);
      half mean = (static_cast<float>(start(i - 1, j)) + static_cast<float>(start(i + 1, j))) / 2;
      if (static_cast<float>(mean) > here) mean = static_cast<float>(mean) * static_cast<float>(factor);
      mean = static_cast<float>(mean) + static_cast<float>(half(static_cast<float>(start(i, j + 1)) / 3));
      const half expected = static_cast<double>(static_cast<float>(mean)) + std::sqrt(std::fabs(0.1 * here));
      verdict.same(static_cast<float>(v_now[i + columns * j]), static_cast<float>(expected), "v", i, j);
      verdict.same(f_now[i + columns * j], here * here, "f", i, j);
      total += here;
    }
  double got_sum;
  float got_most;
  ops_reduction_result(sum, &got_sum);
  ops_reduction_result(most, &got_most);
  verdict.close(got_sum, total, 1e-9, "sum");
  verdict.same(got_most, static_cast<float>(start(columns - 1, 0)), "most");
  ops_exit();
  return verdict.finish();
}

// perf/micro/sums.cpp: what a sum over a grid costs through OPS and written by hand with OpenMP, where the grid fits no
// cache. Usage: sums [cells along an axis]; prints one line of JSON: nanoseconds a cell, the least of several rounds.
#define OPS_2D
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "ops.hpp"

void fill(ACC<double>& u, ACC<double>& v, const int* idx) {
  u(0, 0) = 1.0 / (1 + idx[0] + 3 * idx[1]);
  v(0, 0) = 1.0 / (2 + idx[1]);
}
void add(const ACC<double>& u, double* sum) { *sum += u(0, 0); }
void add_difference(const ACC<double>& u, const ACC<double>& v, double* sum) {
  const double off = u(0, 0) - v(0, 0);
  *sum += off * off;
}

namespace {

constexpr int rounds = 15;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

template <class Fn>
double least(double cells, const Fn& fn) {
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    fn();
    best = std::min(best, now() - start);
  }
  return 1e9 * best / cells;
}

/// As one would write it.
double sum(const double* u, int rows, int n, std::ptrdiff_t pitch) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int j = 0; j < rows; ++j) {
    double of_row = 0;
#pragma omp simd reduction(+ : of_row)
    for (int i = 0; i < n; ++i) of_row += u[j * pitch + i];
    total += of_row;
  }
  return total;
}

double sum_of_differences(const double* u, const double* v, int rows, int n, std::ptrdiff_t pitch) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int j = 0; j < rows; ++j) {
    double of_row = 0;
#pragma omp simd reduction(+ : of_row)
    for (int i = 0; i < n; ++i) of_row += (u[j * pitch + i] - v[j * pitch + i]) * (u[j * pitch + i] - v[j * pitch + i]);
    total += of_row;
  }
  return total;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 4096;
  ops_init(argc, argv, 1);
  int size[] = {n, n}, base[] = {0, 0}, none[] = {0, 0}, all[] = {0, n, 0, n}, here[] = {0, 0};
  double* zeros = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat(grid, 1, size, base, none, none, zeros, "double", "u");
  ops_dat v = ops_decl_dat(grid, 1, size, base, none, none, zeros, "double", "v");
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");
  ops_par_loop(fill, "fill", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_idx());

  const double cells = static_cast<double>(n) * n;
  double value = 0, difference = 0;
  const double sum_ns = least(cells, [&] {
    ops_par_loop(add, "add", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(total, 1, "double", OPS_INC));
    ops_reduction_result(total, &value);
  });
  const double difference_ns = least(cells, [&] {
    ops_par_loop(add_difference, "add_difference", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_reduce(total, 1, "double", OPS_INC));
    ops_reduction_result(total, &difference);
  });

  ops_memspace host = OPS_HOST;
  const auto* a = reinterpret_cast<const double*>(ops_dat_get_raw_pointer(u, 0, point, &host));
  const auto* b = reinterpret_cast<const double*>(ops_dat_get_raw_pointer(v, 0, point, &host));
  int start[2], sizes[2], strides[2], less[2], more[2];
  ops_dat_get_raw_metadata(u, 0, start, sizes, strides, less, more);
  double by_hand = 0, difference_by_hand = 0;
  const double sum_by_hand_ns = least(cells, [&] { by_hand = sum(a, n, n, strides[0]); });
  const double difference_by_hand_ns =
      least(cells, [&] { difference_by_hand = sum_of_differences(a, b, n, n, strides[0]); });
  std::printf(
      "{\"sum_ns\": %.3f, \"sum_by_hand_ns\": %.3f, \"differences_ns\": %.3f, \"differences_by_hand_ns\": %.3f, "
      "\"off\": [%.1e, %.1e]}\n",
      sum_ns, sum_by_hand_ns, difference_ns, difference_by_hand_ns, by_hand / value - 1,
      difference_by_hand / difference - 1);
  ops_dat_release_raw_data(u, 0, OPS_READ);
  ops_dat_release_raw_data(v, 0, OPS_READ);
  ops_exit();
}

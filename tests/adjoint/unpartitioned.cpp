// tests/adjoint/unpartitioned.cpp: published programs of one process may leave out ops_partition, or call it late:
// values and gradient have the same bits as with it, also if a copy comes before the first loop. The default instance
// needs no name. Exit status 0 if right.
#include <cstdio>
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"

constexpr int n = 40;

void bend(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(1) - 0.5 * u(-1); }
void total(const ACC<double>& v, double* sum) { *sum += v(0) * v(0); }

enum class Partition { first, late, never };

/// What is to be compared: every value, and every derivative.
std::vector<double> run(int argc, char** argv, Partition when, bool step) {
  ops_init(argc, argv, 1);
  int size[] = {n}, base[] = {0}, below[] = {-1}, above[] = {1}, inner[] = {0, n}, all[] = {-1, n + 1},
      offsets[] = {0, -1, 1};
  std::vector<double> start(n + 2);
  for (int i = 0; i < n + 2; ++i) start[static_cast<std::size_t>(i)] = 0.3 + 0.01 * i;
  double value = 0.0;
  ops_block line = ops_decl_block(1, "line");
  ops_dat first = ops_decl_dat(line, 1, size, base, below, above, start.data(), "double", "first");
  ops_dat u = ops_decl_dat(line, 1, size, base, below, above, static_cast<double*>(nullptr), "double", "u");
  ops_dat v = ops_decl_dat(line, 1, size, base, below, above, start.data(), "double", "v");
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point"), three = ops_decl_stencil(1, 3, offsets, "three");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  if (when == Partition::first) ops_partition("");
  if (step) ops_ad_step(OPS_instance::getOPSInstance());
  ops_dat_deep_copy(u, first);
  ops_par_loop(bend, "bend", line, 1, inner, ops_arg_dat(u, 1, three, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  if (when == Partition::late) ops_partition("");
  ops_par_loop(total, "total", line, 1, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_reduction_result(sum, &value);
  *ops_reduction_get_derivative(sum) = 1.0;
  ops_interpret_adjoints();
  ops_device_sync(OPS_instance::getOPSInstance());
  std::vector<double> values(2 * n + 1, value);
  ops_dat_fetch_data(v, 0, reinterpret_cast<char*>(values.data()));
  ops_dat_fetch_derivative(first, reinterpret_cast<char*>(values.data() + n));
  ops_exit();
  return values;
}

int main(int argc, char** argv) {
  bool right = true;
  for (const bool step : {false, true}) {
    const std::vector<double> expected = run(argc, argv, Partition::first, step);
    right = right && expected == run(argc, argv, Partition::never, step) &&
            expected == run(argc, argv, Partition::late, step);
    right = right && expected.back() > 0.0 && expected[n + n / 2] != 0.0;
  }
  std::printf("without ops_partition: %s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}

// tests/adjoint/verdicts.cpp: what the Taylor test says, from the call and from the command line: a tie of a maximum is
// inconclusive and named, rounding of float datasets is allowed for, and neither ends the program. Exit status 0 if
// right.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"

constexpr int n = 64;

void bend(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(0) + 0.25 * u(0) * (u(-1) + u(1)); }
void most(const ACC<double>& v, double* m) { *m = fmax(*m, v(0)); }
void relax(const ACC<float>& a, ACC<float>& b) {
  b(0) = a(0) + 0.2F * (a(-1) - 2.0F * a(0) + a(1)) + 0.05F * a(0) * a(0);
}
void misfit(const ACC<float>& a, double* sum) { *sum += (double)((a(0) - 0.4F) * (a(0) - 0.4F)); }

struct World {
  int size[1] = {n}, base[1] = {0}, below[1] = {-1}, above[1] = {1}, all[2] = {0, n}, offsets[3] = {0, -1, 1};
  std::vector<double> tent = std::vector<double>(n + 2);
  std::vector<float> wave = std::vector<float>(n + 2);
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_block line = ops_decl_block(1, "line");
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point"), three = ops_decl_stencil(1, 3, offsets, "three");
  ops_reduction largest = ops_decl_reduction_handle(sizeof(double), "double", "largest");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_dat u, v, a, b, start;

  World() {
    for (int i = 0; i < n + 2; ++i) {
      const int from_edge = i < n + 1 - i ? i : n + 1 - i;
      tent[static_cast<std::size_t>(i)] = 0.1 + 0.01 * from_edge;  // symmetric: two cells have the largest value
      wave[static_cast<std::size_t>(i)] = 0.4F + 0.05F * static_cast<float>(i % 7) - 0.01F * static_cast<float>(i % 3);
    }
    u = ops_decl_dat(line, 1, size, base, below, above, tent.data(), "double", "u");
    v = ops_decl_dat(line, 1, size, base, below, above, tent.data(), "double", "v");
    start = ops_decl_dat(line, 1, size, base, below, above, wave.data(), "float", "start");
    a = ops_decl_dat(line, 1, size, base, below, above, wave.data(), "float", "a");
    b = ops_decl_dat(line, 1, size, base, below, above, wave.data(), "float", "b");
    ops_partition("");
  }
  double maximum() {
    double value = 0.0;
    ops_par_loop(bend, "bend", line, 1, all, ops_arg_dat(u, 1, three, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    ops_par_loop(most, "most", line, 1, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_reduce(largest, 1, "double", OPS_MAX));
    ops_reduction_result(largest, &value);
    return value;
  }
  double single() {
    double value = 0.0;
    ops_dat_deep_copy(a, start);
    for (int step = 0; step < 40; ++step) {
      ops_par_loop(relax, "relax", line, 1, all, ops_arg_dat(a, 1, three, "float", OPS_READ),
                   ops_arg_dat(b, 1, point, "float", OPS_WRITE));
      std::swap(a, b);
    }
    ops_par_loop(misfit, "misfit", line, 1, all, ops_arg_dat(a, 1, point, "float", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_reduction_result(sum, &value);
    return value;
  }
};

int main(int argc, char** argv) {
  const auto given = [&](const char* word) {
    for (int i = 1; i < argc; ++i)
      if (std::strcmp(argv[i], word) == 0) return true;
    return false;
  };
  ops_init(argc, argv, 1);
  World world;
  bool right = true;
  if (!given("single")) {
    const ops_ad_taylor_result tie =
        ops_ad_taylor_test(world.instance, {world.u}, [&] { return world.maximum(); }, world.largest);
    right = tie.inconclusive && !tie.passed && tie.verdict.find("inconclusive: ") == 0 &&
            tie.verdict.find("loop 'most' (") != std::string::npos;
    world.maximum();
    *ops_reduction_get_derivative(world.largest) = 1.0;
    ops_interpret_adjoints();
    ops_ad_reset();
    *ops_reduction_get_derivative(world.largest) = 0.0;
  }
  const ops_ad_taylor_result rounded = ops_ad_taylor_test({world.start}, [&] { return world.single(); }, world.sum);
  right = right && rounded.passed;
  world.single();
  *ops_reduction_get_derivative(world.sum) = 1.0;
  ops_interpret_adjoints();
  ops_exit();
  std::printf("verdicts: %s\n", right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}

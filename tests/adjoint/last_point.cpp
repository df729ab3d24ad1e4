// tests/adjoint/last_point.cpp: many points write one cell of a line of data (OPS_WRITE through a stencil with stride
// 0): the last one in serial order wins. Prints values; the gradient where the last point alone counts; the error where
// it would be wrong. With -steps and a number of
// states to be kept: the gradient of steps in which such a loop is passive.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 7, ny = 5;
double bound = 2.0;

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.5 + 0.25 * ((3 * index[0] + 5 * index[1]) % 11); }
void keep_last(const ACC<double>& u, ACC<double>& line, const int* index) { line(0, 0) = u(0, 0) * u(0, 1) + index[1]; }
void keep_large(const ACC<double>& u, ACC<double>& line) {
  if (u(0, 0) > bound) line(0, 0) = u(0, 0);
}
void keep_both(const ACC<double>& u, ACC<double>& line, ACC<double>& v) {
  line(0, 0) = u(0, 0);
  v(0, 0) = 2.0 * u(0, 0);
}
void spread(const ACC<double>& line, ACC<double>& u) { u(0, 0) += 0.1 * line(0, 0) * u(0, 0); }
void total(const ACC<double>& line, double* sum) { *sum += line(0, 0) * line(0, 0); }

struct World {
  int size[2] = {nx, ny}, row[2] = {nx, 1}, base[2] = {0, 0}, low[2] = {-1, -1}, high[2] = {1, 1};
  int centre[2] = {0, 0}, up[4] = {0, 0, 0, 1}, along[2] = {1, 0};
  int whole[4] = {-1, nx + 1, -1, ny + 1}, inside[4] = {0, nx, 0, ny}, in_row[4] = {0, nx, 0, 1};
  double* zeros = nullptr;
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = declare(size, "u"), v = declare(size, "v"), line = declare(row, "line");
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), above = ops_decl_stencil(2, 2, up, "above");
  ops_stencil fixed = ops_decl_strided_stencil(2, 1, centre, along, "fixed");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");

  ops_dat declare(int* extent, const char* name) {
    return ops_decl_dat(block, 1, extent, base, low, high, zeros, "double", name);
  }
  void print(ops_dat dat, const char* what, int count, bool derivative) {
    std::vector<double> values(static_cast<std::size_t>(count));
    auto* data = reinterpret_cast<char*>(values.data());
    derivative ? ops_dat_fetch_derivative(dat, data) : ops_dat_fetch_data(dat, 0, data);
    std::printf("%s", what);
    for (const double value : values) std::printf(" %.9g", value);
    std::printf("\n");
  }
  void start() {
    ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(fill, "fill_line", block, 2, in_row, ops_arg_dat(line, 1, point, "double", OPS_WRITE), ops_arg_idx());
  }
  void last() {
    ops_par_loop(keep_last, "keep_last", block, 2, inside, ops_arg_dat(u, 1, above, "double", OPS_READ),
                 ops_arg_dat(line, 1, fixed, "double", OPS_WRITE), ops_arg_idx());
  }
  void large() {
    ops_par_loop(keep_large, "keep_large", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(line, 1, fixed, "double", OPS_WRITE));
  }
  void both() {
    ops_par_loop(keep_both, "keep_both", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(line, 1, fixed, "double", OPS_WRITE), ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  }
  void steps(int slots) {
    double value = 0.0, one = 1.0;
    if (slots > 0) ops_ad_set_checkpoint_count(block->context, slots, 8);
    start();
    for (int step = 0; step < 8; ++step) {
      ops_ad_step(block->context);
      ops_par_loop_passive(keep_large, "keep_large", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
                           ops_arg_dat(line, 1, fixed, "double", OPS_WRITE));
      ops_par_loop(spread, "spread", block, 2, inside, ops_arg_dat(line, 1, fixed, "double", OPS_READ),
                   ops_arg_dat(u, 1, point, "double", OPS_RW));
    }
    ops_par_loop(total, "total", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    sum->get_result(&value, &one);
    ops_interpret_adjoints(block->context);
    print(u, "gradient", nx * ny, true);
  }
  void differentiate(void (World::*loop)()) {
    double value = 0.0, one = 1.0;
    ops_ad_reset(block->context);
    start();
    (this->*loop)();
    ops_par_loop(total, "total", block, 2, in_row, ops_arg_dat(line, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    sum->get_result(&value, &one);
    print(line, "line", nx, false);
    try {
      ops_interpret_adjoints(block->context);
      print(u, "gradient", nx * ny, true);
    } catch (const OPSException& error) {
      std::printf("error %s\n", error.what());
    }
  }
};

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  {
    World world;
    ops_decl_const("bound", 1, "double", &bound);
    ops_partition("");
    if (argc > 2 && std::strcmp(argv[1], "-steps") == 0) return world.steps(std::atoi(argv[2])), 0;
    world.differentiate(&World::last);
    world.differentiate(&World::large);
    world.differentiate(&World::both);
    world.print(world.v, "v", nx * ny, false);
  }
  ops_exit();
  return 0;
}

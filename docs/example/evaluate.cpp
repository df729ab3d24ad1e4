// docs/example/evaluate.cpp: one misfit and its gradient for a source of heat, from file to file.
// docs/example/bounded.py calls it.
#define OPS_2D
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 12, ny = 10, steps = 5;

void warm(const ACC<double>& u, const ACC<double>& source, ACC<double>& next) {
  next(0, 0) = u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) + 0.1 * source(0, 0);
}
void compare(const ACC<double>& u, const ACC<double>& measured, double* misfit) {
  *misfit += (u(0, 0) - measured(0, 0)) * (u(0, 0) - measured(0, 0));
}

void run() {
  int all[] = {0, nx, 0, ny}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat source = ops_decl_dat<double>(grid, "source", {nx, ny}),
          measured = ops_decl_dat<double>(grid, "measured", {nx, ny});
  ops_dat now = ops_decl_dat<double>(grid, "now", {nx, ny}, {.halo = 1}),
          next = ops_decl_dat<double>(grid, "next", {nx, ny}, {.halo = 1});
  ops_stencil point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star");
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_partition("");

  ops_read_npy("source.npy", source);
  ops_read_npy("measured.npy", measured);
  for (int step = 0; step < steps; ++step, std::swap(now, next)) {
    ops_ad_step();
    ops_par_loop(warm, "warm", grid, 2, all, ops_arg_dat(now, 1, star, "double", OPS_READ),
                 ops_arg_dat(source, 1, point, "double", OPS_READ), ops_arg_dat(next, 1, point, "double", OPS_WRITE));
  }
  ops_par_loop(compare, "compare", grid, 2, all, ops_arg_dat(now, 1, point, "double", OPS_READ),
               ops_arg_dat(measured, 1, point, "double", OPS_READ), ops_arg_reduce(misfit, 1, "double", OPS_INC));
  const double value = ops_ad_objective(misfit);
  ops_interpret_adjoints();
  ops_write_npy("end.npy", now);
  ops_write_npy("misfit.npy", std::vector{value}, {1});
  ops_write_npy_derivative("gradient.npy", source);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }

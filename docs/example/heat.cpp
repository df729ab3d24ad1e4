// docs/example/heat.cpp: the program of README.md.
#define OPS_2D
#include <utility>
#include <vector>

#include "ops.hpp"

void bump(ACC<double>& u, const int* idx) { u(0, 0) = idx[0] == 20 && idx[1] == 30 ? 1.0 : 0.0; }
void heat(const ACC<double>& u, ACC<double>& next) {
  next(0, 0) = u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0));
}
void square(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

void run() {
  int all[] = {0, 64, 0, 64}, offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat start = ops_decl_dat<double>(grid, "u", {64, 64}, {.halo = 1}), u = start;
  ops_dat next = ops_decl_dat<double>(grid, "next", {64, 64}, {.halo = 1});
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), star = ops_decl_stencil(2, 5, offsets, "star");
  ops_reduction energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  ops_partition("");

  ops_par_loop(bump, "bump", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 10; ++step, std::swap(u, next))
    ops_par_loop(heat, "heat", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE));
  ops_par_loop(square, "square", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(energy, 1, "double", OPS_INC));
  const double value = ops_ad_objective(energy);  // read it, and say: differentiate this

  ops_interpret_adjoints();
  const std::vector<double> gradient = ops_dat_fetch_derivative<double>(start);
  ops_printf("energy %.12f, derivative with respect to the heat at (20, 30) %.12f\n", value, gradient[30 * 64 + 20]);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }

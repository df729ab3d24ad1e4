// docs/example/heat_model.cpp: heat in a square as a function of its start and its conductivity, for Python.
#define OPS_2D
#include <utility>
#include <vector>

#include "ops.hpp"

void heat(const ACC<double>& u, ACC<double>& next, const double* k) {
  next(0, 0) = u(0, 0) + *k * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0));
}
void square(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

OPS_MODEL(heat, model) {
  const std::vector<int> n = model.size({64, 64});
  const int steps = model.option("steps", 10, "time steps");
  const double usual = 0.2;
  const int offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat start = ops_decl_dat<double>(grid, "start", n, {.halo = 1});
  ops_dat now = ops_decl_dat<double>(grid, "now", n, {.halo = 1});
  ops_dat next = ops_decl_dat<double>(grid, "next", n, {.halo = 1});
  ops_scalar k = ops_decl_scalar("k", &usual, 1);
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point");
  ops_stencil star = ops_decl_stencil(2, 5, offsets, "star");
  ops_reduction energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");

  model.about("Heat in a square plate whose edge is kept at 0.");
  model.input("start", start, "temperature at the start");
  model.input("k", k, "conductivity times time step over area of a cell");
  model.output("u", steps % 2 == 0 ? now : next, "temperature at the end");
  model.objective("energy", energy, "sum of its squares");
  model.run([=] {
    int all[] = {0, n[0], 0, n[1]};
    ops_dat u = now, v = next;
    ops_dat_deep_copy(u, start);
    for (int step = 0; step < steps; ++step, std::swap(u, v)) {
      ops_ad_step();
      ops_par_loop(heat, "heat", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_scalar(k, 1, "double", OPS_READ));
    }
    ops_par_loop(square, "square", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(energy, 1, "double", OPS_INC));
  });
}

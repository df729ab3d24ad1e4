// tests/python/burgers.cpp: a nonlinear equation along a line, whose viscosity is an input.
#define OPS_1D
#include <utility>
#include <vector>

#include "ops.hpp"

void advance(const ACC<double>& u, ACC<double>& next, const double* viscosity) {
  next(0) = u(0) - 0.1 * u(0) * (u(1) - u(-1)) + *viscosity * (u(1) - 2.0 * u(0) + u(-1));
}
void misfit(const ACC<double>& u, const ACC<double>& seen, double* sum) {
  *sum += 0.5 * (u(0) - seen(0)) * (u(0) - seen(0));
}

OPS_MODEL(burgers, model) {
  const std::vector<int> n = model.size({32});
  const int steps = model.option("steps", 8);
  const double usual = 0.1;
  const int offsets[] = {0, -1, 1};
  ops_block line = ops_decl_block(1, "line");
  ops_dat start = ops_decl_dat<double>(line, "start", n, {.halo = 1});
  ops_dat now = ops_decl_dat<double>(line, "now", n, {.halo = 1}),
          next = ops_decl_dat<double>(line, "next", n, {.halo = 1});
  ops_dat seen = ops_decl_dat<double>(line, "seen", n);
  ops_scalar viscosity = ops_decl_scalar("viscosity", &usual, 1);
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point"), three = ops_decl_stencil(1, 3, offsets, "three");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_dat end = steps % 2 == 0 ? now : next;
  model.input("start", start);
  model.input("seen", seen);
  model.input("viscosity", viscosity);
  model.output("end", end);
  model.objective("misfit", sum);
  model.run([=] {
    int all[] = {0, n[0]};
    ops_dat u = now, v = next;
    ops_dat_deep_copy(u, start);
    for (int step = 0; step < steps; ++step, std::swap(u, v)) {
      ops_ad_step();
      ops_par_loop(advance, "advance", line, 1, all, ops_arg_dat(u, 1, three, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_scalar(viscosity, 1, "double", OPS_READ));
    }
    ops_par_loop(misfit, "misfit", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(seen, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  });
}

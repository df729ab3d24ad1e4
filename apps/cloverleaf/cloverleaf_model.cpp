// apps/cloverleaf/cloverleaf_model.cpp: the gas for Python, and what its final kinetic energy depends on.
#include "apps/cloverleaf/solver.hpp"  // first: it says the rank of accessors

#include "apps/common/model.hpp"

OPS_MODEL(cloverleaf, model) {
  apps::ModelOptions options(model);
  options.size({"x_cells", "y_cells"}, {10, 10});
  options.add("end_step", 20, "time steps");
  options.add("ripple", 0.0, "amplitude of a wave on the start state");
  options.set("time-step", "differentiated");
  cloverleaf::Solver solver(options.settings<cloverleaf::Settings>());
  solver.start();
  const cloverleaf::Fields fields = solver.fields();
  ops_dat density = ops_dat_copy(fields.density0), energy = ops_dat_copy(fields.energy0);
  model.about("CloverLeaf: gas in a closed box, dense and hot in one corner at the start.");
  model.input("density", density, "at the start");
  model.input("energy", energy, "internal energy per mass at the start");
  model.output("density_end", fields.density0, "density at the end");
  model.output("xvel_end", fields.xvel0, "velocity along x at the end, at the lower left corner of each cell");
  model.output("yvel_end", fields.yvel0, "velocity along y at the end, at the lower left corner of each cell");
  model.objective("kinetic_energy", fields.kinetic_energy, "at the end");
  model.run([=] {
    cloverleaf::Solver run = solver;
    ops_dat_deep_copy(fields.density0, density);
    ops_dat_deep_copy(fields.energy0, energy);
    run.solve();
  });
}

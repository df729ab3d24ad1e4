// apps/shallow_water/shallow_water_model.cpp: waves over a sea floor for Python, and the misfit of what buoys record.
#define OPS_2D
#include "apps/shallow_water/solver.hpp"

#include "apps/common/model.hpp"

OPS_MODEL(shallow_water, model) {
  apps::ModelOptions options(model);
  options.size({"nx", "ny"}, {100, 100});
  options.add("steps", 150, "time steps");
  options.add("spacing", 10.0, "width of a cell [m]");
  options.add("courant", 0.8, "part of a cell that the fastest wave crosses in a step");
  options.add("depth", 20.0, "over the plain floor [m]");
  options.add("hill", 6.0, "height of the true floor's hills [m]");
  options.add("wave", 1.0, "height of the humps of water at the start [m]");
  options.add("frozen", false, "all runs take the time steps that the plain floor allows");
  const auto settings = options.settings<shallow_water::Settings>();
  shallow_water::Solver solver(settings);
  solver.start();
  if (settings.frozen) {
    solver.objective();
    solver.start();
  }
  const ops_dat inputs[] = {solver.inputs().at(0), solver.inputs().at(1)};
  ops_dat floor = ops_dat_copy(inputs[0]), surface = ops_dat_copy(inputs[1]);
  ops_dat state = ops_dat_copy(solver.results().front());
  model.about(
      "Waves over a sea floor, and buoys. shape: cells along y and x. The records are those of a floor with hills.");
  model.input("floor", floor, "height [m], below 0; usually plain");
  model.input("surface", surface, "height of the water at the start [m]");
  model.output("given", floor, "the floor of the run");
  model.output("state", state, "depth and momenta at the end");
  model.objective("misfit", solver.misfit(), "to the records, over the whole time");
  model.run([=] {
    shallow_water::Solver run = solver;
    ops_dat_deep_copy(inputs[0], floor);
    ops_dat_deep_copy(inputs[1], surface);
    run.solve();
    ops_dat_deep_copy(state, run.results().front());
  });
}

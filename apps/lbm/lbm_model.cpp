// apps/lbm/lbm_model.cpp: flow in a plane for Python, and what its energy or the drag depends on.
#define OPS_2D
#define OPS_SOA
#include "apps/lbm/solver.hpp"

#include "apps/common/model.hpp"

OPS_MODEL(lbm, model) {
  apps::ModelOptions options(model);
  options.size({"nx", "ny"}, {64, 64});
  options.add("steps", 100, "time steps");
  options.add("problem", "cavity", "cavity or channel");
  options.add("objective", "energy", "energy or drag");
  options.add("velocity", 0.05, "of the lid, or in the middle of an empty channel [cells/step]");
  options.add("reynolds", 100.0, "Reynolds number of this velocity and the distance of the walls");
  options.add("radius", -1.0, "of the obstacle in the middle [cells]; negative: none");
  options.add("ripple", 0.0, "of the density at the start");
  lbm::Solver<2> solver(options.settings<lbm::Settings>());
  solver.start();
  model.about("Lattice Boltzmann flow in a cavity or a channel. shape: cells along y and x, walls included.");
  model.input("rate", solver.inputs().front(), "relaxation rate of each cell");
  model.output("f", solver.results().front(), "distributions at the end");
  model.objective("objective", solver.sum(), "kinetic energy at the end, or mean drag over all steps");
  model.run([=] {
    lbm::Solver<2> run = solver;
    run.solve();
  });
}

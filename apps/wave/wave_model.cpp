// apps/wave/wave_model.cpp: waves through a plane for Python, and the misfit of what receivers record.
#define OPS_2D
#include "apps/wave/solver.hpp"

#include "apps/common/model.hpp"

OPS_MODEL(wave, model) {
  apps::ModelOptions options(model);
  options.size({"nx", "ny"}, {100, 100});
  options.add("steps", 300, "time steps");
  options.add("shots", 1, "sources, spread evenly, each in a run of its own");
  options.add("order", 8, "of the scheme in space: 2, 4 or 8");
  options.add("sponge", 10, "points at each border that absorb waves");
  options.add("spacing", 0.01, "between points [km]");
  options.add("frequency", 12.0, "of the sources, where their spectrum is largest [Hz]");
  options.add("uniform", false, "one velocity everywhere instead of layers");
  wave::Solver<2> solver(options.settings<wave::Settings>());
  solver.start();
  ops_dat velocity = solver.inputs().front();
  model.about("Acoustic waves from shots through the ground. shape: depth, x. The records are those of a slow lens.");
  model.input("velocity", velocity, "of each point [km/s]; usually layers without the lens");
  model.output("given", velocity, "the velocity of the run");
  model.objective("misfit", solver.sum(), "half the squared difference from the records");
  model.run([=] {
    wave::Solver<2> run = solver;
    run.solve();
  });
}

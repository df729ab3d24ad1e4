// docs/tutorial/plume_model.cpp: the plume as a function of its release and the diffusivity, for Python.
#define OPS_2D
#include "plume.hpp"

OPS_MODEL(plume, model) {
  const std::vector<int> n = model.size({96, 64});
  const int steps = model.option("steps", 240, "time steps");
  const Plume plume(n[0], n[1], steps);
  model.about("A pollutant in the wind, and what sensors record of it.");
  model.input("release", plume.release, "what each cell releases in a step");
  model.input("k", plume.k, "diffusivity [cells^2 per step]");
  model.input("measured", plume.measured, "what the sensors have recorded");
  model.output("air", plume.steps % 2 == 0 ? plume.now : plume.next, "concentration at the end");
  model.output("record", plume.record, "what the sensors read: [step, sensor]");
  model.objective("misfit", plume.misfit, "half the sum of squared differences between record and measured");
  model.run([=] {
    plume.spread();
    plume.judge();
  });
}

// apps/shallow_water/shallow_water.cpp: waves over a sea floor, the misfit at buoys, its gradient, and the inversion
// for the floor.
#define OPS_2D
#include "apps/shallow_water/inversion.hpp"

#include "apps/common/session.hpp"

namespace {

void describe(const shallow_water::Settings& settings, apps::Program& program, apps::Report& report) {
  // A step reads the state twice and the floor, and writes the state; its adjoint reads the state and the floor, takes
  // the derivative of the new state, writes that of the old one and changes that of the floor.
  const double field = sizeof(apps::Real) * settings.count(), steps = settings.steps;
  program.model_primal = field * 10.0 * steps;
  program.model_gradient = program.model_primal + field * 12.0 * steps;
  report.add("app", std::string("shallow_water"));
  report.add("points", settings.count());
  report.add("steps", static_cast<std::int64_t>(settings.steps));
}

}  // namespace

int main(int argc, char** argv) {
  return apps::guarded([&] {
    if (apps::CommandLine(argc, argv).flag("inversion")) return shallow_water::invert(argc, argv);
    return apps::main_of<shallow_water::Settings, shallow_water::Solver>(argc, argv, describe);
  });
}

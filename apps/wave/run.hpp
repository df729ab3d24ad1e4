// apps/wave/run.hpp: the program for one number of dimensions.
// Knows what a run reports; the shared part is apps/common/session.hpp.
#pragma once

#include "apps/wave/solver.hpp"

#include <string>

#include "apps/common/session.hpp"

namespace wave {

inline void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  const double points = settings.points(), steps = static_cast<double>(settings.steps) * settings.shots;
  // A step reads u and stiffness and changes u2; its adjoint reads both and the derivative of u2, which it writes anew, and changes those of
  // u and stiffness. Before the first step stiffness is made from the velocity, and both levels are set to rest.
  program.model_primal = points * (32.0 * steps + 16.0 * settings.shots + 16.0);
  program.model_gradient = program.model_primal + points * (64.0 * steps + 32.0);
  report.add("app", std::string("wave"));
  report.add("dims", static_cast<std::int64_t>(settings.dims));
  report.add("order", static_cast<std::int64_t>(settings.order));
  report.add("points", points);
  report.add("steps", static_cast<std::int64_t>(settings.steps));
  report.add("shots", static_cast<std::int64_t>(settings.shots));
  report.add("time_step", settings.step);
}

template <int dims>
int run(int argc, char** argv) {
  return apps::main_of<Settings, Solver<dims>>(argc, argv, describe);
}

}  // namespace wave

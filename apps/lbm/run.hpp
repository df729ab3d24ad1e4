// apps/lbm/run.hpp: the program for one number of dimensions.
#pragma once

#include "apps/lbm/solver.hpp"

#include <string>

#include "apps/common/session.hpp"

namespace lbm {

inline void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  const double field = sizeof(Real) * settings.count(), steps = settings.steps, values = settings.components();
  // A step reads f, rate and kind and writes f2; its adjoint reads the same, takes the derivative of f2, writes that of
  // f and changes that of rate. The objective reads f and kind; its adjoint writes the derivative of f. The drag is of
  // few cells.
  program.model_primal = field * ((2.0 * values + 2.0) * steps + (settings.drag ? 0.0 : values + 1.0));
  program.model_gradient =
      program.model_primal + field * ((3.0 * values + 4.0) * steps + (settings.drag ? 0.0 : 2.0 * values + 1.0));
  report.add("app", std::string("lbm"));
  report.add("dims", static_cast<std::int64_t>(settings.dims));
  report.add("points", settings.count());
  report.add("steps", static_cast<std::int64_t>(settings.steps));
  report.add("rate", settings.rate());
  report.add("force", settings.force());
}

template <int dims>
int run(int argc, char** argv) {
  return apps::main_of<Settings, Solver<dims>>(argc, argv, describe);
}

}  // namespace lbm

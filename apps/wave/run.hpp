// apps/wave/run.hpp: the program for one number of dimensions.
#pragma once

#include "apps/wave/solver.hpp"

#include <string>
#include <vector>

#include "apps/common/inversion.hpp"
#include "apps/common/session.hpp"

namespace wave {

inline void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  const double steps = static_cast<double>(settings.steps) * settings.shots, field = sizeof(Real) * settings.points();
  // A step reads u and stiffness and changes u2; its adjoint reads both and the derivative of u2, which it writes anew,
  // and changes those of u and stiffness. Before the first step stiffness is made from the velocity, and both levels
  // are set to rest.
  program.model_primal = field * (4.0 * steps + 2.0 * settings.shots + 2.0);
  program.model_gradient = program.model_primal + field * (8.0 * steps + 4.0);
  report.add("app", std::string("wave"));
  report.add("dims", static_cast<std::int64_t>(settings.dims));
  report.add("order", static_cast<std::int64_t>(settings.order));
  report.add("points", settings.points());
  report.add("steps", static_cast<std::int64_t>(settings.steps));
  report.add("shots", static_cast<std::int64_t>(settings.shots));
  report.add("time_step", settings.step);
}

/// What the inversion is told, and where its pictures' data go.
struct Wish {
  int iterations;
  std::string output;

  explicit Wish(apps::CommandLine& words)
      : iterations(words.integer("iterations", 20)), output(words.text("output", "")) {}
};

template <class T>
void write(const std::string& path, const Settings::Point& size, const std::vector<T>& values) {
  apps::NpyFile<T> file(path, {size[2], size[1], size[0]});
  file.write(values.data(), values.size());
  file.close();
}

/// Inverts for the true velocity, and reports how well.
template <int dims>
int invert(int argc, char** argv) {
  apps::CommandLine words(argc, argv);
  const Settings settings(words);
  const Wish wish(words);
  const bool json = words.flag("json");
  words.flag("inversion");
  words.finish();
  ops_init(argc, argv, 1);
  Solver<dims> solver(settings);
  const std::vector<double> truth = solver.velocity(Model::truth), guess = solver.velocity(Model::guess);
  const double begin = apps::now();
  const apps::Survey survey{guess, settings.sought(),
                            [&](const std::vector<double>& velocity, std::vector<double>& gradient) {
                              return solver.objective(velocity, gradient);
                            }};
  const apps::Inversion found = apps::invert(survey, wish.iterations);
  apps::Report report;
  report.add("app", std::string("wave"));
  report.add("evaluations", static_cast<std::int64_t>(found.evaluations));
  report.add("misfits", found.misfits);
  report.add("misfit_reduction", found.misfits.back() / found.misfits.front());
  report.add("correlation", apps::correlation(found.model, truth, guess));
  report.add("seconds", apps::now() - begin);
  report.add("peak_bytes", apps::peak_memory());
  report.print(json);
  if (!wish.output.empty()) {
    write(wish.output + ".true.npy", settings.size, truth);
    write(wish.output + ".initial.npy", settings.size, guess);
    write(wish.output + ".recovered.npy", settings.size, found.model);
    write(wish.output + ".traces.npy", settings.gather(), solver.observed());
    write(wish.output + ".misfits.npy", {static_cast<int>(found.misfits.size()), 1, 1}, found.misfits);
  }
  ops_exit();
  return 0;
}

template <int dims>
int run(int argc, char** argv) {
  if (apps::CommandLine(argc, argv).flag("inversion")) return invert<dims>(argc, argv);
  return apps::main_of<Settings, Solver<dims>>(argc, argv, describe);
}

}  // namespace wave

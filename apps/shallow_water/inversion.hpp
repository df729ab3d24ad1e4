// apps/shallow_water/inversion.hpp: from what the buoys heard to the floor.
#pragma once

#include "apps/shallow_water/solver.hpp"

#include <string>
#include <vector>

#include "apps/common/command_line.hpp"
#include "apps/common/inversion.hpp"
#include "apps/common/report.hpp"

namespace shallow_water {

/// What the inversion is told, and where its pictures' data go.
struct Wish {
  int iterations;
  std::string output;

  explicit Wish(apps::CommandLine& words)
      : iterations(words.integer("iterations", 30)), output(words.text("output", "")) {}
};

inline void write(const Wish& wish, const Settings& settings, const Solver& solver, const std::vector<double>& gradient,
                  const apps::Inversion& found) {
  if (wish.output.empty()) return;
  const std::vector<int> shape{settings.ny, settings.nx};
  ops_write_npy(wish.output + ".true.npy", settings.floor(true), shape);
  ops_write_npy(wish.output + ".first.npy", settings.floor(false), shape);
  ops_write_npy(wish.output + ".recovered.npy", found.model, shape);
  ops_write_npy(wish.output + ".gradient.npy", gradient, shape);
  ops_write_npy(wish.output + ".misfits.npy", found.misfits, {static_cast<int>(found.misfits.size())});
  const Record& record = solver.record();
  ops_write_npy(wish.output + ".times.npy", record.times(), {static_cast<int>(record.times().size())});
  ops_write_npy(wish.output + ".levels.npy", record.levels(), {static_cast<int>(record.times().size()), buoys});
  std::vector<int> places;
  for (const ops_point& buoy : settings.buoys(buoys_along)) places.insert(places.end(), {buoy[0], buoy[1]});
  ops_write_npy(wish.output + ".buoys.npy", places, {buoys, 2});
}

/// Inverts for the true floor, and reports how well.
inline int invert(int argc, char** argv) {
  apps::CommandLine words(argc, argv);
  const Settings settings(words);
  const Wish wish(words);
  const bool json = words.flag("json");
  words.flag("inversion");
  words.finish();
  ops_init(argc, argv, 1);
  Solver solver(settings);
  const std::vector<double> truth = settings.floor(true), guess = settings.floor(false);
  std::vector<double> gradient;
  solver.objective(guess, gradient);
  const double begin = apps::now();
  const apps::Survey survey{
      guess, std::vector<double>(guess.size(), 1.0),
      [&](const std::vector<double>& floor, std::vector<double>& slope) { return solver.objective(floor, slope); },
      0.5 * settings.deep};
  const apps::Inversion found = apps::invert(survey, wish.iterations);
  apps::Report report;
  report.add("app", std::string("shallow_water"));
  report.add("evaluations", static_cast<std::int64_t>(found.evaluations));
  report.add("misfits", found.misfits);
  report.add("misfit_reduction", found.misfits.back() / found.misfits.front());
  report.add("correlation", apps::correlation(found.model, truth, guess));
  report.add("seconds", apps::now() - begin);
  report.add("peak_bytes", apps::peak_memory());
  report.print(json);
  write(wish, settings, solver, gradient, found);
  ops_exit();
  return 0;
}

}  // namespace shallow_water

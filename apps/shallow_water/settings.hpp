// apps/shallow_water/settings.hpp: what the command line says of the grid, the floor and the observations.
#pragma once

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/common/command_line.hpp"
#include "ops.hpp"

namespace shallow_water {

struct Settings {
  int nx, ny, steps;
  double spacing;  ///< [m]
  double courant;
  double deep;  ///< depth over the plain floor [m]
  double hill;  ///< height of the true floor's hills [m]
  double wave;  ///< height of the hump of water at the start [m]
  bool frozen;  ///< later runs take the time steps of the first

  explicit Settings(apps::CommandLine& words)
      : nx(words.integer("nx", 100, 8)),
        ny(words.integer("ny", 100, 8)),
        steps(words.integer("steps", 150)),
        spacing(words.real("spacing", 10.0)),
        courant(words.real("courant", 0.8)),
        deep(words.real("depth", 20.0)),
        hill(words.real("hill", 6.0)),
        wave(words.real("wave", 1.0)),
        frozen(words.flag("frozen")) {
    if (spacing <= 0.0 || courant <= 0.0 || courant > 1.0)
      throw std::invalid_argument("-spacing is positive, and -courant from 0 to 1");
    if (deep <= 0.0 || hill < 0.0 || hill + std::abs(wave) >= 0.8 * deep)
      throw std::invalid_argument("-hill=" + std::to_string(hill) + " and -wave=" + std::to_string(wave) +
                                  ": together less than 0.8 of -depth=" + std::to_string(deep));
  }

  double count() const { return static_cast<double>(nx) * ny; }
  double length() const { return nx * spacing; }
  double width() const { return ny * spacing; }

  /// The buoys: evenly, none in the outermost cells.
  std::vector<ops_point> buoys(int along) const {
    std::vector<ops_point> points;
    for (int b = 0; b < along; ++b)
      for (int a = 0; a < along; ++a)
        points.push_back({(2 * a + 1) * nx / (2 * along), (2 * b + 1) * ny / (2 * along)});
    return points;
  }

  /// Height of the floor [m], below 0: it falls from wall to wall, and the true floor also has a round hill and a
  /// ridge. One cell is deepest. If 0.18 nx is an integer, two cells are equally deep, and the derivative of the first
  /// time step is that of one of them.
  std::vector<double> floor(bool truth) const {
    return over_cells([&](double x, double y) {
      const double round = bump(x - 0.35, y - 0.6, 0.1),
                   ridge = 0.7 * bump((x - 0.7) - 0.4 * (y - 0.35), 0.4 * (y - 0.35), 0.07);
      const double fall = 1.0 + 0.2 * (y - 0.5) + 0.02 * std::sin(2.0 * std::numbers::pi * (x + 0.07));
      return -deep * fall + (truth ? hill * (round + ridge) : 0.0);
    });
  }

  /// Height of the surface at the start [m].
  std::vector<double> surface() const {
    return over_cells(
        [&](double x, double y) { return wave * (bump(x - 0.5, y - 0.5, 0.06) + bump(x - 0.1, y - 0.15, 0.06)); });
  }

 private:
  static double bump(double x, double y, double radius) { return std::exp(-(x * x + y * y) / (2.0 * radius * radius)); }

  template <class Function>
  std::vector<double> over_cells(const Function& function) const {
    std::vector<double> values;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) values.push_back(function((i + 0.5) / nx, (j + 0.5) / ny));
    return values;
  }
};

}  // namespace shallow_water

// apps/lbm/settings.hpp: what the command line says of the lattice, the flow and the objective.
#pragma once

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>

#include "apps/common/command_line.hpp"

namespace lbm {

struct Settings {
  using Cell = std::array<int, 3>;

  int dims, steps;
  Cell size;        ///< cells per axis, walls included
  bool channel;     ///< periodic but along the last axis, driven by a force; otherwise a box with a moving lid
  bool drag;        ///< the objective is the mean drag; otherwise the kinetic energy at the end
  double speed;     ///< of the lid, or in the middle of the channel [cells/step]
  double reynolds;  ///< by it and by the distance of the walls
  double radius;    ///< of the obstacle in the middle [cells]; negative: none
  double ripple;    ///< of the density at the start

  explicit Settings(apps::CommandLine& words)
      : dims(words.integer("dims", 2)),
        steps(words.integer("steps", 100)),
        size{words.integer("nx", 64, 3), words.integer("ny", 64, 3), dims == 3 ? words.integer("nz", 64, 3) : 1},
        channel(choice(words, "problem", "cavity", "channel")),
        drag(choice(words, "objective", "energy", "drag")),
        speed(words.real("velocity", 0.05)),
        reynolds(words.real("reynolds", 100.0)),
        radius(words.real("radius", -1.0)),
        ripple(words.real("ripple", 0.0)) {
    check();
  }

  double count() const { return static_cast<double>(size[0]) * size[1] * size[2]; }
  int components() const { return dims == 3 ? 19 : 9; }
  bool wall(std::size_t axis) const { return !channel || axis == static_cast<std::size_t>(dims) - 1; }
  /// Walls stand half a cell before the first and after the last fluid cell [cells].
  double height() const { return size[static_cast<std::size_t>(dims) - 1] - 2.0; }
  double viscosity() const { return std::abs(speed) * height() / reynolds; }  ///< [cells^2/step]
  double rate() const { return 1.0 / (3.0 * viscosity() + 0.5); }
  /// That drives a plane Poiseuille flow of this speed in its middle.
  double force() const { return channel ? 8.0 * viscosity() * speed / (height() * height()) : 0.0; }
  double lid_speed() const { return channel ? 0.0 : speed; }

  /// The cells that may belong to the obstacle, along an axis: first and past the last.
  std::array<int, 2> obstacle(std::size_t axis) const {
    const double middle = 0.5 * (size[axis] - 1);
    return {static_cast<int>(std::ceil(middle - radius)), static_cast<int>(std::floor(middle + radius)) + 1};
  }

 private:
  /// Whether the second word was chosen; the first one is the default.
  static bool choice(apps::CommandLine& words, const std::string& name, const std::string& first,
                     const std::string& second) {
    const std::string word = words.text(name, first);
    if (word != first && word != second)
      throw std::invalid_argument("-" + name + "=" + word + ": " + first + " or " + second);
    return word == second;
  }

  void check() const {
    if (dims != 2 && dims != 3) throw std::invalid_argument("-dims=" + std::to_string(dims) + ": two or three");
    if (speed == 0.0 || reynolds <= 0.0)
      throw std::invalid_argument("-velocity is not zero, and -reynolds is positive");
    if (drag && radius < 0.0) throw std::invalid_argument("-objective=drag needs an obstacle: -radius=<cells>");
    for (std::size_t axis = 0; radius >= 0.0 && axis < static_cast<std::size_t>(dims); ++axis)
      if (obstacle(axis)[0] < 2 || obstacle(axis)[1] > size[axis] - 2 || obstacle(axis)[0] >= obstacle(axis)[1])
        throw std::invalid_argument("-radius=" + std::to_string(radius) +
                                    ": the obstacle must have cells, and two before each end of axis " +
                                    std::to_string(axis) + ", which has " + std::to_string(size[axis]));
  }
};

}  // namespace lbm

// apps/wave/settings.hpp: what the command line says of the grid, the time steps and the survey.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/common/command_line.hpp"

namespace wave {

struct Settings {
  using Point = std::array<int, 3>;

  int dims, order, steps, shots, sponge;
  Point size;                                  ///< points per axis; the last one is depth
  double spacing;                              ///< [km]
  double frequency;                            ///< of the source, where its spectrum is largest [Hz]
  double step;                                 ///< [s]
  bool uniform;                                ///< one velocity everywhere instead of layers
  bool traces;                                 ///< keeps what the receivers hear, for -dump
  int source_depth, receiver_depth, source_x;  ///< source_x < 0: shots are spread evenly

  explicit Settings(apps::CommandLine& words)
      : dims(words.integer("dims", 2)),
        order(words.integer("order", 8)),
        steps(words.integer("steps", 300)),
        shots(words.integer("shots", 1)),
        sponge(words.integer("sponge", 10, 0)),
        size{words.integer("nx", 100), words.integer("ny", 100), dims == 3 ? words.integer("nz", 100) : 1},
        spacing(words.real("spacing", 0.01)),
        frequency(words.real("frequency", 12.0)),
        step(words.real("dt", 0.0)),
        uniform(words.flag("uniform")),
        traces(!words.text("dump", "").empty()),
        source_depth(words.integer("source-depth", sponge, 0)),
        receiver_depth(words.integer("receiver-depth", depth() - 1 - sponge, 0)),
        source_x(words.integer("source-x", -1, -1)) {
    check();
    if (step == 0.0) step = 0.7 * largest_step();
  }

  std::size_t deepest() const { return dims == 3 ? 2 : 1; }
  int depth() const { return size[deepest()]; }  ///< [points]
  int reach() const { return order / 2; }
  double points() const { return static_cast<double>(size[0]) * size[1] * size[2]; }

  /// Points are counted from the receivers: their line has index 0 along every axis but the first.
  Point first() const {
    Point at = {0, dims == 3 ? -(size[1] / 2) : 0, 0};
    at[deepest()] = -receiver_depth;
    return at;
  }

  /// The shape of a shot's traces: receivers, and time steps where fields have depth.
  Point gather() const {
    Point shape = {size[0], 1, 1};
    shape[deepest()] = steps;
    return shape;
  }

  Point source(int shot) const {
    const long width = size[0] - 2 * sponge;
    Point at = {source_x >= 0 ? source_x : sponge + static_cast<int>(width * (2 * shot + 1) / (2 * shots)), 0, 0};
    at[deepest()] = source_depth - receiver_depth;
    return at;
  }

  /// Where the velocity is sought, 0 to 1: not in the sponge, and less within five points of it and of sources and
  /// receivers.
  std::vector<double> sought() const {
    const auto ramp = [](int distance) { return std::clamp(distance / 5.0, 0.0, 1.0); };
    std::vector<double> weight;
    Point at;
    for (at[2] = 0; at[2] < size[2]; ++at[2])
      for (at[1] = 0; at[1] < size[1]; ++at[1])
        for (at[0] = 0; at[0] < size[0]; ++at[0]) {
          double product =
              ramp(std::abs(at[deepest()] - source_depth)) * ramp(std::abs(at[deepest()] - receiver_depth));
          for (std::size_t axis = 0; axis <= deepest(); ++axis)
            product *= ramp(std::min(at[axis], size[axis] - 1 - at[axis]) - sponge);
          weight.push_back(product);
        }
    return weight;
  }

  /// Ricker's wavelet, 1.5 periods after it begins.
  double wavelet(double time) const {
    const double phase = std::numbers::pi * frequency * (time - 1.5 / frequency), a = phase * phase;
    return (1.0 - 2.0 * a) * std::exp(-a);
  }

  /// Above it the scheme is not stable [s].
  double largest_step() const {
    constexpr double fastest = 2.5;  // [km/s]
    // largest eigenvalue along one axis
    const double stiffness = order == 2 ? 4.0 : order == 4 ? 16.0 / 3.0 : 2048.0 / 315.0;
    return 2.0 / std::sqrt(dims * stiffness) * spacing / fastest;
  }

 private:
  void check() const {
    if (dims != 2 && dims != 3) throw std::invalid_argument("-dims=" + std::to_string(dims) + ": two or three");
    if (order != 2 && order != 4 && order != 8)
      throw std::invalid_argument("-order=" + std::to_string(order) + ": 2, 4 or 8");
    for (std::size_t axis = 0; axis <= deepest(); ++axis)
      if (size[axis] < 2 * sponge + 3)
        throw std::invalid_argument("axis " + std::to_string(axis) + " has " + std::to_string(size[axis]) +
                                    " points: -sponge=" + std::to_string(sponge) + " needs at least " +
                                    std::to_string(2 * sponge + 3));
    if (source_x >= 0 && shots > 1)
      throw std::invalid_argument("-source-x places one shot: not with -shots=" + std::to_string(shots));
    require_inside("-source-depth", source_depth, depth());
    require_inside("-receiver-depth", receiver_depth, depth());
    if (source_x >= 0) require_inside("-source-x", source_x, size[0]);
    if (spacing <= 0.0 || frequency <= 0.0 || step < 0.0)
      throw std::invalid_argument("-spacing, -frequency and -dt are positive");
  }

  void require_inside(const char* option, int value, int points) const {
    if (value < sponge || value >= points - sponge)
      throw std::invalid_argument(std::string(option) + "=" + std::to_string(value) + ": must be from " +
                                  std::to_string(sponge) + " to " + std::to_string(points - sponge - 1) +
                                  ", outside of the sponge");
  }
};

}  // namespace wave

// ops/derivatives/log/extremum.hpp: a minimum or maximum that a recorded loop found. Plain data.
#pragma once

#include "ops/loops/launch/launch.hpp"

namespace ops {

/// One component of a MIN or MAX reduction that a loop has changed.
struct Extremum {
  std::size_t arg = 0;
  std::size_t component = 0;
  /// the loop's first point (axis 0 fastest) that offered the value which the handle had after the loop
  Attained first{};
};

}  // namespace ops

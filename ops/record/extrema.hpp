// ops/record/extrema.hpp: what one recorded loop did to MIN and MAX reductions, and where.
// Knows one event and how to search; knows nothing of seeds or directions.
#pragma once

#include <span>
#include <vector>

#include "ops/record/events.hpp"

namespace ops {

/// One component of a MIN or MAX reduction that a loop has changed.
struct Extremum {
  std::size_t arg = 0;
  std::size_t component = 0;
  /// the loop's first point (axis 0 fastest) that offered the value which the handle had after the loop
  Attained first{};
};

/// Components that the loop left as they were (ties included) belong to an earlier one.
std::vector<Extremum> changed_extrema(const Events& events, const Event& loop);

/// Fills `first` of some of the loop's extrema. What is not found was offered between this loop and the next by one
/// that is not recorded.
/// @param args  of the loop: `primal` with the values before it, and room beyond where it needs that
void find_extrema(Machine& machine, const Events& events, const Event& loop, std::span<AdjointArg> args,
                  std::span<Extremum> sought);

/// The loop's event at one point alone.
Event at_point(const Event& loop, const Index& at);

}  // namespace ops

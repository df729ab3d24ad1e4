// ops/derivatives/events/loop_extrema.hpp: the contributions of one recorded loop to MIN and MAX reductions, with their
// positions.
#pragma once

#include <span>
#include <vector>

#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/log/extremum.hpp"

namespace ops {

/// Components that the loop left as they were (ties included) belong to an earlier one.
std::vector<Extremum> changed_extrema(const Events& events, const LoopEvent& loop);

/// Fills `first` of some of the loop's extrema. What is not found was offered between this loop and the next by one
/// that is not recorded.
/// @param args  of the loop: `primal` with the values before it, and room beyond where it needs that
void find_extrema(Machine& machine, const Events& events, const LoopEvent& loop, std::span<AdjointArg> args,
                  std::span<Extremum> sought);

}  // namespace ops

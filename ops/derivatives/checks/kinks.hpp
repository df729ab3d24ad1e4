// ops/derivatives/checks/kinks.hpp: finds the points at which a recording is not smooth.
#pragma once

#include "ops/derivatives/checks/replay.hpp"
#include "ops/derivatives/events/loop_event.hpp"

namespace ops {

/// What one loop computes changes differently in either direction.
struct Kink {
  const LoopEvent* loop = nullptr;  ///< null: none was found
  std::string output;               ///< dataset or reduction
  bool located = false;             ///< `at` counts
  Index at{};                       ///< cell of the dataset; point of the range for reductions
  double size = 0;                  ///< second difference relative to the first ones, at most 1
};

/// In loops that the objective depends on: the largest kink within `h` times the directions: each loop alone, from the
/// values that it has in between of those both ways.
Kink find_kink(Replay& replay, const Tape& tape, const InputDirections& directions, double h);
/// "(i,j) of loop 'name' at file:line: 'u' .."
std::string sentence(const Kink& kink);

}  // namespace ops

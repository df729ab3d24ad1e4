// ops/derivatives/sweeps/loop_reversal.hpp: data that the loops of a sweep share while they are reversed. Plain data.
#pragma once

#include "ops/derivatives/log/statistics.hpp"
#include "ops/derivatives/sweeps/postponed.hpp"

namespace ops {

struct LoopReversal {
  Reversing& sweep;
  AdjointLaunches& launches;
  Postponements& postponed;
  const char* asked_by;  ///< the call of the program, for errors
  bool owner;            ///< owner form of adjoints where there is one
  ops_ad_statistics counts = {};
  double moved = 0.0;  ///< by the loop being reversed, by the model [bytes]
};

}  // namespace ops

// ops/derivatives/checkpoints/reversal.hpp: reverses steps from any set of kept checkpoints and tapes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/derivatives/checkpoints/division.hpp"
#include "ops/derivatives/checkpoints/kept_checkpoints.hpp"
#include "ops/derivatives/checkpoints/schedule.hpp"

namespace ops {

/// Reverses the kept tapes, then the steps from the last checkpoint on with the room that is free by then, and so on.
class Reversal {
 public:
  /// @param kept   the tapes, if any, end with the last step
  /// @param steps  that have been run; the first state is a checkpoint, unless every step has its tape
  Reversal(KeptCheckpoints kept, std::int64_t steps);
  Action next();

 private:
  struct Pending {
    std::int64_t first = 0;
    Division::Part part;
  };

  void plan();
  void begin_gap();
  void split(const Pending& pending);
  void tape(const Pending& pending);
  void reverse(std::int64_t first);

  KeptCheckpoints kept_;
  std::int64_t steps_, end_;          ///< all; those from end_ on are reversed
  std::optional<Division> division_;  ///< of the steps after the checkpoint under way
  std::vector<Pending> pending_;      ///< its parts, the next one last
  std::vector<Action> queue_;         ///< next one last
};

}  // namespace ops

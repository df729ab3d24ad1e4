// ops/derivatives/sweeps/loop_versions.hpp: the versions around a loop that is about to run: which are kept, and where
// the loop writes.
#pragma once

#include "ops/derivatives/sweeps/versions.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

class SavedState;  // ops/derivatives/checkpoints/saved_state.hpp

struct LoopVersions {
  Versions& versions;
  const LoopCall& call;
  const Operands& operands;
  std::span<EventArg> roles;

  Box cells(std::size_t i) const;
  Box read_cells(std::size_t i) const;

  /// The versions that the adjoint reads become the event's: those that the loop finds.
  void keep_before();
  /// Those that it leaves, when it is known where it writes.
  void keep_after();
  /// Sends writes that would destroy needed values to a new version, or saves the region if it is small.
  void redirect_writes();
  /// The state that was taken last learns which cells are read, and which are overwritten before.
  void show(SavedState& last) const;

 private:
  void keep(bool after);
  bool overwrites(std::size_t i) const;
};

}  // namespace ops

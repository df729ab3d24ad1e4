// ops/derivatives/sweeps/adjoint_launches.hpp: arguments of adjoint launches: shapes with addresses, rows of zeros,
// captured values.
#pragma once

#include <vector>

#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/log/zero_rows.hpp"

namespace ops {

class AdjointLaunches {
 public:
  AdjointLaunches(const Events& events, BufferPool& pool) : events_(events), zeros_(pool) {}

  /// With primal values and constants, in `args` and `constants`; seeds and targets empty.
  AdjointLaunch launch_of(const LoopEvent& event);
  /// @param in, out  buffers of `dat`; null stays null
  ArgView view(const EventArg& arg, Buffer* in, Buffer* out, const Tracked& dat) const;
  ArgView zero_seed(const LoopEvent& event, const EventArg& arg);
  /// Whether an owner form can be asked to write cells: each of the hull of its targets is the centre of one iteration
  /// point.
  bool writes_all(const LoopEvent& event, const EventArg& arg) const;
  Box target_cells(const LoopEvent& event, std::size_t arg) const;

  std::vector<AdjointArg> args;  ///< of the launch being built
  std::vector<const void*> constants;

 private:
  ArgView primal(const LoopEvent& event, std::size_t i);

  const Events& events_;
  ZeroRows zeros_;
};

}  // namespace ops

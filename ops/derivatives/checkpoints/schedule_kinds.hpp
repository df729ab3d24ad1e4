// ops/derivatives/checkpoints/schedule_kinds.hpp: the kinds of schedules.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/derivatives/checkpoints/capacity.hpp"
#include "ops/derivatives/checkpoints/kept_checkpoints.hpp"
#include "ops/derivatives/checkpoints/schedule.hpp"

namespace ops {

/// Every step is taped as it runs: no step is run twice.
std::unique_ptr<Schedule> store_all();

/// `steps` steps within the capacity, the fewest executed: Revolve where it is slots, mixed where states and tapes
/// share bytes
/// (`Division` says how near to the optimum). States go to disk first, since the oldest are the ones least often
/// written and read. The count may turn out wrong: fewer steps are reversed as well as what is kept allows, more are
/// thinned out as `online` does.
/// @param sure  it will not. If it does anyway, and all memory went into tapes, `next` throws an OPSException.
/// Where it may, a state is
///              kept always, unless none fits; that is worth some steps where all tapes fit without it, but not with
///              it.
/// @throws OPSException  if the capacity is too small
std::unique_ptr<Schedule> offline(const Capacity& capacity, std::int64_t steps, bool sure = true);

/// Any number of steps within the capacity: states as far apart as tapes can fill the gap, as `Thinning` chooses among
/// them, and the tapes of the last steps.
/// @throws OPSException  if the capacity is too small
std::unique_ptr<Schedule> online(const Capacity& capacity);

/// What is kept after some steps: states before `present`, oldest first, and the tapes of steps [tapes_first, present).
struct Halfway {
  std::vector<Checkpoint> states;
  std::int64_t tapes_first = 0, present = 0;
};

/// What to give up at once, and how to go on.
struct Resumption {
  std::vector<Action> drops;
  std::unique_ptr<Schedule> rest;
};

/// Any number of steps more, or their reversal, within a capacity that has turned out to be another than was thought.
/// @throws OPSException  if the capacity is too small
Resumption resume(const Capacity& capacity, const Halfway& kept);

}  // namespace ops

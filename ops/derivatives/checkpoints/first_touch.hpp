// ops/derivatives/checkpoints/first_touch.hpp: how much memory a program's first recording should use, where the first
// use of memory is slow.
#pragma once

#include <cstddef>

#include "ops/derivatives/checkpoints/choose_schedule.hpp"
#include "ops/support/duration.hpp"

namespace ops {

/// Whether a recording of such steps takes so long that less memory can save time worth mentioning.
/// @param run  what a step takes with new memory for its state and tape [s]
bool may_save_time(const Demand& demand, double run);

/// The first recording of a program takes its memory from the operating system. Where that takes longer than computing
/// the values, as on some virtual machines, recomputing steps is faster than keeping all of them.
/// @param demand  with a limit in bytes and the sizes of a state and a tape, without disk
/// @param times   of a step: `run` with new memory for its state and tape, `again` without
/// @return  the limit with which a gradient takes the least time, if that is less than half of the time with
///     `demand.memory`; else `demand.memory` [bytes]
std::size_t fastest_memory(const Demand& demand, const StepTimes& times);

}  // namespace ops

// ops/derivatives/checkpoints/first_touch.hpp: how much memory a program's first recording should use, where the first
// use of memory is slow.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "ops/data/pool.hpp"
#include "ops/derivatives/checkpoints/choose_schedule.hpp"

namespace ops {

/// The number of steps of a program that does not announce it. A longer run uses all memory after these steps.
inline constexpr std::int64_t assumed_steps = 100;

/// How much longer the first use of memory takes than later ones. [s/byte]
/// @param sizes  of buffers that a recording takes. The function fills new ones, and leaves them in the pool
/// @param bytes  of new memory to fill
/// @param clock  [s], when all work so far has been done
double first_touch(BufferPool& pool, std::span<const std::size_t> sizes, std::size_t bytes,
                   const std::function<double()>& clock);

/// The most that a recording of the announced or assumed number of steps keeps. [bytes]
std::size_t most_kept(const Demand& demand);

/// Whether steps keep values, and take long enough for a lower limit to save time.
/// @param run  what a step takes with new memory [s]
bool worth_measuring(const Demand& demand, double run);

/// Whether the first use of memory takes so much of the time that a lower limit may halve the time.
/// @param touch  first_touch()
bool may_save_time(const Demand& demand, double touch, double run);

/// The first recording of a program takes its memory from the operating system. Where that takes longer than computing
/// the values, recomputing steps is faster than keeping all of them.
/// @param demand  with a limit in bytes and the sizes of a state and a tape, without disk
/// @param touch   first_touch()  @param again  what a step takes without new memory [s]
/// @return  the limit with which a gradient takes the least time, if that is at most half of the time with
///     `demand.memory`, and half a second less; else `demand.memory`. Without an announced number of steps it is for
///     `assumed_steps`. [bytes]
std::size_t fastest_memory(const Demand& demand, double touch, double again);

}  // namespace ops

// ops/derivatives/checkpoints/first_touch.hpp: how much memory a program's first recording should use, where the first
// use of memory is slow.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "ops/data/pool.hpp"
#include "ops/derivatives/checkpoints/choose_schedule.hpp"

namespace ops {

/// Of a program that does not announce them; one with more steps needs more memory.
inline constexpr std::int64_t assumed_steps = 100;

/// What the first use of memory takes, more than later ones. [s/byte]
/// @param sizes  of buffers that a recording takes; new ones are used, as far as needed, and left in the pool for it
/// @param clock  [s], when all work so far has been done
double first_touch(BufferPool& pool, std::span<const std::size_t> sizes, std::size_t bytes,
                   const std::function<double()>& clock);

/// What a recording keeps at most, of the announced or the assumed number of steps. [bytes]
std::size_t most_kept(const Demand& demand);

/// Steps keep something, and take so long that time can be saved.
/// @param run  what a step takes with new memory [s]
bool worth_measuring(const Demand& demand, double run);

/// A recording whose memory is new spends so much time on its first use that less memory may save time worth
/// mentioning.
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

// ops/derivatives/checkpoints/schedule_cost.hpp: predicts the cost of a schedule by counting its actions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/derivatives/checkpoints/schedule.hpp"

namespace ops {

/// A reversed step is taken to take as long as this many that run again, until one has been seen.
inline constexpr double reversal = 2;

struct Forecast {
  std::int64_t steps = 0;
  std::int64_t executed = 0;  ///< forward steps, the program's own ones included
  std::int64_t saves = 0, restores = 0;
  std::int64_t disk_writes = 0, disk_reads = 0;     ///< those saves and restores that are on disk
  std::size_t peak_bytes = 0, peak_disk_bytes = 0;  ///< states and tapes in memory; states on disk
};

/// Uses the schedule up. @param state, tape  size of one state and of one step's tape [bytes]
Forecast forecast(Schedule& schedule, std::int64_t steps, std::size_t state, std::size_t tape);

}  // namespace ops

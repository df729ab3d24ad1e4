// ops/derivatives/checkpoints/memory_budget.hpp: the user's memory limit for recordings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ops/data/context.hpp"
#include "ops/support/duration.hpp"

namespace ops {

/// States may go to files in a directory.
struct DiskLimit {
  std::string directory;
  std::size_t bytes = 0;
  bool compress = false;
};

/// What is left out is unknown (steps, times) or no limit.
struct MemoryBudget {
  /// as announced by ops_ad_set_checkpoint_count. `slots` without `memory`: what these states and a tape take; with
  /// `memory`: the largest number of states in memory, besides the limit in bytes
  std::optional<std::int64_t> steps, slots;
  std::optional<std::size_t> memory;  ///< for states and tapes together [bytes]
  std::optional<StepTimes> times;     ///< in the recording before
  std::string told = {};              ///< the plan of the recording before, which is not told again
  std::optional<DiskLimit> disk;      ///< nothing: states stay in memory
  bool asked = true;                  ///< by the user; else `memory` grows to what one step needs
};

/// "8GB", "500 MiB", "12345" (bytes) or "50%" of `available`. Decimal units are powers of 1000, those with an i of
/// 1024. Nothing for anything else, and for zero.
std::optional<std::size_t> memory_of(const std::string& text, std::size_t available);

/// -OPS_AD_HOST_MEMORY: buffers that rest may be moved there, and -OPS_AD_MEMORY is what may rest in the machine's own
/// memory. Before the first buffer is taken. @throws OPSException  buffers lie in the host's memory already
void allow_moving(Context& context);
/// -OPS_AD_MEMORY, and what is moved beside it; without it, and if there is no number of slots either, half of what the
/// machine has free.
MemoryBudget with_memory(MemoryBudget limits, const Context& context);
/// -OPS_AD_DISK, -OPS_AD_DISK_LIMIT (without it, half of what is free there) and -OPS_AD_DISK_COMPRESS.
MemoryBudget with_disk(MemoryBudget limits, const Context& context);

}  // namespace ops

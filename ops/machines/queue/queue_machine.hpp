// ops/machines/queue/queue_machine.hpp: a machine that defers work until its results are needed, so that loops read
// values that an earlier loop wrote while these are still in a cache. Another machine executes the work.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "ops/data/machine.hpp"
#include "ops/machines/queue/queue.hpp"

namespace ops::queue {

/// @param own  whose memory the host may touch at any time
std::shared_ptr<Machine> queue_machine(std::shared_ptr<Machine> own, const ParallelFor& parallel);

/// What the program's options say of tiles; their values have been checked. No other machine takes notice.
void set_tiling(Machine& machine, const std::map<std::string, std::string>& words);

/// What waits is not done any more: the program ends, and with it threads that would do it. No other machine takes
/// notice.
void drop_what_waits(Machine& machine) noexcept;

/// Of such a machine; nothing: of another one.
struct Told {
  Settings settings;
  Queue::Counts counts;
  std::vector<Stretch> chains;  ///< done tile by tile, at least once
};
std::optional<Told> told(Machine& machine);

}  // namespace ops::queue

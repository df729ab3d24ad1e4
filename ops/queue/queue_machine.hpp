// ops/queue/queue_machine.hpp: a machine whose work waits until somebody needs what it leaves, so that what one loop
// writes is still in a cache when the next one reads it. What is done another machine does.
// Knows which calls need values; knows nothing of tiles.
#pragma once

#include "ops/core/machine.hpp"
#include "ops/queue/queue.hpp"

namespace ops::queue {

/// @param own  whose memory the host may touch at any time
std::shared_ptr<Machine> queue_machine(std::shared_ptr<Machine> own, const ParallelFor& parallel);

}  // namespace ops::queue

// ops/loop/reference.hpp: runs a kernel point by point. Slow, serial, always right: what every implementation is compared with.
// Knows plans, addresses and the fixed shape of reductions; knows nothing of versions or recording.
#pragma once

#include "ops/loop/engine.hpp"
#include "ops/loop/plan.hpp"

namespace ops {

/// Who is running, for the messages of guards.
struct ReferenceRun {
  const LoopRequest& request;
  std::span<const ArgPlan> plans;
  bool guarded = false;  ///< check every access against the allocated cells
};

/// Executes `launch`. Datasets are accessed at `out` where the loop writes them, else at `in`; reductions combine into `out`.
/// @throws OPSException  a guarded access leaves the allocated cells, or a switched-off argument is touched
void run_reference(const ReferenceRun& run, const Launch& launch);

}  // namespace ops

// ops/loops/engine/reset_reduction.hpp: sets a lower-dimensional dataset to the neutral element before a new reduction.
// A recorder sees this as a loop that overwrites the dataset and depends on no data.
#pragma once

#include "ops/loops/engine/arg_plan.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

/// @param plan  the argument of `next` that starts the reduction
/// @param start  the loop that does so: made if it is null, or another one
/// @param runs  false: it is recorded alone
void start_reduction(const LoopCall& next, const ArgPlan& plan, CallRef& start, bool runs);

}  // namespace ops

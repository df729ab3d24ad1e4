// ops/engine/start_reduction.hpp: sets a lower-dimensional dataset to the neutral element before a new reduction.
// To a recorder this is one more loop, which overwrites the dataset and depends on nothing.
#pragma once

#include "ops/engine/plan.hpp"
#include "ops/loop/request.hpp"

namespace ops {

/// @param plan  the argument that starts the reduction
void start_reduction(const LoopRequest& request, const ArgPlan& plan, Context& context);

}  // namespace ops

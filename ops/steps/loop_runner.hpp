// ops/steps/loop_runner.hpp: executes a recorded loop again.
// Knows calls; knows nothing of versions.
#pragma once

#include <functional>

#include "ops/record/events.hpp"
#include "ops/record/history.hpp"

namespace ops {

/// Executes a loop that is called again; constants, scalars and reductions are set. Tests have an engine of their own.
using LoopRunner =
    std::function<void(LoopAgain& loop, const LoopRequest& request, std::span<const Events::ConstantValue> constants)>;
/// By the engine.
void run_variant(LoopAgain& loop, const LoopRequest& request, std::span<const Events::ConstantValue> constants);

}  // namespace ops

// ops/derivatives/checks/sentinel.hpp: the sentinel, which checks that translator and compiler understand a kernel
// alike. At some points of a loop, when it first runs and rarely afterwards, the user's kernel and the generated code
// run on copies of the cells. The sentinel compares values bit by bit, and derivatives with difference quotients of the
// kernel and with each other.
#pragma once

#include <memory>

#include "ops/loops/engine/loop_probe.hpp"

namespace ops {

/// Never null: -OPS_SENTINEL is for the caller.
std::unique_ptr<LoopProbe> make_sentinel();

}  // namespace ops

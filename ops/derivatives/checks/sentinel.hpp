// ops/derivatives/checks/sentinel.hpp: checks that translator and compiler have understood a kernel alike. At some
// points of a loop, the first time that it runs and seldom afterwards, the user's own kernel and what was generated
// from it run on copies of the cells. Values are compared bit by bit, derivatives with differences of the kernel and
// with one another.
#pragma once

#include <memory>

#include "ops/loops/engine/loop_probe.hpp"

namespace ops {

/// Never null: -OPS_SENTINEL is for the caller.
std::unique_ptr<LoopProbe> make_sentinel();

}  // namespace ops

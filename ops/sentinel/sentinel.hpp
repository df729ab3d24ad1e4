// ops/sentinel/sentinel.hpp: sees that translator and compiler have understood a kernel alike. At some points of a loop, the first time that it runs and
// seldom afterwards, the user's own kernel and what was generated from it run on copies of the cells, and what they make is compared: bit by bit for
// values; derivatives with differences of the kernel, and with one another.
#pragma once

#include <memory>

#include "ops/engine/loop_probe.hpp"

namespace ops {

/// Never null: it is for the caller to ask for it.
std::unique_ptr<LoopProbe> make_sentinel();

}  // namespace ops

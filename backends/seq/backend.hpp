// backends/seq/backend.hpp: the descriptor that generated code registers for the target `seq`. Loops run their
// reference; only adjoints are generated, and these are serial.
#pragma once

#include "ops/loops/launch/registry.hpp"

namespace ops::seq {

const Backend& backend();

}  // namespace ops::seq

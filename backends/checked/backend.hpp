// backends/checked/backend.hpp: the descriptor that generated code registers for the target `checked`. Every loop runs
// serially through checking accessors, and then its reference runs for comparison.
#pragma once

#include "ops/loops/launch/registry.hpp"

namespace ops::checked {

const Backend& backend();

}  // namespace ops::checked

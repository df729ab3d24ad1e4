// backends/openmp/backend.hpp: the descriptor that generated code registers for the target `openmp`.
#pragma once

#include "ops/loops/launch/registry.hpp"

namespace ops::openmp {

/// Name and executor. The executor's chunks lie on the threads that work on them in loops, for first touch.
const Backend& backend();

}  // namespace ops::openmp

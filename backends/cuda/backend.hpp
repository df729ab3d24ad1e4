// backends/cuda/backend.hpp: the descriptor that generated code registers for the target `cuda`.
#pragma once

#include "ops/loops/launch/registry.hpp"

namespace ops::cuda {

const Backend& backend();

}  // namespace ops::cuda

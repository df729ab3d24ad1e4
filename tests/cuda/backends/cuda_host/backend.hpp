// tests/cuda/backends/cuda_host/backend.hpp: target `cuda` under another name.
#pragma once

#include "backends/cuda/backend.hpp"

namespace ops::cuda_host {

using ops::cuda::backend;

}  // namespace ops::cuda_host

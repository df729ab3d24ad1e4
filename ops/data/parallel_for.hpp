// ops/data/parallel_for.hpp: how passes over memory are spread over threads.
#pragma once

#include <cstdint>
#include <functional>

namespace ops {

/// Runs body over disjoint chunks that cover [0, n), perhaps in parallel.
using ParallelFor =
    std::function<void(std::int64_t n, const std::function<void(std::int64_t first, std::int64_t last)>& body)>;

}  // namespace ops

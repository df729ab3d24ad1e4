// ops/data/parallel_for.hpp: divides passes over memory among threads.
#pragma once

#include <cstdint>
#include <functional>

namespace ops {

/// Runs body over disjoint chunks that cover [0, n), perhaps in parallel.
using ParallelFor =
    std::function<void(std::int64_t n, const std::function<void(std::int64_t first, std::int64_t last)>& body)>;

}  // namespace ops

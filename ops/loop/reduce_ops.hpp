// ops/loop/reduce_ops.hpp: reduce.hpp without its types, for the reference execution.
// Knows neutral elements, pairwise combination and totals per element type; knows nothing of points.
#pragma once

#include <memory>

#include "ops/core/types.hpp"

namespace ops {

struct ReduceOps {
  void (*fill)(void* values, int n) = nullptr;                      ///< n neutral elements
  void (*combine)(void* into, const void* from, int n) = nullptr;   ///< into[k] = combine(into[k], from[k])
  std::shared_ptr<void> (*total)() = nullptr;                       ///< an empty Total
  void (*add)(void* total, const void* values, int n) = nullptr;    ///< n values to a Total
  void (*value)(const void* total, void* to) = nullptr;             ///< stores the value of a Total
};

/// Null if values of this type cannot be combined so (structs, half, bool; order of complex numbers).
const ReduceOps* reduce_ops(Type type, ops_access access) noexcept;

}  // namespace ops

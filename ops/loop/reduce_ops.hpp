// ops/loop/reduce_ops.hpp: reduce.hpp without its types, for the reference execution.
// Knows neutral elements and pairwise combination per element type; knows nothing of shapes.
#pragma once

#include "ops/core/types.hpp"

namespace ops {

struct ReduceOps {
  void (*fill)(void* values, int n) = nullptr;                      ///< n neutral elements
  void (*combine)(void* into, const void* from, int n) = nullptr;   ///< into[k] = combine(into[k], from[k])
};

/// Null if values of this type cannot be combined so (structs, half, bool; order of complex numbers).
const ReduceOps* reduce_ops(Type type, ops_access access) noexcept;

}  // namespace ops

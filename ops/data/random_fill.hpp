// ops/data/random_fill.hpp: random fields whose values depend on the position of a cell, not on the memory layout.
#pragma once

#include <cstdint>

#include "ops/data/context.hpp"

namespace ops {

enum class Distribution { uniform, normal };

/// @throws OPSException  a type that has no such numbers: uniform needs double, float or int, normal double or float
void require_random_type(ops_dat dat, Distribution distribution, const char* call, Where where);

/// Fills every allocated cell and component with numbers that follow from `key`, the cell's index and the component
/// only. Uniform: [0, 1) for reals, 0 .. INT_MAX for int. Normal: mean 0, deviation 1. The type must have been checked.
void fill_random(ops_dat dat, Distribution distribution, std::uint64_t key);

}  // namespace ops

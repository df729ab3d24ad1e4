// ops/loops/builtin/sample_loop.hpp: weighted values at points as a loop, with the facts that the tape needs.
#pragma once

#include "ops/data/types.hpp"
#include "ops/loops/launch/kernel.hpp"

namespace ops::sample {

/// Positions of arguments: the dataset; the plan (see below); a weight for each point; the sums.
enum Argument : std::size_t { field, plan, weights, sums, arguments };

/// What the integers of a plan mean. The coordinates of the points follow, one per dimension of the loop.
enum Plan : std::size_t { count, component, together, points };

/// The loop as a kernel. It brings its implementation along and cannot run point by point.
/// @param value  of the dataset: f32 or f64
/// @param sum    of weights and sums: f64, or that of the dataset
/// @param dims   1 to 5
KernelRef kernel(Type value, Type sum, int dims);

}  // namespace ops::sample

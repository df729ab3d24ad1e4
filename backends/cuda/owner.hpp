// backends/cuda/owner.hpp: what pushed adjoints need besides their kernel: which source points to evaluate, and which cells get nothing.
// Knows boxes and offsets; knows nothing of kernels.
#pragma once

#include <cstddef>
#include <span>

#include "ops/loop/launch.hpp"

namespace ops::cuda {

/// A point through which components of a target are read.
struct Pushed {
  int arg;
  Index offset;
};

/// The source points of the part's cells.
Box sources(const AdjointLaunch& launch, std::span<const Pushed> pushed);

/// Makes those cells of a component zero that hold nothing and get nothing.
/// @param points  through which the target is read
/// @param by      that of the component; null: nothing is added to it
void clear(const AdjointLaunch& launch, int arg, std::span<const Index> points, int component, std::size_t element, const Index* by);

}  // namespace ops::cuda

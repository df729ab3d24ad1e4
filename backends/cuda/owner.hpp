// backends/cuda/owner.hpp: facts that pushed adjoints need besides their kernel: which source points to evaluate, and
// which cells receive no contribution.
#pragma once

#include <cstddef>
#include <span>

#include "ops/loops/launch/launch.hpp"

namespace ops::cuda {

/// A point through which components of a target are read.
struct Pushed {
  int arg;
  Index offset;
};

/// The source points of the part's cells.
Box sources(const AdjointLaunch& launch, std::span<const Pushed> pushed);

/// A component of a target.
struct Component {
  int arg;
  std::span<const Index> points;  ///< through which the target is read
  int number;
  std::size_t element;  ///< [bytes]
  const Index* by;      ///< the point through which this component is read; null: nothing is added to it
};

/// Makes those cells zero that hold nothing and get nothing.
void clear(const AdjointLaunch& launch, std::span<const Component> components);

}  // namespace ops::cuda

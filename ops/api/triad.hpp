// ops/api/triad.hpp: measures the memory bandwidth to which the table of loops compares each loop.
#pragma once

#include "ops/data/parallel_for.hpp"

namespace ops {

/// a = b + s c on arrays of 32 MiB each, the best of a few passes, every array counted once [bytes/s].
double triad_bandwidth(const ParallelFor& parallel);

}  // namespace ops

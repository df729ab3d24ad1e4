// ops/machines/queue/tile_walk.hpp: executes a chain tile by tile.
#pragma once

#include "ops/data/parallel_for.hpp"
#include "ops/machines/queue/tiling.hpp"

namespace ops::queue {

/// @param tiling    does not affect the results
/// @param machine   executes the parts
/// @param parallel  divides regions among threads
/// @return  time of each item that is charged to a loop [s]; for concurrent regions, the mean
std::vector<double> walk(const Chain& chain, const Tiling& tiling, Machine& machine, const ParallelFor& parallel);

}  // namespace ops::queue

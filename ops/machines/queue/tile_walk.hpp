// ops/machines/queue/tile_walk.hpp: executes a chain tile by tile.
#pragma once

#include "ops/data/parallel_for.hpp"
#include "ops/machines/queue/tiling.hpp"

namespace ops::queue {

/// @param tiling  whatever it says, what is left is the same @param machine  does the parts
/// @param parallel  regions are spread by it
/// @return  what each item took, of all that were charged to somebody [s]; of regions done at a time, the mean
std::vector<double> walk(const Chain& chain, const Tiling& tiling, Machine& machine, const ParallelFor& parallel);

}  // namespace ops::queue

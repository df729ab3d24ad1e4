// ops/derivatives/log/overwritten.hpp: sets to zero the derivative of cells that a loop overwrites: only the cells that
// its points write.
#pragma once

#include "ops/derivatives/log/tracked.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops {

/// @param field  of `dat`: of its derivatives, or of its directions
/// @param shape  of the argument through which points of `range` write
/// @param keep   as in AdjointField::consume
void consume_written(AdjointField& field, const Tracked& dat, const ArgView& shape, const Box& range, int dims,
                     const FieldMemory& memory, bool keep = false);

}  // namespace ops

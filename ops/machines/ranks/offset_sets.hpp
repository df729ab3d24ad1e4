// ops/machines/ranks/offset_sets.hpp: sets of offsets between cells, stored as boxes lo <= o < hi. The boxes of a set
// may overlap.
#pragma once

#include <span>
#include <vector>

#include "ops/data/box.hpp"

namespace ops::ranks {

using Offsets = std::vector<Box>;

/// These offsets and no others.
Offsets covering(std::span<const Index> points);

}  // namespace ops::ranks

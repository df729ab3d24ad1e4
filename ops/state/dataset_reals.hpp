// ops/state/dataset_reals.hpp: the numbers of a dataset as a piece on disk knows them.
// Knows layouts and boxes of cells; knows nothing of values.
#pragma once

#include <span>

#include "ops/core/handles.hpp"
#include "ops/store/reals.hpp"

namespace ops {

/// @param element  real  @param cells  disjoint, all of them allocated
Reals reals_of(const Layout& layout, Type element, std::span<const Box> cells);

}  // namespace ops

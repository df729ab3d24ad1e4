// ops/derivatives/trace/field_scan.hpp: finds the largest entry of a part of a field, and the first entry that is not
// finite.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "ops/data/handles.hpp"

namespace ops {

struct Extremes {
  double largest = 0;                  ///< of absolute values; NaN if any entry is, infinite if any is
  std::optional<Index> nan, infinite;  ///< the first cell of each sort
};

/// @param element  f32 or f64; of other types nothing is found
Extremes scan(const std::byte* buffer, const Layout& layout, Type element, const Box& cells);
/// Both together; what `a` holds comes first.
Extremes joined(const Extremes& a, const Extremes& b);

}  // namespace ops

// tests/ops/loop/block_total.hpp: one block of a reduction, from its values to its total.
#pragma once

#include "ops/loop/reduce.hpp"

/// Total of one block (or of a block's part of a range): values[k] belongs to index first + k.
template <ops::reduce::Op op, class T>
T block_total(const T* values, int first, int n) noexcept {
  T lanes[ops::reduce::lane_count];
  for (T& lane : lanes) lane = ops::reduce::neutral<op, T>();
  ops::reduce::add_row<op>(lanes, values, first, n);
  return ops::reduce::combine_lanes<op>(lanes);
}

// tridsolver/strips.hpp: systems that lie side by side, and how many of them are solved at once.
#pragma once

#include <algorithm>

#include "tridsolver/systems.hpp"

namespace tridsolver {

inline std::int64_t rows_of(const Shape& shape) { return shape.cells[static_cast<std::size_t>(shape.axis)]; }

/// Axis along which neighbouring systems are neighbours in memory, in all arrays; -1: none, or too few of them.
template <class T>
int lane_axis(const Batch<T>& batch) {
  constexpr std::int64_t fewest_lanes = 8;
  for (int d = 0; d < batch.shape.dims; ++d) {
    const auto at = static_cast<std::size_t>(d);
    const bool dense = batch.a.step[at] == 1 && batch.b.step[at] == 1 && batch.c.step[at] == 1 &&
                       batch.d.step[at] == 1 && batch.x.step[at] == 1;
    if (d != batch.shape.axis && dense && batch.shape.cells[at] >= fewest_lanes) return d;
  }
  return -1;
}

/// Lanes of a strip: as wide as one of its two intermediate results fits half a cache, but never fewer than those of a
/// block: pieces of rows that are shorter take twice the time, though results then leave that cache. Whole rows are
/// best, as hardware fetches ahead what follows in memory.
template <class T>
std::int64_t strip_lanes(std::int64_t rows) {
  constexpr std::int64_t strip_bytes = 512 << 10;  // of scratch: half of a usual second-level cache
  const std::int64_t unit = 64 / static_cast<std::int64_t>(sizeof(T)),
                     fit = strip_bytes / (static_cast<std::int64_t>(sizeof(T)) * rows);
  return std::max(block_lanes<T>, fit / unit * unit);
}

/// Whether right-hand sides lie in x as they change.
template <class T>
bool in_place(const Batch<T>& batch) {
  return !batch.add && batch.x.first == batch.d.first && batch.x.step == batch.d.step;
}

/// Systems of an array from a cell on, for a strip.
template <class T>
Lanes<T> lanes_at(const Array<T>& array, const Index& at, int axis) {
  return {array.first + offset(at, array.step),
          static_cast<std::ptrdiff_t>(array.step[static_cast<std::size_t>(axis)])};
}

}  // namespace tridsolver

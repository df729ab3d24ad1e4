// ops/store/reals.hpp: which bytes of a piece are real numbers, and how they lie there: boxes of an array.
// Knows positions; knows nothing of values. All lengths and positions are in elements (floats or doubles).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ops {

/// An array of up to five axes; unused ones have extent 1. What belongs to no box is no number.
struct Reals {
  using Axes = std::array<std::int64_t, 5>;
  struct Box {
    std::int64_t first = 0;  ///< position of component 0 of its first cell
    Axes extent{1, 1, 1, 1, 1};
  };
  bool wide = true;            ///< doubles, else floats
  std::int64_t start = 0;      ///< position of the array's first cell
  int components = 1;
  std::int64_t component = 1;  ///< between components of a cell
  int axes = 1;
  Axes pitch{1, 0, 0, 0, 0};   ///< between cells along each axis; of the next axis at least this times the array's extent
  std::vector<Box> boxes;      ///< disjoint

  std::size_t element() const noexcept { return wide ? sizeof(double) : sizeof(float); }
};

/// Where a piece is cut: between rows or planes of cells, whatever is the largest that is not longer than a chunk may be.
struct Cut {
  int axis = 0;             ///< chunks hold whole slices across this axis, of an array of at most three axes
  std::int64_t slices = 1;  ///< in each chunk; the first also holds what precedes the array, the last what follows it
};
/// @param most  of a chunk, without what precedes the array; at least one cell is in each
Cut cut(const Reals& reals, std::int64_t most);
/// Where chunk `k` ends in a piece of `length`.
std::int64_t chunk_end(const Reals& reals, const Cut& cut, std::int64_t k, std::int64_t length);

/// One component of a box within one chunk.
struct RealsPart {
  int component = 0;
  std::int64_t first = 0;                       ///< its position in the piece
  std::array<std::int64_t, 3> extent{1, 1, 1};  ///< those greater than 1 first
  std::array<std::int64_t, 3> pitch{};
  std::int64_t volume() const noexcept { return extent[0] * extent[1] * extent[2]; }
};
/// Every number in [begin, end) is in exactly one part; always in the same order.
std::vector<RealsPart> parts(const Reals& reals, const Cut& cut, std::int64_t begin, std::int64_t end);

/// Calls fn(position) for each number, in memory order of its axes.
template <class Fn>
void for_each_position(const RealsPart& part, Fn fn) {
  for (std::int64_t z = 0; z < part.extent[2]; ++z)
    for (std::int64_t y = 0; y < part.extent[1]; ++y) {
      std::int64_t at = part.first + z * part.pitch[2] + y * part.pitch[1];
      for (std::int64_t x = 0; x < part.extent[0]; ++x, at += part.pitch[0]) fn(at);
    }
}

}  // namespace ops

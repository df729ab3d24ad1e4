// ops/loop/reduce.hpp: the fixed shape in which every loop combines the points' contributions to a reduction.
// Knows indices and values; knows nothing of kernels or threads. Used by the reference and by generated code, header only.
//
// Along axis 0 the range is cut at multiples of 4096; within such a block, index i belongs to lane i mod 8, a lane combines its
// values in ascending order from the neutral element, and the lanes combine as ((0+4)+(2+6))+((1+5)+(3+7)). The block totals combine
// in lexicographic order (axis 0 fastest) from the neutral element. Nothing depends on threads or on how the range was split.
#pragma once

#include <cstdint>
#include <limits>

#include "ops/loop/launch.hpp"

namespace ops::reduce {

inline constexpr int block_cells = 4096;  ///< [cells] along axis 0
inline constexpr int lane_count = 8;

enum class Op { sum, min, max };

template <Op op, class T>
constexpr T neutral() noexcept {
  if constexpr (op == Op::min) return std::numeric_limits<T>::max();
  else if constexpr (op == Op::max) return std::numeric_limits<T>::lowest();
  else return T{};
}

/// Ties and NaN in `b` keep `a`.
template <Op op, class T>
constexpr T combine(T a, T b) noexcept {
  if constexpr (op == Op::min) return b < a ? b : a;
  else if constexpr (op == Op::max) return a < b ? b : a;
  else return static_cast<T>(a + b);
}

/// Lane of a global index of axis 0 (also for negative indices).
constexpr int lane_of(int index) noexcept { return index & (lane_count - 1); }

/// Adds values[k], which belongs to index first + k, to its lane; 0 <= k < n.
template <Op op, class T>
inline void add_row(T* lanes, const T* values, int first, int n) noexcept {
  int k = 0;
  for (; k < n && lane_of(first + k) != 0; ++k) lanes[lane_of(first + k)] = combine<op>(lanes[lane_of(first + k)], values[k]);
  T v[lane_count];
  for (int lane = 0; lane < lane_count; ++lane) v[lane] = lanes[lane];
  for (; k + lane_count <= n; k += lane_count)
    for (int lane = 0; lane < lane_count; ++lane) v[lane] = combine<op>(v[lane], values[k + lane]);
  for (int lane = 0; k < n; ++k, ++lane) v[lane] = combine<op>(v[lane], values[k]);
  for (int lane = 0; lane < lane_count; ++lane) lanes[lane] = v[lane];
}

template <Op op, class T>
constexpr T combine_lanes(const T* v) noexcept {
  return combine<op>(combine<op>(combine<op>(v[0], v[4]), combine<op>(v[2], v[6])),
                     combine<op>(combine<op>(v[1], v[5]), combine<op>(v[3], v[7])));
}

/// Combines block totals [0, n), `stride` apart, in order.
template <Op op, class T>
inline T loop_total(const T* totals, std::int64_t n, std::int64_t stride = 1) noexcept {
  T total = neutral<op, T>();
  for (std::int64_t k = 0; k < n; ++k) total = combine<op>(total, totals[k * stride]);
  return total;
}

/// The blocks of a non-empty range in their canonical order: number = row * per_row + position along axis 0.
struct Blocks {
  Box range;
  int first = 0;          ///< number of the leftmost block: floor(lo / 4096)
  int per_row = 0;        ///< blocks along axis 0
  std::int64_t rows = 0;  ///< rows, axis 1 fastest
  std::int64_t count() const noexcept { return rows * per_row; }
  /// Indices [lo, hi) of axis 0 that position b in a row covers.
  int lo(int b) const noexcept {
    const int edge = (first + b) * block_cells;
    return edge > range.lo[0] ? edge : range.lo[0];
  }
  int hi(int b) const noexcept {
    const std::int64_t edge = (std::int64_t{first} + b + 1) * block_cells;
    return edge < range.hi[0] ? static_cast<int>(edge) : range.hi[0];
  }
  /// Indices of axes 1.. of a row (axis 0 holds the range's lo).
  Index row(std::int64_t number) const noexcept {
    Index at = range.lo;
    for (int axis = 1; axis < max_dim; ++axis) {
      const std::int64_t extent = range.hi[axis] - range.lo[axis];
      at[axis] = range.lo[axis] + static_cast<int>(number % extent);
      number /= extent;
    }
    return at;
  }
};

inline Blocks blocks_of(const Box& range) noexcept {
  Blocks blocks;
  blocks.range = range;
  blocks.first = range.lo[0] >> 12;  // floor also for negative indices
  blocks.per_row = ((range.hi[0] - 1) >> 12) - blocks.first + 1;
  blocks.rows = 1;
  for (int axis = 1; axis < max_dim; ++axis) blocks.rows *= range.hi[axis] - range.lo[axis];
  return blocks;
}
static_assert(block_cells == 1 << 12);

}  // namespace ops::reduce

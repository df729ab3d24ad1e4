// backends/openmp/segments.hpp: walks a range in parallel, piece of row by piece of row.
// Knows ranges and threads; knows nothing of data or kernels.
//
// Pieces come in tiles of 4 rows by 64 cells: a stencil's neighbouring rows are then still in the first-level cache, while each
// piece is long enough to vectorise. Measured on a 5-point stencil beyond cache: rows one by one reach 60 % of triad, these tiles
// 90 %, wider or taller ones less; in cache they are the best as well.
#pragma once

#include "backends/common/segments.hpp"
#include "backends/openmp/stream.hpp"

namespace ops::openmp {

using backend::Segment;

inline constexpr int tile_rows = 4;
inline constexpr int tile_cells = 64;  ///< where there are several rows; else segments are as long as they may be
inline constexpr std::int64_t serial_cells = 1 << 14;  ///< smaller ranges are not worth waking threads for

/// Up to tile_rows rows, from number `first`, of the blocks at `position` along axis 0.
template <class Body, class... R>
void walk_tiles(const reduce::Blocks& blocks, std::int64_t first, int position, const Body& body, R&... reductions) {
  const std::int64_t left = blocks.rows - first;
  const int rows = left < tile_rows ? static_cast<int>(left) : tile_rows;
  const int hi = blocks.hi(position), cells = blocks.rows > 1 ? tile_cells : backend::segment_cells;
  std::tuple<typename R::Lanes...> lanes[tile_rows];
  Segment s[tile_rows] = {};
  for (int r = 0; r < rows; ++r) s[r].at = blocks.row(first + r);
  for (int x = blocks.lo(position), next; x < hi; x = next) {
    next = backend::piece_end(x, cells, hi);
    for (int r = 0; r < rows; ++r) {
      s[r].at[0] = x;
      s[r].n = next - x;
      std::apply([&](auto&... lane) { body(s[r], lane...); }, lanes[r]);
    }
  }
  for (int r = 0; r < rows; ++r)
    std::apply([&](auto&... lane) { (reductions.finish((first + r) * blocks.per_row + position, lane), ...); }, lanes[r]);
}

/// Calls body(segment, lanes...) for pieces that cover the range, in parallel. `lanes` are those of the block that the piece lies
/// in, one per reduction.
template <class Body, class... R>
void for_segments(const Box& range, const Body& body, R&... reductions) {
  if (range.empty()) return;
  const reduce::Blocks blocks = reduce::blocks_of(range);
  const std::int64_t tasks = (blocks.rows + tile_rows - 1) / tile_rows * blocks.per_row;
#pragma omp parallel if (range.volume() >= serial_cells)
  {
#pragma omp for schedule(static) nowait
    for (std::int64_t task = 0; task < tasks; ++task)
      walk_tiles(blocks, task / blocks.per_row * tile_rows, static_cast<int>(task % blocks.per_row), body, reductions...);
    store_fence();
  }
}

}  // namespace ops::openmp

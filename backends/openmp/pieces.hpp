// backends/openmp/pieces.hpp: walks a range in parallel, piece by piece.
// Knows ranges and threads; knows nothing of data or kernels.
//
// Pieces are tiles of 4 rows by 64 cells, whose neighbouring rows are then still in the first-level cache, or long parts of one row; which
// is best for a loop has been decided by the translator (translator/passes/tiling.py).
#pragma once

#include "backends/common/pieces.hpp"
#include "backends/openmp/stream.hpp"
#include "ops/core/float_mode.hpp"

namespace ops::openmp {

using backend::Piece;

inline constexpr int line_cells = 128;  ///< cells of a piece in 1-D: with 512 (or 64) a streamed 17-point stencil takes twice as long
static_assert(line_cells <= backend::piece_cells);
inline constexpr std::int64_t serial_cells = 1 << 14;  ///< smaller ranges are not worth waking threads for

/// How large pieces are where a range has several rows.
struct Shape {
  int rows, cells;
};
inline constexpr Shape tile{backend::tile_rows, backend::tile_cells};
inline constexpr Shape long_rows{1, backend::piece_cells};
inline constexpr Shape short_rows{1, 256};  ///< for so many arrays that long ones would leave the first-level cache

/// How a range is cut: tiles stand on blocks of axis 0 (ops/loop/reduce.hpp), and never reach over the end of axis 1.
struct Tiling {
  reduce::Blocks blocks;
  int rows;               ///< of a tile
  int cells;              ///< of a piece along axis 0
  std::int64_t per_plane; ///< tiles along axis 1
  std::int64_t tasks;

  Tiling(const Box& range, Shape shape) : blocks(reduce::blocks_of(range)), rows(shape.rows) {
    const std::int64_t lines = range.extent(1);
    cells = lines == 1 ? line_cells : shape.cells;
    per_plane = (lines + rows - 1) / rows;
    tasks = blocks.rows / lines * per_plane * blocks.per_row;
  }
};

/// Task number `task`: part of a band of rows, one tile high and one block wide.
template <class Body, class... R>
void walk_task(const Tiling& tiling, std::int64_t task, const Body& body, R&... reductions) {
  const reduce::Blocks& blocks = tiling.blocks;
  const std::int64_t band = task / blocks.per_row, lines = blocks.range.extent(1);
  const std::int64_t first = band / tiling.per_plane * lines + band % tiling.per_plane * tiling.rows;  // number of its first row
  const std::int64_t left = lines - band % tiling.per_plane * tiling.rows;
  const int position = static_cast<int>(task % blocks.per_row), rows = left < tiling.rows ? static_cast<int>(left) : tiling.rows;
  const int hi = blocks.hi(position);
  const Index row = blocks.row(first);
  std::tuple<typename R::Lanes...> lanes;
  for (int x = blocks.lo(position), next; x < hi; x = next) {
    next = backend::piece_end(x, tiling.cells, hi);
    std::apply([&](auto&... lane) { body(Piece{row, x, row[1], next - x, rows}, lane...); }, lanes);
  }
  for (int r = 0; r < rows; ++r)
    std::apply([&](auto&... lane) { (reductions.finish((first + r) * blocks.per_row + position, lane, r), ...); }, lanes);
}

/// Calls body(piece, lanes...) for pieces that cover the range, in parallel. `lanes` are those of the blocks that the piece lies in,
/// one per reduction.
template <class Body, class... R>
void for_pieces(const Box& range, Shape shape, const Body& body, R&... reductions) {
  if (range.empty()) return;
  const Tiling tiling(range, shape);
  const FloatMode mode = FloatMode::present();
#pragma omp parallel if (range.volume() >= serial_cells)
  {
    const InFloatMode same(mode);
#pragma omp for schedule(static) nowait
    for (std::int64_t task = 0; task < tiling.tasks; ++task) walk_task(tiling, task, body, reductions...);
    store_fence();
  }
}

}  // namespace ops::openmp

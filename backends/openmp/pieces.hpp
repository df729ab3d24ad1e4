// backends/openmp/pieces.hpp: walks a range in parallel, piece by piece.
//
// Pieces are tiles of 4 rows by 64 cells, whose neighbouring rows stay in the first-level cache, or long parts of one
// row; the translator chooses the better kind for each loop (translator/passes/tiling.py). If a range is narrower than
// a piece, pieces have as many cells in more rows, because a call costs 16 ns, as much as a dozen cells.
#pragma once

#include "backends/common/pieces.hpp"
#include "backends/openmp/stream.hpp"
#include "backends/openmp/team.hpp"
#include "ops/loops/launch/float_mode.hpp"

namespace ops::openmp {

using backend::Piece;

/// cells of a piece in 1-D: with 512 (or 64) a streamed 17-point stencil takes twice as long
inline constexpr int line_cells = 128;
static_assert(line_cells <= backend::piece_cells);
inline constexpr std::int64_t serial_cells = 1 << 14;  ///< smaller ranges are not worth waking threads for
inline constexpr std::int64_t fair_share = 8;          ///< pieces get taller only while each thread keeps so many

/// How large pieces are where a range has several rows, and is wide enough.
struct Shape {
  int rows, cells;
  int most_rows = backend::piece_cells;  ///< where a range is narrow
};
inline constexpr Shape tile{4, 64};
inline constexpr Shape long_rows{1, backend::piece_cells};
inline constexpr Shape short_rows{1, 256};  ///< for so many arrays that long ones would leave the first-level cache
/// what is read ahead for the next two, with what is added up, stays in the first-level cache
inline constexpr Shape summed_rows{1, 128};
inline constexpr Shape single_rows{1, backend::piece_cells, 1};

/// How a range is cut: pieces stand on blocks of axis 0 (ops/loops/launch/reduce.hpp), and never reach over the end of
/// axis 1.
struct Tiling {
  reduce::Blocks blocks;
  int rows;                ///< of a piece
  int cells;               ///< of a piece along axis 0
  std::int64_t per_plane;  ///< pieces along axis 1
  std::int64_t tasks;

  Tiling(const Box& range, Shape shape, int threads) : blocks(reduce::blocks_of(range)) {
    const std::int64_t lines = range.extent(1),
                       full = shape.rows * shape.cells / std::min<std::int64_t>(range.extent(0), shape.cells);
    const std::int64_t fair =
        threads == 1 ? full : std::max<std::int64_t>(blocks.rows / (threads * fair_share), shape.rows);
    rows = static_cast<int>(std::min({full, fair, std::int64_t{shape.most_rows}}));
    cells = lines == 1 ? line_cells : shape.cells;
    per_plane = (lines + rows - 1) / rows;
    tasks = blocks.rows / lines * per_plane * blocks.per_row;
  }
};

/// Task number `task`: part of a band of rows, one piece high and one block wide.
template <class Body, class... Shares>
void walk_task(const Tiling& tiling, std::int64_t task, const Body& body, Shares&... shares) {
  const reduce::Blocks& blocks = tiling.blocks;
  const std::int64_t band = task / blocks.per_row, lines = blocks.range.extent(1);
  // number of its first row
  const std::int64_t first = band / tiling.per_plane * lines + band % tiling.per_plane * tiling.rows;
  const std::int64_t left = lines - band % tiling.per_plane * tiling.rows;
  const int position = static_cast<int>(task % blocks.per_row),
            rows = left < tiling.rows ? static_cast<int>(left) : tiling.rows;
  backend::for_pieces_of(blocks, position, first, rows, tiling.cells, body, shares...);
}

/// Calls body(piece, shares...) for pieces that cover the range, in parallel. `shares` are the thread's, one per
/// reduction.
template <class Body, class... Reductions>
void for_pieces(const Box& range, Shape shape, const Body& body, Reductions&... reductions) {
  if (range.empty()) return;
  const int threads = range.volume() < serial_cells ? 1 : team_size();
  const Tiling tiling(range, shape, threads);
  const FloatMode mode = FloatMode::present();
  on_team(threads, [&](int member, int members) {
    const InFloatMode same(mode);
    backend::with_shares(
        [&](auto&... shares) {
          const std::int64_t end = tiling.tasks * (member + 1) / members;
          for (std::int64_t task = tiling.tasks * member / members; task < end; ++task)
            walk_task(tiling, task, body, shares...);
        },
        reductions...);
    store_fence();
  });
}

/// The longest of these axes, the outermost of such; -1 where there is none.
template <int... axes>
int longest(const Box& range) noexcept {
  int best = -1;
  ((best = best < 0 || range.extent(axes) >= range.extent(best) ? axes : best), ...);
  return best;
}

/// As the same of backend, but in parallel where points that differ along one of `axes` change no cell in common: every
/// thread has some of the longest.
template <int... axes, class Body, class... Reductions>
void for_pieces_in_order(const Box& range, int most_rows, const Body& body, Reductions&... reductions) {
  const int axis = longest<axes...>(range),
            threads = axis < 0 || range.volume() < serial_cells ? 1 : std::min(team_size(), range.extent(axis));
  if (threads <= 1) return backend::for_pieces_in_order(range, most_rows, body, reductions...);
  const FloatMode mode = FloatMode::present();
  on_team(threads, [&](int member, int members) {
    const InFloatMode same(mode);
    const auto edge = [&](int part) {
      return range.lo[axis] + static_cast<int>(std::int64_t{range.extent(axis)} * part / members);
    };
    Box own = range;
    own.lo[axis] = edge(member);
    own.hi[axis] = edge(member + 1);
    backend::for_pieces_in_order(own, most_rows, body, reductions...);
  });
}

}  // namespace ops::openmp

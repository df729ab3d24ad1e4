// backends/common/pieces.hpp: pieces of a range, the walk over them in order, and reductions over them.
#pragma once

#include <algorithm>
#include <mutex>
#include <tuple>

#include "ops/loops/launch/launch.hpp"
#include "ops/loops/launch/reduce.hpp"

namespace ops::backend {

/// Points x .. x + n - 1 of rows y .. y + rows - 1 (axis 1; y = 0 in 1-D). The further axes are those of `row`, whose
/// first two mean nothing; the piece lives no longer than it.
struct Piece {
  const Index& row;
  int x, y;
  int n, rows;
};

/// no piece is larger; its buffers have room for this many cells, row after row
inline constexpr int piece_cells = 1024;
static_assert(reduce::block_cells % piece_cells == 0);

/// Asks memory for the next `n` elements of a row, which are read soon.
template <int n, class T>
void ask(const T* first) noexcept {
  for (int k = 0; k < n; k += static_cast<int>(64 / sizeof(T))) __builtin_prefetch(first + k);
}

/// One reduction argument of a loop. Somebody who works on a part of the range has a share, and gives it in at the end;
/// in any order.
template <reduce::Op op, class T, int components>
class Reduction {
 public:
  struct Share {
    reduce::Total<op, T> total[components];
    /// @param values  `components` buffers of piece_cells
    void add(const T* values, const Piece& s) noexcept {
      for (int c = 0; c < components; ++c) total[c].add(values + c * piece_cells, s.n * s.rows);
    }
  };

  void finish(const Share& share) {
    const std::lock_guard alone(mutex_);
    for (int c = 0; c < components; ++c) all_.total[c].add(share.total[c]);
  }
  /// Adds to the `components` totals at `out`.
  void combine_into(void* out) const noexcept {
    auto* totals = static_cast<reduce::Total<op, T>*>(out);
    for (int c = 0; c < components; ++c) totals[c].add(all_.total[c]);
  }

 private:
  Share all_;
  std::mutex mutex_;
};

/// End of the piece that starts at x: the next multiple of `cells` (a power of two) or `hi`.
constexpr int piece_end(int x, int cells, int hi) noexcept {
  const int edge = (x & -cells) + cells;
  return edge < hi ? edge : hi;
}

/// Calls body(piece, shares...) for pieces of up to `cells` cells along axis 0 that cover the blocks at `position` of
/// `rows` rows, from row number `first` on.
template <class Body, class... Shares>
void for_pieces_of(const reduce::Blocks& blocks, int position, std::int64_t first, int rows, int cells,
                   const Body& body, Shares&... shares) {
  const int hi = blocks.hi(position);
  const Index row = blocks.row(first);
  for (int x = blocks.lo(position), next; x < hi; x = next) {
    next = piece_end(x, cells, hi);
    body(Piece{row, x, row[1], next - x, rows}, shares...);
  }
}

/// Calls work(shares...) with new shares, one per reduction, and gives them in.
template <class Work, class... Reductions>
void with_shares(const Work& work, Reductions&... reductions) {
  std::tuple<typename Reductions::Share...> shares;
  std::apply(
      [&](auto&... share) {
        work(share...);
        (reductions.finish(share), ...);
      },
      shares);
}

/// Calls body(piece, shares...) for pieces that cover the range, in lexicographic order: parts of rows, or up to
/// `most_rows` whole ones.
template <class Body, class... Reductions>
void for_pieces_in_order(const Box& range, int most_rows, const Body& body, Reductions&... reductions) {
  if (range.empty()) return;
  const reduce::Blocks blocks = reduce::blocks_of(range);
  const bool whole = piece_end(range.lo[0], piece_cells, range.hi[0]) == range.hi[0];
  const int together = whole ? std::min(most_rows, piece_cells / range.extent(0)) : 1, lines = range.extent(1);
  with_shares(
      [&](auto&... shares) {
        for (std::int64_t row = 0, rows; row < blocks.rows; row += rows) {
          rows = std::min<std::int64_t>(together, lines - row % lines);
          for (int position = 0; position < blocks.per_row; ++position)
            for_pieces_of(blocks, position, row, static_cast<int>(rows), piece_cells, body, shares...);
        }
      },
      reductions...);
}

/// Calls body(piece, shares...) for every point of the range, a piece each, the last one first.
template <class Body, class... Reductions>
void for_points_backwards(const Box& range, int, const Body& body, Reductions&... reductions) {
  if (range.empty()) return;
  const reduce::Blocks blocks = reduce::blocks_of(range);
  with_shares(
      [&](auto&... shares) {
        for (std::int64_t number = blocks.rows; number-- > 0;) {
          const Index row = blocks.row(number);
          for (int x = range.hi[0]; x-- > range.lo[0];) body(Piece{row, x, row[1], 1, 1}, shares...);
        }
      },
      reductions...);
}

}  // namespace ops::backend

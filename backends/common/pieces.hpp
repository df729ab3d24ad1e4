// backends/common/pieces.hpp: pieces of a range, the walk over them in order, and reductions over them in their fixed shape.
// Knows ranges and the shape of reductions; knows nothing of data, kernels or threads.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "ops/loop/launch.hpp"
#include "ops/loop/reduce.hpp"

namespace ops::backend {

/// Points x .. x + n - 1 of rows y .. y + rows - 1 (axis 1; y = 0 in 1-D). The further axes are those of `row`, whose first two mean
/// nothing; the piece lives no longer than it.
struct Piece {
  const Index& row;
  int x, y;
  int n, rows;
};

inline constexpr int piece_cells = 1024;  ///< no piece is larger; its buffers have room for this many cells, row after row
inline constexpr int tile_rows = 4;       ///< no piece of a loop with reductions is taller
static_assert(reduce::block_cells % piece_cells == 0);

/// Totals of one reduction argument, one per block of ops/loop/reduce.hpp and component.
template <reduce::Op op, class T, int components>
class Reduction {
 public:
  /// Lanes of the blocks of up to tile_rows rows while somebody is working on them.
  struct Lanes {
    T lane[tile_rows][components][reduce::lane_count];
    Lanes() {
      for (auto& row : lane)
        for (auto& component : row)
          for (T& value : component) value = reduce::neutral<op, T>();
    }
    /// @param values  `components` buffers of piece_cells
    void add(const T* values, const Piece& s) noexcept {
      for (int r = 0; r < s.rows; ++r)
        for (int c = 0; c < components; ++c) reduce::add_row<op>(lane[r][c], values + c * piece_cells + r * s.n, s.x, s.n);
    }
  };

  explicit Reduction(const Box& range) : blocks_(range.empty() ? 0 : reduce::blocks_of(range).count()), totals_(size()) {}

  void finish(std::int64_t block, const Lanes& lanes, int row) noexcept {
    for (int c = 0; c < components; ++c)
      totals_[static_cast<std::size_t>(block * components + c)] = reduce::combine_lanes<op>(lanes.lane[row][c]);
  }
  /// Combines this loop's totals into the `components` accumulators at `out`.
  void combine_into(void* out) const noexcept {
    T* total = static_cast<T*>(out);
    for (int c = 0; c < components; ++c)
      total[c] = reduce::combine<op>(total[c], reduce::loop_total<op>(totals_.data() + c, blocks_, components));
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(blocks_) * components; }
  std::int64_t blocks_;
  std::vector<T> totals_;
};

/// End of the piece that starts at x: the next multiple of `cells` (a power of two) or `hi`.
constexpr int piece_end(int x, int cells, int hi) noexcept {
  const int edge = (x & -cells) + cells;
  return edge < hi ? edge : hi;
}

/// Calls body(piece, lanes...) for pieces of up to `cells` cells along axis 0 that cover the blocks at `position` of `rows` rows, from row
/// number `first` on.
template <class Body, class... Reductions>
void for_pieces_of(const reduce::Blocks& blocks, int position, std::int64_t first, int rows, int cells, const Body& body, Reductions&... reductions) {
  const int hi = blocks.hi(position);
  const Index row = blocks.row(first);
  std::tuple<typename Reductions::Lanes...> lanes;
  for (int x = blocks.lo(position), next; x < hi; x = next) {
    next = piece_end(x, cells, hi);
    std::apply([&](auto&... lane) { body(Piece{row, x, row[1], next - x, rows}, lane...); }, lanes);
  }
  for (int r = 0; r < rows; ++r)
    std::apply([&](auto&... lane) { (reductions.finish((first + r) * blocks.per_row + position, lane, r), ...); }, lanes);
}

/// How many rows a piece with such reductions may have.
template <class... Reductions>
constexpr int rows_allowed(int most_rows) noexcept {
  return sizeof...(Reductions) > 0 && most_rows > tile_rows ? tile_rows : most_rows;
}

/// Calls body(piece, lanes...) for pieces that cover the range, in lexicographic order: parts of rows, or up to `most_rows` whole ones.
template <class Body, class... Reductions>
void for_pieces_in_order(const Box& range, int most_rows, const Body& body, Reductions&... reductions) {
  if (range.empty()) return;
  const reduce::Blocks blocks = reduce::blocks_of(range);
  const bool whole = piece_end(range.lo[0], piece_cells, range.hi[0]) == range.hi[0];
  const int together = whole ? std::min(rows_allowed<Reductions...>(most_rows), piece_cells / range.extent(0)) : 1, lines = range.extent(1);
  for (std::int64_t row = 0, rows; row < blocks.rows; row += rows) {
    rows = std::min<std::int64_t>(together, lines - row % lines);
    for (int position = 0; position < blocks.per_row; ++position)
      for_pieces_of(blocks, position, row, static_cast<int>(rows), piece_cells, body, reductions...);
  }
}

}  // namespace ops::backend

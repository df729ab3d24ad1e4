// backends/common/attained.hpp: the first points of a range at which a reduction argument was offered given values.
// Knows pieces and values; knows nothing of data, kernels or threads. Walked like a Reduction of pieces.hpp.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "backends/common/pieces.hpp"

namespace ops::backend {

template <class T, int components>
class FirstPoints {
 public:
  /// Index along axis 0 of the first point that was offered the value, or else one nearest to it.
  struct Nearest {
    int x = 0;
    double off = std::numeric_limits<double>::infinity();  ///< infinite: nothing has been offered that can be compared
  };
  static constexpr int most_rows = tile_rows;  ///< of a piece
  /// Of somebody who works on the blocks of so many rows.
  struct Share {
    Nearest at[tile_rows][components];
    /// @param values  `components` buffers of piece_cells
    void look(const T* values, const Piece& s, const FirstPoints& all) noexcept {
      for (int r = 0; r < s.rows; ++r)
        for (int c = 0; c < components; ++c)
          if (at[r][c].off > 0) approach(at[r][c], values + c * piece_cells + r * s.n, s, all.sought_[c]);
    }
  };

  /// @param sought  `components` values; they outlive this
  FirstPoints(const Box& range, const void* sought)
      : first_(range.lo), blocks_(reduce::blocks_of(range)), sought_(static_cast<const T*>(sought)), at_(static_cast<std::size_t>(blocks_.count()) * components) {}

  /// @param block  number of the first row's; those of the rows below follow `per_row` apart
  void finish(const Share& share, std::int64_t block, int per_row, int rows) noexcept {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < components; ++c) at_[static_cast<std::size_t>((block + r * per_row) * components + c)] = share.at[r][c];
  }
  /// The first of each component; nothing if `to` is null.
  void store(Attained* to) const noexcept {
    for (int c = 0; to != nullptr && c < components; ++c) {
      Nearest nearest;
      to[c] = {false, first_};
      for (std::int64_t block = 0; block < blocks_.count() && nearest.off > 0; ++block) {
        const Nearest& here = at_[static_cast<std::size_t>(block * components + c)];
        if (!(here.off < nearest.off)) continue;
        nearest = here;
        to[c] = {here.off == 0, blocks_.row(block / blocks_.per_row)};
        to[c].at[0] = here.x;
      }
    }
  }

 private:
  static void approach(Nearest& nearest, const T* values, const Piece& s, T sought) noexcept {
    for (int k = 0; k < s.n && nearest.off > 0; ++k) {
      const double off = values[k] == sought ? 0.0 : std::abs(static_cast<double>(values[k]) - static_cast<double>(sought));
      if (off < nearest.off) nearest = {s.x + k, off};
    }
  }

  Index first_;
  reduce::Blocks blocks_;
  const T* sought_;
  std::vector<Nearest> at_;
};

}  // namespace ops::backend

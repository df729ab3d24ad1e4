// backends/common/attained.hpp: the first points of a range at which a reduction argument was offered given values.
// Knows pieces and values; knows nothing of data, kernels or threads. Walked like a Reduction of pieces.hpp.
#pragma once

#include <limits>
#include <vector>

#include "backends/common/pieces.hpp"

namespace ops::backend {

template <class T, int components>
class FirstPoints {
 public:
  /// Index along axis 0 of the first point in the blocks of up to tile_rows rows while somebody is working on them.
  struct Lanes {
    int at[tile_rows][components];
    Lanes() {
      for (auto& row : at)
        for (int& x : row) x = none;
    }
    /// @param values  `components` buffers of piece_cells
    void look(const T* values, const Piece& s, const FirstPoints& all) noexcept {
      for (int r = 0; r < s.rows; ++r)
        for (int c = 0; c < components; ++c)
          if (at[r][c] == none) at[r][c] = first_of(values + c * piece_cells + r * tile_cells, s, all.sought_[c]);
    }
  };

  /// @param sought  `components` values; they outlive this
  FirstPoints(const Box& range, const void* sought)
      : blocks_(reduce::blocks_of(range)), sought_(static_cast<const T*>(sought)), at_(static_cast<std::size_t>(blocks_.count()) * components) {}

  void finish(std::int64_t block, const Lanes& lanes, int row) noexcept {
    for (int c = 0; c < components; ++c) at_[static_cast<std::size_t>(block * components + c)] = lanes.at[row][c];
  }
  /// The first of each component; nothing if `to` is null.
  void store(Attained* to) const noexcept {
    for (int c = 0; to != nullptr && c < components; ++c)
      for (std::int64_t block = 0; block < blocks_.count() && !to[c].found; ++block) {
        const int x = at_[static_cast<std::size_t>(block * components + c)];
        if (x == none) continue;
        to[c] = {true, blocks_.row(block / blocks_.per_row)};
        to[c].at[0] = x;
      }
  }

 private:
  static constexpr int none = std::numeric_limits<int>::max();
  static int first_of(const T* values, const Piece& s, T sought) noexcept {
    for (int k = 0; k < s.n; ++k)
      if (values[k] == sought) return s.x + k;
    return none;
  }

  reduce::Blocks blocks_;
  const T* sought_;
  std::vector<int> at_;
};

}  // namespace ops::backend

// backends/common/attained.hpp: finds the first points of a range that offer given values to a reduction. Used like a
// Reduction of pieces.hpp.
#pragma once

#include <algorithm>
#include <mutex>

#include "backends/common/pieces.hpp"

namespace ops::backend {

template <class T, int components>
class FirstPoints {
 public:
  /// Of somebody who works on a part of the range.
  struct Share {
    Attained first[components];
    /// @param values  `components` buffers of piece_cells
    void look(const T* values, const Piece& s, const FirstPoints& all) noexcept {
      for (int c = 0; c < components; ++c)
        for (int k = 0; k < s.n * s.rows; ++k)
          if (values[c * piece_cells + k] == all.sought_[c]) offer(first[c], point(s, k));
    }
  };

  /// @param sought  `components` values; they outlive this
  explicit FirstPoints(const void* sought) : sought_(static_cast<const T*>(sought)) {}

  void finish(const Share& share) {
    const std::lock_guard alone(mutex_);
    for (int c = 0; c < components; ++c)
      if (share.first[c].found) offer(all_.first[c], share.first[c].at);
  }
  /// The first of each component; nothing if `to` is null.
  void store(Attained* to) const noexcept {
    if (to != nullptr) std::copy_n(all_.first, components, to);
  }

 private:
  static void offer(Attained& first, const Index& at) noexcept {
    if (!first.found || std::lexicographical_compare(at.rbegin(), at.rend(), first.at.rbegin(), first.at.rend()))
      first = {true, at};
  }
  static Index point(const Piece& s, int k) noexcept {
    Index at = s.row;
    at[0] = s.x + k % s.n;
    at[1] = s.y + k / s.n;
    return at;
  }

  const T* sought_;
  Share all_;
  std::mutex mutex_;
};

}  // namespace ops::backend

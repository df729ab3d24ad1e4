// backends/common/attained.hpp: the first points of a range at which a reduction argument was offered given values.
// Knows pieces and values; knows nothing of data, kernels or threads. Walked like a Reduction of pieces.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "backends/common/pieces.hpp"

namespace ops::backend {

template <class T, int components>
class FirstPoints {
 public:
  /// The first point, axis 0 fastest, that was offered the value, or else one nearest to it.
  struct Nearest {
    double off = std::numeric_limits<double>::infinity();  ///< infinite: nothing has been offered that can be compared
    Index at{};
    void look(double how_far, const Index& where) noexcept {
      if (how_far < off || (how_far == off && off < std::numeric_limits<double>::infinity() && comes_before(where, at))) *this = {how_far, where};
    }
  };
  /// Of somebody who works on a part of the range.
  struct Share {
    Nearest nearest[components];
    /// @param values  `components` buffers of piece_cells
    void look(const T* values, const Piece& s, const FirstPoints& all) noexcept {
      for (int c = 0; c < components; ++c)
        for (int k = 0; k < s.n * s.rows; ++k) {
          const T value = values[c * piece_cells + k], sought = all.sought_[c];
          const double off = value == sought ? 0.0 : std::abs(static_cast<double>(value) - static_cast<double>(sought));
          if (off <= nearest[c].off) nearest[c].look(off, point(s, k));
        }
    }
  };

  /// @param sought  `components` values; they outlive this
  FirstPoints(const Box& range, const void* sought) : first_(range.lo), sought_(static_cast<const T*>(sought)) {}

  void finish(const Share& share) {
    const std::lock_guard alone(mutex_);
    for (int c = 0; c < components; ++c) all_.nearest[c].look(share.nearest[c].off, share.nearest[c].at);
  }
  /// The first of each component; nothing if `to` is null.
  void store(Attained* to) const noexcept {
    for (int c = 0; to != nullptr && c < components; ++c) {
      const Nearest& found = all_.nearest[c];
      to[c] = {found.off == 0, found.off < std::numeric_limits<double>::infinity() ? found.at : first_, found.off};
    }
  }

 private:
  static bool comes_before(const Index& a, const Index& b) noexcept { return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend()); }
  static Index point(const Piece& s, int k) noexcept {
    Index at = s.row;
    at[0] = s.x + k % s.n;
    at[1] = s.y + k / s.n;
    return at;
  }

  Index first_;
  const T* sought_;
  Share all_;
  std::mutex mutex_;
};

}  // namespace ops::backend

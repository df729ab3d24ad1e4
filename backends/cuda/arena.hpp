// backends/cuda/arena.hpp: allocates parts of one large block of memory.
#pragma once

#include <cstddef>
#include <map>

namespace ops::cuda {

/// Pieces of [0, size), at multiples of `unit`. Sizes of simulations repeat, so a piece that fits exactly comes first,
/// else the smallest that fits.
class Arena {
 public:
  static constexpr std::size_t unit = 4096, none = ~std::size_t{0};

  explicit Arena(std::size_t size) : left_(size / unit * unit) { join(0, left_); }

  /// @return where the piece begins; none: there is no room for it
  std::size_t take(std::size_t bytes);
  /// @param start, bytes  as of take()
  void release(std::size_t start, std::size_t bytes);

  std::size_t left() const noexcept { return left_; }  ///< in all pieces that are free

  static std::size_t rounded(std::size_t bytes) noexcept { return (bytes + unit - 1) / unit * unit; }

 private:
  void join(std::size_t start, std::size_t bytes);
  void forget(std::map<std::size_t, std::size_t>::iterator piece);

  std::size_t left_;
  std::map<std::size_t, std::size_t> free_;        // start -> bytes; no two touch
  std::multimap<std::size_t, std::size_t> sizes_;  // bytes -> start
};

}  // namespace ops::cuda

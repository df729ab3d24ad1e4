// backends/cuda/grid.hpp: assigns points of a range to threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/common/pieces.hpp"
#include "backends/cuda/kernel.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops::cuda {

/// Divides by a number that is known when a kernel is launched, by one multiplication (Granlund and Montgomery,
/// "Division by invariant integers using multiplication", 1994): exact for dividends below 2^31.
class Divisor {
 public:
  Divisor() = default;
  /// @param by  from 1 to 2^31
  explicit constexpr Divisor(unsigned by) noexcept : by_(by) {
    while ((std::uint64_t{1} << shift_) < by) ++shift_;
    factor_ = static_cast<unsigned>(((std::uint64_t{1} << (31 + shift_)) + by - 1) / by);
  }
  OPS_EVERYWHERE constexpr unsigned by() const noexcept { return by_; }
  OPS_EVERYWHERE constexpr unsigned quotient(unsigned dividend) const noexcept {
    return static_cast<unsigned>(std::uint64_t{dividend << 1} * factor_ >> 32) >> shift_;
  }
  /// Leaves the rest. @return the quotient
  OPS_EVERYWHERE constexpr unsigned divide(unsigned& dividend) const noexcept {
    const unsigned result = quotient(dividend);
    dividend -= result * by_;
    return result;
  }

 private:
  unsigned by_ = 1, factor_ = 1U << 31;
  int shift_ = 0;
};

/// Blocks of threads over a range: a block has a few rows of up to `widest` points, so that neighbouring threads touch
/// neighbouring cells. A thread has `each` points: a block's next rows, or where there is one row its next points.
class Grid {
 public:
  static constexpr int widest = 64;

  /// A block's place among blocks, and its first point.
  struct Corner {
    unsigned column, row;
    Index at;
  };

  explicit Grid(const Box& range, int block_threads = threads, int each = 1) noexcept
      : range_(range), each_(each), line_(range.extent(1) == 1) {
    const int limit = line_ ? block_threads : widest;
    while ((1 << columns_) < limit && (1 << columns_) < range.extent(0)) ++columns_;
    rows_ = block_threads >> columns_;
    across_ = Divisor(blocks_along(range.extent(0), columns()));
    up_ = Divisor(blocks_along(range.extent(1), rows()));
    for (int axis = 2; axis < max_dim; ++axis) {
      deep_[axis - 2] = Divisor(static_cast<unsigned>(std::max(range.extent(axis), 1)));
      is_deep_ = is_deep_ || range.extent(axis) > 1;
    }
  }

  std::int64_t blocks() const noexcept {
    std::int64_t count = std::int64_t{across_.by()} * up_.by();
    for (int axis = 2; axis < max_dim; ++axis) count *= range_.extent(axis);
    return count;
  }
  const Box& range() const noexcept { return range_; }
  /// Points of a block along axes 0 and 1.
  int columns() const noexcept { return line_ ? each_ << columns_ : 1 << columns_; }
  int rows() const noexcept { return line_ ? rows_ : rows_ * each_; }
  OPS_EVERYWHERE int each() const noexcept { return each_; }

  OPS_EVERYWHERE Corner corner(unsigned block) const noexcept {
    Corner corner;
    unsigned plane = across_.divide(block);
    corner.column = block;
    block = plane;
    plane = up_.divide(block);
    corner.row = block;
    corner.at = range_.lo;
    corner.at[0] += static_cast<int>(corner.column << columns_) * (line_ ? each_ : 1);
    corner.at[1] += static_cast<int>(corner.row) * rows_ * (line_ ? 1 : each_);
    if (is_deep_)
      for (std::size_t axis = 2; axis < max_dim; ++axis) {
        const unsigned next = deep_[axis - 2].divide(plane);
        corner.at[axis] += static_cast<int>(plane);
        plane = next;
      }
    return corner;
  }
  /// Sets the thread's k-th point. @return whether it is one of the range
  OPS_EVERYWHERE bool find(const Corner& corner, int number, int k, Index& at) const noexcept {
    at = corner.at;
    at[0] += (number & ((1 << columns_) - 1)) + (line_ ? k << columns_ : 0);
    at[1] += (number >> columns_) + (line_ ? 0 : k * rows_);
    return at[0] < range_.hi[0] && at[1] < range_.hi[1];
  }

 private:
  static unsigned blocks_along(int extent, int of) noexcept {
    return static_cast<unsigned>((std::max(std::int64_t{extent}, std::int64_t{1}) + of - 1) / of);
  }

  Box range_;
  Divisor across_, up_, deep_[max_dim - 2];
  int columns_ = 0;  ///< of threads, the exponent of a power of two
  int rows_ = 1;     ///< of threads
  int each_;
  bool line_, is_deep_ = false;
};

/// Calls body(part) for parts of a box of which none takes more blocks than a launch may have. @param blocks  of a part
template <class Blocks, class Body>
void for_parts(const Box& box, const Blocks& blocks, const Body& body) {
  if (box.empty()) return;
  if (blocks(box) <= most_blocks()) return body(box);
  int longest = max_dim - 1;
  for (int axis = longest; axis >= 0; --axis)
    if (box.extent(axis) > box.extent(longest)) longest = axis;
  const std::size_t axis = static_cast<std::size_t>(longest);
  Box low = box, high = box;
  low.hi[axis] = high.lo[axis] = box.lo[axis] + box.extent(longest) / 2;
  for_parts(low, blocks, body);
  for_parts(high, blocks, body);
}

/// Calls body(grid) for parts of the range.
template <class Body>
void for_grids(const Box& range, int block_threads, int each, const Body& body) {
  for_parts(
      range, [&](const Box& part) { return Grid(part, block_threads, each).blocks(); },
      [&](const Box& part) { body(Grid(part, block_threads, each)); });
}

/// Blocks of a grid in which something holds for all points of each: those of a box of blocks.
class BlockBox {
 public:
  BlockBox() = default;
  /// @param inner  the points for which it holds
  BlockBox(const Grid& grid, const Box& inner) noexcept {
    const Box part = intersection(inner, grid.range());
    if (part.empty()) return;
    first_[0] = whole(part.lo[0] - grid.range().lo[0], grid.columns());
    first_[1] = whole(part.lo[1] - grid.range().lo[1], grid.rows());
    const auto past = [&](int axis, int of) {  // the last block may be cut by the range
      const bool all = part.hi[static_cast<std::size_t>(axis)] == grid.range().hi[static_cast<std::size_t>(axis)];
      const int extent = part.hi[static_cast<std::size_t>(axis)] - grid.range().lo[static_cast<std::size_t>(axis)];
      return all ? whole(extent, of) : static_cast<unsigned>(extent / of);
    };
    for (const auto& [axis, of] : {std::pair{0, grid.columns()}, std::pair{1, grid.rows()}}) {
      const unsigned end = past(axis, of);
      count_[axis] = end > first_[axis] ? end - first_[axis] : 0;
    }
    deep_ = part;
    for (std::size_t axis = 2; axis < max_dim; ++axis)
      some_planes_ = some_planes_ || deep_.lo[axis] > grid.range().lo[axis] || deep_.hi[axis] < grid.range().hi[axis];
  }
  OPS_EVERYWHERE bool has(const Grid::Corner& corner) const noexcept {
    if (corner.column - first_[0] >= count_[0] || corner.row - first_[1] >= count_[1]) return false;
    if (some_planes_)
      for (std::size_t axis = 2; axis < max_dim; ++axis)
        if (corner.at[axis] < deep_.lo[axis] || corner.at[axis] >= deep_.hi[axis]) return false;
    return true;
  }

 private:
  static unsigned whole(int extent, int of) noexcept {
    return static_cast<unsigned>((std::int64_t{extent} + of - 1) / of);
  }

  unsigned first_[2]{}, count_[2]{};
  bool some_planes_ = false;
  Box deep_;
};

}  // namespace ops::cuda

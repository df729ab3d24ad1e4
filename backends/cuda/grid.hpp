// backends/cuda/grid.hpp: which point of a range a thread works on.
// Knows boxes and threads; knows nothing of kernels.
#pragma once

#include <cstdint>

#include "backends/common/pieces.hpp"
#include "backends/cuda/kernel.hpp"
#include "ops/loop/launch.hpp"

namespace ops::cuda {

/// Blocks of threads over a range: a block has a few rows of up to `widest` points, so that neighbouring threads touch neighbouring cells.
class Grid {
 public:
  static constexpr int widest = 64, widest_line = threads;

  explicit Grid(const Box& range) noexcept : range_(range) {
    const int limit = range.extent(1) == 1 ? widest_line : widest;
    while ((1 << columns_) < limit && (1 << columns_) < range.extent(0)) ++columns_;
    across_ = static_cast<unsigned>((std::int64_t{range.extent(0)} + (1 << columns_) - 1) >> columns_);
    const int rows = threads >> columns_;
    up_ = static_cast<unsigned>((std::int64_t{range.extent(1)} + rows - 1) / rows);
  }

  std::int64_t blocks() const noexcept {
    std::int64_t count = std::int64_t{across_} * up_;
    for (int axis = 2; axis < max_dim; ++axis) count *= range_.extent(axis);
    return count;
  }

  /// Sets the thread's point. @return whether it is one of the range
  OPS_EVERYWHERE bool find(const Thread& thread, Index& at) const noexcept {
    unsigned block = thread.block;
    const int column = static_cast<int>(block % across_ << columns_) + (thread.number & ((1 << columns_) - 1));
    block /= across_;
    const int row = static_cast<int>(block % up_) * (threads >> columns_) + (thread.number >> columns_);
    block /= up_;
    at[0] = range_.lo[0] + column;
    at[1] = range_.lo[1] + row;
    for (std::size_t axis = 2; axis < max_dim; ++axis) {
      const auto extent = static_cast<unsigned>(range_.hi[axis] - range_.lo[axis]);
      at[axis] = range_.lo[axis] + static_cast<int>(extent == 1 ? 0 : block % extent);
      block = extent == 1 ? block : block / extent;
    }
    return column < range_.hi[0] - range_.lo[0] && row < range_.hi[1] - range_.lo[1];
  }

 private:
  Box range_;
  int columns_ = 0;  ///< of a block, the exponent of a power of two
  unsigned across_ = 0, up_ = 0;
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
void for_grids(const Box& range, const Body& body) {
  for_parts(range, [](const Box& part) { return Grid(part).blocks(); }, [&body](const Box& part) { body(Grid(part)); });
}

}  // namespace ops::cuda

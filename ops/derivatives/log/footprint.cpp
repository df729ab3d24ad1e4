// ops/derivatives/log/footprint.cpp: computes boxes of cells from ranges of points.
#include "ops/derivatives/log/footprint.hpp"

#include <algorithm>
#include <cstdlib>

namespace ops {
namespace {

/// Cells per iteration point along an axis; 0: the argument does not move there.
int stride(const ArgView& shape, std::size_t axis) {
  return shape.step[axis] == 0 ? 0 : static_cast<int>(shape.step[axis] / shape.pitch[axis]);
}

}  // namespace

Box footprint(const ArgView& shape, const Box& range, std::span<const Index> offsets) {
  if (range.empty()) return Box::none();
  Box cells;
  for (std::size_t d = 0; d < max_dim; ++d) {
    const int by = stride(shape, d);
    int low = shape.at.lo[d], high = shape.at.hi[d] - 1;
    if (!offsets.empty()) {
      const auto along = [d](const Index& a, const Index& b) { return a[d] < b[d]; };
      low = (*std::min_element(offsets.begin(), offsets.end(), along))[d];
      high = (*std::max_element(offsets.begin(), offsets.end(), along))[d];
    }
    cells.lo[d] = floor_div(range.lo[d], shape.divisor[d]) * by + low;
    cells.hi[d] = floor_div(range.hi[d] - 1, shape.divisor[d]) * by + high + 1;
  }
  return cells;
}

bool fills(const ArgView& shape, const Box& range) {
  for (std::size_t d = 0; d < max_dim; ++d)
    if (range.extent(static_cast<int>(d)) > 1 && std::abs(stride(shape, d)) > 1) return false;
  return true;
}

Box may_write(const LoopCall& call, std::size_t i, const ArgView& shape) {
  const Box cells = footprint(shape, call.range);
  if (call.implementation != nullptr) return cells;
  const ops_arg& arg = call.args[i];
  return intersection(hull(cells, footprint(shape, call.range, arg.stencil->offsets)), arg.dat->layout.allocated);
}

bool overlaps(const ArgView& write, const ArgView& read, const Box& range, std::span<const Index> offsets, bool twice) {
  const Box written = footprint(write, range);
  const bool same = write.step == read.step && write.divisor == read.divisor;
  return std::ranges::any_of(offsets, [&](const Index& offset) {
    // its own cell: where others are written, the range is one cell thick
    if (same && !twice && write.at.contains(offset)) return false;
    return !intersection(written, footprint(read, range, {&offset, 1})).empty();
  });
}

ArgView reshaped(const ArgView& shape, const Layout& layout) {
  ArgView other = shape;
  other.component = layout.component;
  for (std::size_t d = 0; d < max_dim; ++d) {
    other.pitch[d] = layout.pitch[d];
    other.step[d] = layout.pitch[d] * stride(shape, d);
  }
  return other;
}

ArgView zero_shape(const ArgView& shape, const Box& cells, int components, std::ptrdiff_t& first,
                   std::size_t& elements) {
  ArgView row = shape;
  for (std::size_t d = 1; d < max_dim; ++d) row.pitch[d] = row.step[d] = 0;
  const bool interleaved = components > 1 && shape.component == 1;
  if (!interleaved) row.component = 0;
  const std::ptrdiff_t pitch = shape.pitch[0];
  first = -cells.lo[0] * pitch;
  elements = static_cast<std::size_t>(std::max<std::ptrdiff_t>(pitch, 1) * cells.extent(0)) +
             static_cast<std::size_t>(components);
  return row;
}

}  // namespace ops

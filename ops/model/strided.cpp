// ops/model/strided.cpp: a piece is a few rows, gathered in memory that stays in the cache.
#include "ops/model/strided.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "ops/data/machine.hpp"
#include "ops/data/passes.hpp"

namespace ops::model {
namespace {

constexpr std::size_t piece_bytes = std::size_t{256} << 10;

/// Whether the components of a cell are together, then axis 0, and so on, without gaps.
bool packed(const Layout& layout, const Box& box, const Strided& from) {
  if (from.strides == nullptr) return true;
  auto expected = static_cast<std::ptrdiff_t>(layout.element);
  if (layout.components > 1 && from.strides[layout.dims] != expected) return false;
  expected *= layout.components;
  for (int axis = 0; axis < layout.dims; ++axis) {
    if (box.extent(axis) > 1 && from.strides[axis] != expected) return false;
    expected *= box.extent(axis);
  }
  return true;
}

class Gather {
 public:
  Gather(const Layout& layout, const Strided& from) : layout_(layout), from_(from) {}

  /// Cells of `piece`, components together.
  const std::byte* of(const Box& piece) {
    gathered_.resize(bytes_of(layout_, piece));
    next_ = gathered_.data();
    axis(layout_.dims - 1, piece, at(piece.lo));
    return gathered_.data();
  }

 private:
  const std::byte* at(const Index& cell) const {
    const std::byte* address = from_.first;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(layout_.dims); ++axis)
      address += (cell[axis] - layout_.interior.lo[axis]) * from_.strides[axis];
    return address;
  }
  void axis(int axis_number, const Box& piece, const std::byte* address) {
    if (axis_number < 0) return this->cell(address);
    for (int k = 0; k < piece.extent(axis_number); ++k)
      axis(axis_number - 1, piece, address + k * from_.strides[axis_number]);
  }
  void cell(const std::byte* address) {
    for (int component = 0; component < layout_.components; ++component) {
      std::memcpy(next_, address + component * from_.strides[layout_.dims], layout_.element);
      next_ += layout_.element;
    }
  }

  const Layout& layout_;
  const Strided& from_;
  std::vector<std::byte> gathered_;
  std::byte* next_ = nullptr;
};

/// Boxes of at most about `piece_bytes`, the slowest axis first.
template <class Work>
void in_pieces(const Layout& layout, const Box& box, int axis, const Work& work) {
  if (axis < 0 || bytes_of(layout, box) <= piece_bytes) return work(box);
  const auto a = static_cast<std::size_t>(axis);
  Box one = box;
  one.hi[a] = one.lo[a] + 1;
  const auto together = static_cast<int>(std::max<std::size_t>(piece_bytes / bytes_of(layout, one), 1));
  for (int lo = box.lo[a]; lo < box.hi[a]; lo += together) {
    Box piece = box;
    piece.lo[a] = lo;
    piece.hi[a] = std::min(lo + together, box.hi[a]);
    in_pieces(layout, piece, axis - 1, work);
  }
}

}  // namespace

void write_strided(const BufferRef& to, const Layout& layout, const Strided& from) {
  if (from.on_device)
    return to->machine->device_access()->write_from_device(to, layout, layout.interior, from.first, from.strides);
  if (packed(layout, layout.interior, from)) return write_own_cells(to, from.first, layout, layout.interior);
  Gather gather(layout, from);
  in_pieces(layout, layout.interior, layout.dims - 1,
            [&](const Box& piece) { write_own_cells(to, gather.of(piece), layout, piece); });
}

}  // namespace ops::model

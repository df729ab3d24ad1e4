// ops/data/layout.hpp: computes the layout of a dataset in its buffer, once at declaration.
#pragma once

#include "ops/data/handles.hpp"

namespace ops {

/// What a layout follows from. Arrays have one entry per axis of the block.
struct LayoutRequest {
  int dims = 0;
  int components = 1;
  std::size_t element = 0;    ///< [bytes] of one component
  const int* size = nullptr;  ///< interior cells, > 0
  const int* base = nullptr;  ///< first interior index
  const int* d_m = nullptr;   ///< <= 0
  const int* d_p = nullptr;   ///< >= 0
  bool soa = false;
};

/// Axes of size 1 on a block of several axes are collapsed: no halo, index 0. Rows start so that index 0 of axis 0 is
/// 64-byte aligned and their pitch is a multiple of 64 bytes and of a cell (element sizes that divide 64, axis 0 not
/// collapsed).
/// @param what  names the dataset in errors
/// @throws OPSException  if the size does not fit 63 bits, or an extent does not fit an int
Layout make_layout(const LayoutRequest& request, const std::string& what);

/// Computes again where the cells of a dataset lie, once it is known which of them this process has.
/// @throws OPSException  as make_layout
void place(Layout& layout, bool soa, const Placement& placement, const std::string& what);

/// A dense array of `box`, on one process, for the cells of `layout`: what hosts read and write.
Layout whole_layout(const Layout& layout, const Box& box, bool soa);
/// The dense array of `box` for the same cells, divided as they are: no padding; components fastest, or slowest if
/// `soa`.
Layout dense_layout(const Layout& layout, const Box& box, bool soa);

/// [bytes] of the values of so many cells, without gaps.
std::size_t bytes_of(const Layout& layout, const Box& cells) noexcept;

/// [elements] from the start of the buffer to the first cell that is held.
std::ptrdiff_t first_cell(const Layout& layout) noexcept;
/// [elements] from the start of the buffer to cell `at`, component 0.
inline std::ptrdiff_t cell(const Layout& layout, const Index& at) noexcept {
  std::ptrdiff_t element = layout.origin;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(layout.dims); ++axis)
    element += at[axis] * layout.pitch[axis];
  return element;
}

}  // namespace ops

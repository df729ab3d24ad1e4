// ops/data/host_passes.hpp: passes over boxes of cells in host memory: fill, copy, pack, unpack. Only machines may
// apply them to buffers; all other code uses passes.hpp. Rows are divided among the threads of `parallel`, if it is
// given.
#pragma once

#include "ops/data/handles.hpp"
#include "ops/data/parallel_for.hpp"

namespace ops {

/// Every component of every cell of `box` becomes the `layout.element` bytes at `value` (null: zero bytes).
void fill_region(std::byte* buffer, const Layout& layout, const Box& box, const void* value,
                 const ParallelFor& parallel = {});
/// Whether every bit of every component of every cell of `box` is zero. For layouts whose rows have no gaps.
bool holds_zeros(const std::byte* buffer, const Layout& layout, const Box& box);
/// Copies `box` between two buffers, from layout to layout; same components and element size.
void copy_region(std::byte* to, const Layout& to_layout, const std::byte* from, const Layout& from_layout,
                 const Box& box, const ParallelFor& parallel = {});
/// Copies `box` between two buffers of the same layout.
void copy_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box,
                 const ParallelFor& parallel = {});
/// Copies `box` to a dense array: components fastest whatever the layout, then axis 0, ..
void pack_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box,
                 const ParallelFor& parallel = {});
/// The inverse of pack_region.
void unpack_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box,
                   const ParallelFor& parallel = {});

}  // namespace ops

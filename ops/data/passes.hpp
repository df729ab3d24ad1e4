// ops/data/passes.hpp: passes over boxes of cells of buffers, executed by the machine that owns the buffer.
#pragma once

#include "ops/data/machine.hpp"

namespace ops {

/// Every component of every cell of `box` becomes the `layout.element` bytes at `value` (null: zero bytes).
void fill_cells(const BufferRef& to, const Layout& layout, const Box& box, const void* value);
/// Whether every bit of every component of every cell of `box` is zero. For layouts whose rows have no gaps.
bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box);
/// Copies `box` between two buffers, from layout to layout; same components. Elements of different sizes are numbers,
/// of double and of float.
void copy_cells(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
                const Box& box);
/// Copies `box` between two buffers of the same layout.
void copy_cells(const BufferRef& to, const BufferRef& from, const Layout& layout, const Box& box);
/// sum += term, as Machine::add.
void add_cells(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
               Type element, const Box& box);
/// Copies `box` to a dense buffer: components fastest whatever the layout, then axis 0, ..
void pack_cells(const BufferRef& to, const BufferRef& from, const Layout& layout, const Box& box);
/// The inverse of pack_cells.
void unpack_cells(const BufferRef& to, const BufferRef& from, const Layout& layout, const Box& box);
/// As pack_cells, to memory of the host.
void read_cells(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box);
/// The inverse of read_cells.
void write_cells(const BufferRef& to, const std::byte* from, const Layout& layout, const Box& box);
/// As read_cells, of a box for each process, in their order; some may be empty. This one gets its own.
void read_parts(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes);
/// The part of `box` that this process owns.
Box own_cells(const Layout& layout, const Box& box);
/// The first interior cell that this process owns: what raw pointers point to.
std::byte* first_own_cell(const BufferRef& buffer, const Layout& layout);
/// As read_cells and write_cells, of that part.
void read_own_cells(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box);
void write_own_cells(const BufferRef& to, const std::byte* from, const Layout& layout, const Box& box);
/// Values for the host to look at.
struct HostCells {
  std::shared_ptr<const std::byte> memory;
  Layout layout;  ///< where they lie in it
};
/// All cells of `box`, also those that other processes have; the same box on all of them.
[[nodiscard]] HostCells look_at(const BufferRef& buffer, const Layout& layout, const Box& box);
/// For the host to read and write `buffer`, the cells of this process, while the result lives, which keeps the buffer.
[[nodiscard]] std::shared_ptr<std::byte> for_host(const BufferRef& buffer);

/// All that the machine was asked for is done: for who measures time. Who wants values need not ask for this.
void finish(Machine& machine);

}  // namespace ops

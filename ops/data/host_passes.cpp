// ops/data/host_passes.cpp: divides every pass into pieces of rows, so that threads can share it.
#include "ops/data/host_passes.hpp"

#include <algorithm>
#include <cstring>

#include "ops/data/layout.hpp"

namespace ops {
namespace {

// [cells], at most: long rows are spread over threads as well, short ones are taken together
constexpr int piece_cells = 4096;

/// Calls body(first cell, cells of a row, rows that follow each other along axis 1) for pieces that cover the box.
template <class F>
void for_pieces(const Box& box, const ParallelFor& parallel, const F& body) {
  if (box.empty()) return;
  Index most{};  // cells of a piece
  most.fill(1);
  most[0] = std::min(piece_cells, box.hi[0] - box.lo[0]);
  most[1] = std::min(piece_cells / most[0], box.hi[1] - box.lo[1]);
  Index pieces{};
  std::int64_t all = 1;
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    all *= pieces[axis] = (box.hi[axis] - box.lo[axis] + most[axis] - 1) / most[axis];
  const auto chunk = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t piece = first; piece < last; ++piece) {
      Index at = box.lo;
      std::int64_t rest = piece;
      for (std::size_t axis = 0; axis < max_dim; ++axis) {
        at[axis] += static_cast<int>(rest % pieces[axis]) * most[axis];
        rest /= pieces[axis];
      }
      body(at, std::min(most[0], box.hi[0] - at[0]), std::min(most[1], box.hi[1] - at[1]));
    }
  };
  if (parallel) parallel(all, chunk);
  else chunk(0, all);
}

/// Calls body(first cell, number of cells) for pieces of rows.
template <class F>
void for_rows(const Box& box, const ParallelFor& parallel, const F& body) {
  for_pieces(box, parallel, [&](Index at, int cells, int rows) {
    for (int row = 0; row < rows; ++row, ++at[1]) body(at, cells);
  });
}

/// How the cells of a row follow each other.
enum class Row { dense, dense_per_component, strided };
Row row_kind(const Layout& layout) {
  if (layout.pitch[0] == layout.components && (layout.components == 1 || layout.component == 1)) return Row::dense;
  return layout.pitch[0] == 1 ? Row::dense_per_component : Row::strided;
}

std::ptrdiff_t bytes(const Layout& layout, std::ptrdiff_t elements) {
  return elements * static_cast<std::ptrdiff_t>(layout.element);
}

/// What lies together in both layouts goes at once. Most pieces are of many rows of a cell or two.
void copy_piece(std::byte* to, const Layout& to_layout, const std::byte* from, const Layout& from_layout, int cells,
                int rows) {
  const Row to_kind = row_kind(to_layout), from_kind = row_kind(from_layout);
  const bool dense = to_kind == Row::dense && from_kind == Row::dense;
  const bool runs = dense || (to_kind == Row::dense_per_component && from_kind == Row::dense_per_component);
  const int components = dense ? 1 : to_layout.components, times = runs ? 1 : cells;
  const std::size_t size =
      to_layout.element * static_cast<std::size_t>((dense ? to_layout.components : 1) * (runs ? cells : 1));
  for (int c = 0; c < components; ++c)
    for (int row = 0; row < rows; ++row)
      for (int i = 0; i < times; ++i) {
        std::byte* const into =
            to + bytes(to_layout, c * to_layout.component + row * to_layout.pitch[1] + i * to_layout.pitch[0]);
        const std::byte* const out_of =
            from +
            bytes(from_layout, c * from_layout.component + row * from_layout.pitch[1] + i * from_layout.pitch[0]);
        if (size == sizeof(double)) std::memcpy(into, out_of, sizeof(double));
        else std::memcpy(into, out_of, size);
      }
}

/// Calls body(first byte, number of bytes) for what a row consists of. AoS rows are dense.
template <class Byte, class F>
void for_runs(Byte* row, const Layout& layout, int cells, const F& body) {
  const Row kind = row_kind(layout);
  const int rows = kind == Row::dense_per_component ? layout.components : 1;
  const int elements = kind == Row::dense_per_component ? cells : cells * layout.components;
  for (int c = 0; c < rows; ++c)
    body(row + bytes(layout, c * layout.component), static_cast<std::size_t>(bytes(layout, elements)));
}

void zero_row(std::byte* row, const Layout& layout, int cells) {
  for_runs(row, layout, cells, [](std::byte* run, std::size_t size) { std::memset(run, 0, size); });
}

void fill_row(std::byte* row, const Layout& layout, int cells, const void* value) {
  for (int c = 0; c < layout.components; ++c)
    for (int i = 0; i < cells; ++i)
      std::memcpy(row + bytes(layout, i * layout.pitch[0] + c * layout.component), value, layout.element);
}

}  // namespace

void fill_region(std::byte* buffer, const Layout& layout, const Box& box, const void* value,
                 const ParallelFor& parallel) {
  for_rows(box, parallel, [&](const Index& at, int cells) {
    std::byte* row = buffer + bytes(layout, cell(layout, at));
    if (value == nullptr) zero_row(row, layout, cells);
    else fill_row(row, layout, cells, value);
  });
}

bool holds_zeros(const std::byte* buffer, const Layout& layout, const Box& box) {
  bool zeros = true;
  for_rows(box, {}, [&](const Index& at, int cells) {
    if (!zeros) return;
    for_runs(buffer + bytes(layout, cell(layout, at)), layout, cells, [&](const std::byte* run, std::size_t size) {
      zeros = zeros && run[0] == std::byte{} && std::memcmp(run, run + 1, size - 1) == 0;
    });
  });
  return zeros;
}

void copy_region(std::byte* to, const Layout& to_layout, const std::byte* from, const Layout& from_layout,
                 const Box& box, const ParallelFor& parallel) {
  for_pieces(box, parallel, [&](const Index& at, int cells, int rows) {
    copy_piece(to + bytes(to_layout, cell(to_layout, at)), to_layout, from + bytes(from_layout, cell(from_layout, at)),
               from_layout, cells, rows);
  });
}

void copy_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box,
                 const ParallelFor& parallel) {
  copy_region(to, layout, from, layout, box, parallel);
}

void pack_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box,
                 const ParallelFor& parallel) {
  copy_region(to, whole_layout(layout, box, false), from, layout, box, parallel);
}

void unpack_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box,
                   const ParallelFor& parallel) {
  copy_region(to, layout, from, whole_layout(layout, box, false), box, parallel);
}

}  // namespace ops

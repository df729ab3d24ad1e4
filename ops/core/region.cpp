// ops/core/region.cpp: every pass is a pass over pieces of rows, so that they can be spread over threads.
#include "ops/core/region.hpp"

#include <algorithm>
#include <cstring>

#include "ops/core/layout.hpp"

namespace ops {
namespace {

constexpr int piece_cells = 4096;  // [cells] along axis 0: long rows are spread over threads as well

/// Calls body(first cell, number of cells) for pieces of rows that cover the box; axis 1 fastest among rows.
template <class F>
void for_pieces(const Box& box, const ParallelFor& parallel, const F& body) {
  if (box.empty()) return;
  const std::int64_t rows = box.volume() / box.extent(0);
  const std::int64_t per_row = (box.extent(0) + piece_cells - 1) / piece_cells;
  const auto chunk = [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t piece = first; piece < last; ++piece) {
      Index at = box.lo;
      at[0] += static_cast<int>(piece % per_row) * piece_cells;
      std::int64_t row = piece / per_row;
      for (int axis = 1; axis < max_dim; ++axis) {
        at[axis] += static_cast<int>(row % box.extent(axis));
        row /= box.extent(axis);
      }
      body(at, std::min(piece_cells, box.hi[0] - at[0]));
    }
  };
  if (parallel) parallel(rows * per_row, chunk);
  else chunk(0, rows * per_row);
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

void copy_row(std::byte* to, const Layout& to_layout, const std::byte* from, const Layout& from_layout, int cells) {
  const Row to_kind = row_kind(to_layout), from_kind = row_kind(from_layout);
  const auto row_bytes = static_cast<std::size_t>(bytes(to_layout, cells));
  if (to_kind == Row::dense && from_kind == Row::dense) {
    std::memcpy(to, from, row_bytes * static_cast<std::size_t>(to_layout.components));
    return;
  }
  const bool dense = to_kind == Row::dense_per_component && from_kind == Row::dense_per_component;
  for (int c = 0; c < to_layout.components; ++c) {
    std::byte* to_row = to + bytes(to_layout, c * to_layout.component);
    const std::byte* from_row = from + bytes(from_layout, c * from_layout.component);
    if (dense) std::memcpy(to_row, from_row, row_bytes);
    for (int i = 0; i < cells && !dense; ++i)
      std::memcpy(to_row + bytes(to_layout, i * to_layout.pitch[0]), from_row + bytes(from_layout, i * from_layout.pitch[0]),
                  to_layout.element);
  }
}

/// Calls body(first byte, number of bytes) for what a row consists of. AoS rows are dense.
template <class Byte, class F>
void for_runs(Byte* row, const Layout& layout, int cells, const F& body) {
  const Row kind = row_kind(layout);
  const int rows = kind == Row::dense_per_component ? layout.components : 1;
  const int elements = kind == Row::dense_per_component ? cells : cells * layout.components;
  for (int c = 0; c < rows; ++c) body(row + bytes(layout, c * layout.component), static_cast<std::size_t>(bytes(layout, elements)));
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

void fill_region(std::byte* buffer, const Layout& layout, const Box& box, const void* value, const ParallelFor& parallel) {
  for_pieces(box, parallel, [&](const Index& at, int cells) {
    std::byte* row = buffer + bytes(layout, cell(layout, at));
    if (value == nullptr) zero_row(row, layout, cells);
    else fill_row(row, layout, cells, value);
  });
}

bool holds_zeros(const std::byte* buffer, const Layout& layout, const Box& box) {
  bool zeros = true;
  for_pieces(box, {}, [&](const Index& at, int cells) {
    if (!zeros) return;
    for_runs(buffer + bytes(layout, cell(layout, at)), layout, cells, [&](const std::byte* run, std::size_t size) {
      zeros = zeros && run[0] == std::byte{} && std::memcmp(run, run + 1, size - 1) == 0;
    });
  });
  return zeros;
}

void copy_region(std::byte* to, const Layout& to_layout, const std::byte* from, const Layout& from_layout, const Box& box,
                 const ParallelFor& parallel) {
  for_pieces(box, parallel, [&](const Index& at, int cells) {
    copy_row(to + bytes(to_layout, cell(to_layout, at)), to_layout, from + bytes(from_layout, cell(from_layout, at)), from_layout,
             cells);
  });
}

void copy_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box, const ParallelFor& parallel) {
  copy_region(to, layout, from, layout, box, parallel);
}

void pack_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box, const ParallelFor& parallel) {
  copy_region(to, whole_layout(layout, box, false), from, layout, box, parallel);
}

void unpack_region(std::byte* to, const std::byte* from, const Layout& layout, const Box& box, const ParallelFor& parallel) {
  copy_region(to, layout, from, whole_layout(layout, box, false), box, parallel);
}

}  // namespace ops

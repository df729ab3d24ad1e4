// backends/cuda/passes.hpp: passes over boxes of cells in the device's memory.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "ops/data/box.hpp"

namespace ops::cuda {

inline constexpr std::size_t most_value = 64;  ///< [bytes] of a value that a pass can fill with

/// Where cells lie: component c of cell (i, j, ..) at origin + i * pitch[0] + j * pitch[1] + .. + c * component, all in
/// bytes.
struct Shape {
  std::byte* origin = nullptr;
  std::array<std::ptrdiff_t, max_dim> pitch{};
  std::ptrdiff_t component = 0;
};

/// @param value  `element` <= most_value bytes of the host; null: zero bytes
void fill(const Shape& to, int components, std::size_t element, const Box& box, const void* value);
/// A component of the cells of a box.
struct Part {
  Shape cells;  ///< of one component
  std::size_t element;
  Box box;
};
/// Zero bytes; one launch for up to 32 of them. No two of them share a cell.
void clear(std::span<const Part> parts);
/// A run of bytes. `to` is best a multiple of 16.
void fill_bytes(std::byte* to, std::size_t bytes, std::byte value);
void copy(const Shape& to, const Shape& from, int components, std::size_t element, const Box& box);
/// Between double and float. @param wide  `to` has doubles, `from` floats; otherwise it is the other way around
void convert(const Shape& to, const Shape& from, int components, bool wide, const Box& box);
/// sum += term; of doubles or floats each.
void add(const Shape& sum, bool wide, const Shape& term, bool wide_term, int components, const Box& box);
bool all_zero(const Shape& cells, int components, std::size_t element, const Box& box);

}  // namespace ops::cuda

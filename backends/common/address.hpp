// backends/common/address.hpp: computes the address of one point from a launch argument (ArgView). Used by the
// generated code of every target.
#pragma once

#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "backends/common/everywhere.hpp"
#include "backends/common/pieces.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops::backend {

using ops::floor_div;

/// Elements from cell (0, 0, ..) to what the first point of `s` touches at offset 0, of a loop over `dims` axes.
template <int dims>
std::ptrdiff_t element(const ArgView& view, const Piece& s) noexcept {
  std::ptrdiff_t sum = s.x * view.step[0];
  if constexpr (dims > 1) sum += s.y * view.step[1];
  for (int axis = 2; axis < dims; ++axis) sum += s.row[axis] * view.step[axis];
  return sum;
}

/// Where the first point of `s` is read; null if the argument is switched off.
template <class T, int dims>
const T* read_at(const ArgView& view, const Piece& s) noexcept {
  return view.in == nullptr ? nullptr : static_cast<const T*>(view.in) + element<dims>(view, s);
}

/// Where the first point of `s` is written; null if the argument is switched off.
template <class T, int dims>
T* write_at(const ArgView& view, const Piece& s) noexcept {
  return view.out == nullptr ? nullptr : static_cast<T*>(view.out) + element<dims>(view, s);
}

/// Memory that stands for an argument that is switched off, with `cell` elements from one point to the next: vector
/// code that masks its accesses out takes a hundred times as long where there is no memory, or none that has been
/// written to. NaN, so that a kernel that reads it all the same shows.
template <class T, int cell>
inline std::vector<T> nothing((cell + 2) * piece_cells,
                              std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN() : T{});

/// The argument itself, or memory that stands for it.
template <int cell, class T>
T* given_or_nothing(T* argument) noexcept {
  return argument != nullptr ? argument : nothing<std::remove_const_t<T>, cell>.data() + piece_cells;
}

/// In a loop over points that run in order: keeps GCC 12 from turning its branches into masks, which it gets wrong for
/// interleaved components that are read under conditions and for branches on what is the same at all points.
inline void one_by_one() noexcept {
#ifndef __clang__
  asm volatile("");
#endif
}

/// Prolongation: as read_at, but for axes 1.. only; axis 0 needs a division per point.
template <class T, int dims>
const T* read_coarse_row(const ArgView& view, const Piece& s) noexcept {
  if (view.in == nullptr) return nullptr;
  const T* cell = static_cast<const T*>(view.in);
  for (int axis = 1; axis < dims; ++axis)
    cell += floor_div(axis == 1 ? s.y : s.row[axis], view.divisor[axis]) * view.step[axis];
  return cell;
}

/// The same of what is written: a coarse derivative that a fine loop adds to.
template <class T, int dims>
T* write_coarse_row(const ArgView& view, const Piece& s) noexcept {
  ArgView same = view;
  same.in = view.out;
  return const_cast<T*>(read_coarse_row<T, dims>(same, s));
}

/// A scalar `byte` bytes into a declared constant.
template <class T>
OPS_EVERYWHERE T constant(const void* value, std::ptrdiff_t byte) noexcept {
  T result;
  std::memcpy(&result, static_cast<const char*>(value) + byte, sizeof(T));
  return result;
}

/// Value k of a gbl or scalar argument; T{} if it is switched off.
template <class T>
T value(const void* values, int k) noexcept {
  return values == nullptr ? T{} : static_cast<const T*>(values)[k];
}

}  // namespace ops::backend

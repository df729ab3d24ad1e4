// backends/common/address.hpp: from what a loop is handed (ArgView) to the address of one point.
// Knows strides; knows nothing of kernels, ranges or threads. Used by the generated code of every target.
#pragma once

#include <cstring>

#include "ops/loop/launch.hpp"

namespace ops::backend {

constexpr int floor_div(int a, int b) noexcept { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// Where point `at` of a loop over `dims` axes is read; null if the argument is switched off.
template <class T, int dims>
const T* read_at(const ArgView& view, const Index& at) noexcept {
  if (view.in == nullptr) return nullptr;
  const T* cell = static_cast<const T*>(view.in);
  for (int axis = 0; axis < dims; ++axis) cell += at[axis] * view.step[axis];
  return cell;
}

/// Where point `at` is written; null if the argument is switched off.
template <class T, int dims>
T* write_at(const ArgView& view, const Index& at) noexcept {
  if (view.out == nullptr) return nullptr;
  T* cell = static_cast<T*>(view.out);
  for (int axis = 0; axis < dims; ++axis) cell += at[axis] * view.step[axis];
  return cell;
}

/// Prolongation: as read_at, but for axes 1.. only; axis 0 needs a division per point.
template <class T, int dims>
const T* read_coarse_row(const ArgView& view, const Index& at) noexcept {
  if (view.in == nullptr) return nullptr;
  const T* cell = static_cast<const T*>(view.in);
  for (int axis = 1; axis < dims; ++axis) cell += floor_div(at[axis], view.divisor[axis]) * view.step[axis];
  return cell;
}

/// A scalar `byte` bytes into a declared constant.
template <class T>
T constant(const void* value, std::ptrdiff_t byte) noexcept {
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

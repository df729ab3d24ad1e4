// ops/loop/pointer_kernel.hpp: where the macros OPS_ACCn and OPS_ACC_MDn of pointer kernels take their strides from.
// Knows strides per argument; the reference execution of a loop sets them, on the thread that runs the kernel.
#pragma once

#include <array>
#include <cstddef>

#include "ops/core/box.hpp"

namespace ops {

/// Strides of one dataset argument while a pointer kernel runs [elements].
struct PointerStrides {
  std::array<std::ptrdiff_t, max_dim> pitch{};
  std::ptrdiff_t component = 1;
};

inline constexpr int max_pointer_args = 100;
inline thread_local std::array<PointerStrides, max_pointer_args> pointer_strides{};

/// Element offset of the neighbour (i, j, ..) in argument `arg`.
template <class... Offsets>
std::ptrdiff_t pointer_offset(int arg, Offsets... offsets) {
  static_assert(sizeof...(Offsets) >= 1 && sizeof...(Offsets) <= max_dim, "OPS_ACCn takes one offset per axis");
  const PointerStrides& strides = pointer_strides[static_cast<std::size_t>(arg)];
  std::size_t axis = 0;
  std::ptrdiff_t sum = 0;
  ((sum += static_cast<std::ptrdiff_t>(offsets) * strides.pitch[axis++]), ...);
  return sum;
}

/// Element offset of component `c` of the neighbour (i, j, ..) in argument `arg`.
template <class... Offsets>
std::ptrdiff_t pointer_component_offset(int arg, int c, Offsets... offsets) {
  return c * pointer_strides[static_cast<std::size_t>(arg)].component + pointer_offset(arg, offsets...);
}

}  // namespace ops

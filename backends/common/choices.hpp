// backends/common/choices.hpp: fmax and fmin as comparisons, because compilers vectorise these and not the calls of the
// C library.
#pragma once

namespace ops::backend {

/// The larger number; the other one if one is NaN; the second of two zeros, whatever their signs: as the C library has
/// it on x86-64.
template <class T>
constexpr T fmax(T a, T b) noexcept {
  return b != b ? a : a > b ? a : b;
}

/// The smaller number; otherwise as fmax.
template <class T>
constexpr T fmin(T a, T b) noexcept {
  return b != b ? a : a < b ? a : b;
}

}  // namespace ops::backend

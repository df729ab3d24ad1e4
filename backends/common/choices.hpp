// backends/common/choices.hpp: fmax and fmin as comparisons, because compilers vectorise these and not the calls of the
// C library; a value with the sign of another.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

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

/// v where x is above 0, -v where it is below, 0 elsewhere: by bits, in one comparison instead of two.
template <class T>
constexpr T signed_like(T v, T x) noexcept {
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::int64_t), std::int64_t, std::int32_t>;
  static_assert(sizeof(T) == sizeof(Bits));
  const Bits sign = std::bit_cast<Bits>(x) & std::numeric_limits<Bits>::min();
  return __builtin_islessgreater(x, T{}) ? std::bit_cast<T>(std::bit_cast<Bits>(v) ^ sign) : T{};
}

}  // namespace ops::backend

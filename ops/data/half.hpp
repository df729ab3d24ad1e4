// ops/data/half.hpp: defines 16-bit floating-point numbers (IEEE 754 binary16) for storage. Arithmetic operations
// convert 16-bit floating-point numbers to float.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#ifdef __CUDACC__
#define OPS_HALF __host__ __device__ constexpr
#else
#define OPS_HALF __attribute__((always_inline)) constexpr
#endif

// A class at global scope, as a program may have a variable of the same name, which hides a class, but not an alias.
#ifdef OPS_TRANSLATING
namespace ops {
using Half = __fp16;  // clang's own type of this kind: stored in 16 bits, promoted to float
}
#ifndef OPS_HALF_IS_A_VARIABLE
using half = ops::Half;
#endif
#else
/// A 16-bit floating-point number. Conversion from half to float is exact. Conversion from an arithmetic type rounds
/// once, to nearest with ties to even, except that a long double is rounded to double first. Numbers that exceed the
/// range of half are converted to infinity. All 16-bit patterns are valid, so memcpy may copy any bits into a half.
/// Conversions have no branches, so that compilers can vectorise loops over arrays of half.
struct half {
  std::uint16_t bits;

  half() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  OPS_HALF half(T value)
      : bits(std::is_same_v<T, float> ? of_float(static_cast<float>(value))
                                      : of_float(sticky(static_cast<double>(value)))) {}
  OPS_HALF operator float() const { return value_of(bits); }

  template <class T>
  OPS_HALF half& operator+=(const T& other) {
    return *this = half(value_of(bits) + number(other));
  }
  template <class T>
  OPS_HALF half& operator-=(const T& other) {
    return *this = half(value_of(bits) - number(other));
  }
  template <class T>
  OPS_HALF half& operator*=(const T& other) {
    return *this = half(value_of(bits) * number(other));
  }
  template <class T>
  OPS_HALF half& operator/=(const T& other) {
    return *this = half(value_of(bits) / number(other));
  }
  OPS_HALF half& operator++() { return *this = half(value_of(bits) + 1.0F); }
  OPS_HALF half& operator--() { return *this = half(value_of(bits) - 1.0F); }
  OPS_HALF half operator++(int) {
    const half before = *this;
    ++*this;
    return before;
  }
  OPS_HALF half operator--(int) {
    const half before = *this;
    --*this;
    return before;
  }

 private:
  template <class T>
  static OPS_HALF auto number(const T& value) {
    return static_cast<decltype(0.0F + value)>(value);
  }

  static OPS_HALF float value_of(std::uint16_t pattern) {
    const std::uint32_t sign = static_cast<std::uint32_t>(pattern & 0x8000) << 16, size = pattern & 0x7fff;
    const std::uint32_t normal = (size << 13) + (112u << 23), special = (size << 13) | (255u << 23);
    const std::uint32_t subnormal = std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<int>(size)) * 0x1p-24f);
    return std::bit_cast<float>(sign | (size < 0x0400 ? subnormal : size < 0x7c00 ? normal : special));
  }

  static OPS_HALF std::uint16_t of_float(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (all >> 16) & 0x8000, size = all & 0x7fffffff;
    const std::uint32_t normal = (size + 0xfff + ((size >> 13) & 1) - (112u << 23)) >> 13;
    const std::uint32_t subnormal =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(size) + 0.5f) - std::bit_cast<std::uint32_t>(0.5f);
    const std::uint32_t special = size > (255u << 23) ? 0x7e00 | ((size >> 13) & 0x3ff) : 0x7c00;
    return static_cast<std::uint16_t>(sign | (size < (113u << 23) ? subnormal : size < 0x477ff000 ? normal : special));
  }

  /// Truncates `value` to a float, and sets the last bit of the float if nonzero bits were dropped. The resulting float
  /// therefore rounds to the same half as `value`, without double rounding.
  static OPS_HALF float sticky(double value) {
    const auto all = std::bit_cast<std::uint64_t>(value), cut = all & 0x1fffffff;
    return static_cast<float>(std::bit_cast<double>((all - cut) | (cut != 0 ? std::uint64_t{0x20000000} : 0)));
  }
};
namespace ops {
using Half = struct ::half;
}
#endif

#undef OPS_HALF

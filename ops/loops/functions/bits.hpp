// ops/loops/functions/bits.hpp: building blocks of the functions: fused and rounded operations, bits of numbers, sums
// of two numbers. All of them vectorise: they have no branches and no tables.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#if defined(__CUDACC__)
#define OPS_FUNCTION __host__ __device__ inline
#else
#define OPS_FUNCTION [[gnu::always_inline]] inline
#endif

namespace ops::functions {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
// x + to_integer is rounded to an integer, which is then in the last bits
inline constexpr double to_integer = 0x1.8p52;

OPS_FUNCTION double fused(double a, double b, double c) { return ::fma(a, b, c); }
OPS_FUNCTION double absolute(double x) { return ::fabs(x); }
OPS_FUNCTION double with_sign(double size, double sign) { return ::copysign(size, sign); }
OPS_FUNCTION std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }
OPS_FUNCTION double number(std::uint64_t bits) { return std::bit_cast<double>(bits); }
OPS_FUNCTION double nearest(double x) { return (x + to_integer) - to_integer; }

/// 2^k of an integer k in [-1022, 1023].
OPS_FUNCTION double power_of_two(double k) { return number(bits(k + (to_integer + 1023.0)) << 52); }

/// x 2^k, rounded once, of an integer k in [-2044, 2046].
OPS_FUNCTION double scaled(double x, double k) {
  const double half = nearest(0.5 * k);
  return x * power_of_two(half) * power_of_two(k - half);
}

/// The sum of two numbers, of which the second is small.
struct Pair {
  double high, low;
};

/// yes or no, both of which are computed: where conditions nest, compilers would branch.
OPS_FUNCTION double chosen(bool condition, double yes, double no) {
  const std::uint64_t mask = 0u - static_cast<std::uint64_t>(condition);
  return number((bits(yes) & mask) | (bits(no) & ~mask));
}

OPS_FUNCTION float chosen(bool condition, float yes, float no) {
  const std::uint32_t mask = 0u - static_cast<std::uint32_t>(condition);
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(yes) & mask) | (std::bit_cast<std::uint32_t>(no) & ~mask));
}

OPS_FUNCTION Pair chosen(bool condition, Pair yes, Pair no) {
  return {chosen(condition, yes.high, no.high), chosen(condition, yes.low, no.low)};
}

OPS_FUNCTION Pair exact_sum(double a, double b) {
  const double sum = a + b, second = sum - a;
  return {sum, (a - (sum - second)) + (b - second)};
}

/// The same where |a| >= |b|, or a is 0.
OPS_FUNCTION Pair exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

OPS_FUNCTION Pair exact_product(double a, double b) {
  const double product = a * b;
  return {product, fused(a, b, -product)};
}

/// n / d, of an n and a d known to more than their own digits.
OPS_FUNCTION Pair quotient(Pair n, Pair d) {
  const double inverse = 1.0 / d.high, q = n.high * inverse;
  const double left = fused(-q, d.high, n.high) + fused(-q, d.low, n.low);
  return exact_sum_ordered(q, left * inverse);
}

template <const auto& Coefficients, std::size_t I>
// a number, which code for devices may use where it may not use an array
inline constexpr double coefficient = Coefficients[I];

template <const auto& Coefficients, std::size_t... I>
OPS_FUNCTION double horner(double x, std::index_sequence<I...>) {
  constexpr std::size_t last = sizeof...(I);
  double sum = coefficient<Coefficients, last>;
  ((sum = fused(sum, x, coefficient<Coefficients, last - 1 - I>)), ...);
  return sum;
}

/// The polynomial with these coefficients, the constant first.
template <const auto& Coefficients>
OPS_FUNCTION double polynomial(double x) {
  return horner<Coefficients>(x, std::make_index_sequence<std::size(Coefficients) - 1>());
}

}  // namespace ops::functions

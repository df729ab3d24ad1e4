// ops/loops/functions/logarithm.hpp: log and log1p. x = 2^k m with m between sqrt(1/2) and sqrt(2); log m = 2 atanh(s),
// s = (m - 1) / (m + 1).
#pragma once

#include "ops/loops/functions/bits.hpp"
#include "ops/loops/functions/coefficients.hpp"

namespace ops::functions {

struct Mantissa {
  double m, k;
};

/// Of a normal x > 0.
OPS_FUNCTION Mantissa mantissa(double x) {
  constexpr std::uint64_t least = 0x3fe6a09e667f3bcdu;      // sqrt(1/2)
  constexpr std::uint64_t shift = 0x4000000000000000u;      // that keeps k positive
  const std::uint64_t k = (bits(x) - least + shift) >> 52;  // k + 1024
  return {number(bits(x) - (k << 52) + shift), number(k | bits(0x1p52)) - (0x1p52 + 1024.0)};
}

/// The same of any x > 0.
OPS_FUNCTION Mantissa any_mantissa(double x) {
  const bool small = x < 0x1p-1022;
  const Mantissa a = mantissa(small ? x * 0x1p54 : x);
  return {a.m, small ? a.k - 54.0 : a.k};
}

/// log of m 2^k, plus `low`.
OPS_FUNCTION double log_of(Mantissa a, double low) {
  const double f = a.m - 1.0, s = f / (2.0 + f), z = s * s, half = 0.5 * f * f;
  const double rest = fused(z, polynomial<log_rest>(z), half);  // log(1 + f) = f - half + s rest
  const double small = fused(a.k, ln2_rest, fused(s, rest, low)) - half;
  const Pair large = exact_sum_ordered(a.k * ln2_short, f);
  return large.high + (large.low + small);
}

/// What log has at 0, infinity and where there is no logarithm.
OPS_FUNCTION double log_at_ends(double x, double inside) {
  const double finite = x < infinity ? inside : x;
  return x > 0.0 ? finite : x == 0.0 ? -infinity : not_a_number;
}

OPS_FUNCTION double log(double x) { return log_at_ends(x, log_of(any_mantissa(x), 0.0)); }

OPS_FUNCTION float log(float x) {
  const double at = static_cast<double>(x);
  const Mantissa a = mantissa(at);
  const double f = a.m - 1.0, s = f / (2.0 + f), z = s * s;
  const double inside = fused(a.k, ln2_1, fused(s * z, polynomial<log_rest_short>(z), s + s));
  return static_cast<float>(log_at_ends(at, inside));
}

OPS_FUNCTION double log1p(double x) {
  const Pair u = exact_sum(1.0, x);
  const double inside = log_of(mantissa(u.high), u.low / u.high);
  return absolute(x) < 0x1p-54 ? x : log_at_ends(u.high, inside);
}

OPS_FUNCTION float log1p(float x) { return static_cast<float>(log1p(static_cast<double>(x))); }

}  // namespace ops::functions

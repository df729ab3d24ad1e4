// ops/loops/functions/quarters.hpp: argument reduction for trigonometric functions: x = q pi/2 + r with |r| about pi/4
// or less, for every x. Up to 2^40 by subtraction in three parts (W. J. Cody and W. Waite, "Software Manual for the
// Elementary Functions", 1980), above with as many bits of 2/pi as necessary (M. Payne and R. Hanek, "Radian reduction
// for trigonometric functions", 1983, doi:10.1145/1057600.1057602).
#pragma once

#include "ops/loops/functions/bits.hpp"
#include "ops/loops/functions/coefficients.hpp"

namespace ops::functions {

inline constexpr double far_away = 0x1p40;

struct Quarters {
  std::uint64_t q;  // its last two bits
  Pair r;
};

/// Of |x| < far_away.
OPS_FUNCTION Quarters quarters(double x) {
  const double shifted = fused(x, two_over_pi_1, to_integer), n = shifted - to_integer;
  const double first = fused(-n, half_pi_1, x);  // exact
  const Pair product = exact_product(n, half_pi_2);
  const Pair second = exact_sum(first, -product.high);
  const double low = fused(-n, half_pi_3, second.low - product.low);
  return {bits(shifted), exact_sum(second.high, low)};
}

#if defined(__CUDACC__)
__device__ const std::uint32_t two_over_pi_of_device[] = {OPS_TWO_OVER_PI};
#endif
inline constexpr std::uint32_t two_over_pi_of_host[] = {OPS_TWO_OVER_PI};

OPS_FUNCTION std::uint32_t two_over_pi(unsigned word) {
#if defined(__CUDA_ARCH__)
  return two_over_pi_of_device[word];
#else
  return two_over_pi_of_host[word];
#endif
}

inline constexpr int window = 6;  // words of 32 bits: two bits for q, and far more than r can lose

/// 4 / 2^192 of it is x 2/pi, up to multiples of 4; of |x| >= far_away.
struct Product {
  std::uint32_t word[window];  // the last first
};

OPS_FUNCTION Product times_two_over_pi(double x) {
  const unsigned exponent = static_cast<unsigned>((bits(x) >> 52) & 0x7ff);
  const unsigned skipped = exponent - (1023 + 52) + 32 - 2;  // bits that give multiples of 4
  const std::uint64_t m = (bits(x) & 0xfffffffffffffu) | 0x10000000000000u, m0 = m & 0xffffffffu, m1 = m >> 32;
  Product product{};
  std::uint64_t carry = 0, before = 0;
  for (int k = 0; k < window; ++k) {
    const unsigned at = skipped / 32 + static_cast<unsigned>(window - 1 - k);
    const std::uint64_t both = static_cast<std::uint64_t>(two_over_pi(at)) << 32 | two_over_pi(at + 1);
    const std::uint64_t here = (both << (skipped % 32)) >> 32;
    const std::uint64_t low = m0 * here, high = m1 * before;
    const std::uint64_t sum = (low & 0xffffffffu) + (high & 0xffffffffu) + carry;
    product.word[k] = static_cast<std::uint32_t>(sum);
    carry = (low >> 32) + (high >> 32) + (sum >> 32);
    before = here;
  }
  return product;
}

/// Of |x| >= far_away.
OPS_FUNCTION Quarters quarters_far_away(double x) {
  const Product product = times_two_over_pi(x);
  const std::uint64_t top = product.word[window - 1];
  const std::uint64_t q = (top >> 30) + ((top >> 29) & 1u);
  // of a negative rest, all bits but a last one, which does not matter
  const std::uint32_t flip = (top >> 29) & 1u ? 0xffffffffu : 0u;
  Pair rest{0.0, 0.0};
  double weight = 0x1p-30;
  for (int k = window - 1; k >= 0; --k, weight *= 0x1p-32) {
    const std::uint32_t word = product.word[k] ^ flip;
    const Pair sum = exact_sum(rest.high, weight * static_cast<double>(k == window - 1 ? word & 0x3fffffffu : word));
    rest = {sum.high, rest.low + sum.low};
  }
  const double sign = (flip != 0u) == (x < 0.0) ? 1.0 : -1.0;
  const Pair r = exact_product(rest.high, half_pi_1);
  const double low = fused(rest.high, half_pi_2, fused(rest.low, half_pi_1, r.low));
  return {x < 0.0 ? 0u - q : q, {sign * r.high, sign * low}};
}

}  // namespace ops::functions

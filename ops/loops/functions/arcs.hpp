// ops/loops/functions/arcs.hpp: asin, acos, atan and atan2.
#pragma once

#include "ops/loops/functions/bits.hpp"
#include "ops/loops/functions/coefficients.hpp"
#include "ops/loops/functions/sizes.hpp"

namespace ops::functions {

/// The angle whose tangent is a / b, of a, b >= 0 and a + b > 0: as much of a quarter of pi as leaves a tangent of at
/// most sqrt(2) - 1.
OPS_FUNCTION Pair angle(double a, double b) {
  constexpr double root = 1.4142135623730951;
  const bool steep = a > (root + 1.0) * b, sloped = a > (root - 1.0) * b;
  const Pair n = chosen(steep, {-b, 0.0}, chosen(sloped, exact_sum(a, -b), {a, 0.0}));
  const Pair d = chosen(steep, {a, 0.0}, chosen(sloped, exact_sum(a, b), {b, 0.0}));
  const Pair t = quotient(n, d);
  const double z = t.high * t.high, rest = fused(t.high * z, polynomial<atan_rest>(z), fused(-z, t.low, t.low));
  const double share = chosen(steep, 1.0, chosen(sloped, 0.5, 0.0));
  const Pair whole = exact_sum_ordered(share * half_pi_1, t.high);
  return {whole.high, whole.low + fused(share, half_pi_2, rest)};
}

OPS_FUNCTION double atan(double x) {
  const double size = absolute(x) > 0x1p60 ? 0x1p60 : absolute(x);
  const Pair value = angle(size, 1.0);
  return absolute(x) < 0x1p-27 || x != x ? x : with_sign(value.high + value.low, x);
}

OPS_FUNCTION double atan2(double y, double x) {
  const double up = absolute(y), across = absolute(x), larger = up > across ? up : across, scale = inverse_size(larger);
  const bool endless = larger == infinity;
  const double a = endless ? (up == infinity ? 1.0 : 0.0) : up * scale;
  const double b = endless ? (across == infinity ? 1.0 : 0.0) : larger == 0.0 ? 1.0 : across * scale;
  const Pair acute = angle(a, b), other = exact_sum_ordered(2.0 * half_pi_1, -acute.high);
  const bool left = (bits(x) >> 63) != 0u;
  const double value = left ? other.high + (other.low + fused(2.0, half_pi_2, -acute.low)) : acute.high + acute.low;
  return x != x || y != y ? x + y : with_sign(value, y);
}

/// Half the angle whose cosine is |x| where that is above 1/2, else that whose sine is |x|.
OPS_FUNCTION Pair small_arc(double size) {
  const bool large = size > 0.5;
  const double z = large ? 0.5 - 0.5 * size : size * size, root = ::sqrt(z);
  const double lost = large && root != 0.0 ? fused(-root, root, z) / (root + root) : 0.0;
  const double s = large ? root : size;
  return {s, fused(s * z, polynomial<asin_rest>(z), fused(lost, 0.5 * z, lost))};
}

OPS_FUNCTION double asin(double x) {
  const Pair arc = small_arc(absolute(x)), other = exact_sum_ordered(half_pi_1, -2.0 * arc.high);
  const double large = other.high + (other.low + fused(-2.0, arc.low, half_pi_2));
  return absolute(x) < 0x1p-27 ? x : with_sign(absolute(x) > 0.5 ? large : arc.high + arc.low, x);
}

OPS_FUNCTION double acos(double x) {
  const Pair arc = small_arc(absolute(x));
  const bool large = absolute(x) > 0.5, left = x < 0.0;
  const double share = large ? (left ? 2.0 : 0.0) : 1.0;  // quarters of a turn
  const double times = large ? (left ? -2.0 : 2.0) : (left ? 1.0 : -1.0);
  const Pair sum = exact_sum_ordered(share * half_pi_1, times * arc.high);
  return sum.high + (sum.low + fused(share, half_pi_2, times * arc.low));
}

OPS_FUNCTION float atan(float x) { return static_cast<float>(atan(static_cast<double>(x))); }
OPS_FUNCTION float atan2(float y, float x) {
  return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x)));
}
OPS_FUNCTION float asin(float x) { return static_cast<float>(asin(static_cast<double>(x))); }
OPS_FUNCTION float acos(float x) { return static_cast<float>(acos(static_cast<double>(x))); }

}  // namespace ops::functions

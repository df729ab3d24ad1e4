// ops/loops/functions/roots.hpp: cbrt and hypot.
#pragma once

#include "ops/loops/functions/bits.hpp"
#include "ops/loops/functions/coefficients.hpp"
#include "ops/loops/functions/logarithm.hpp"
#include "ops/loops/functions/sizes.hpp"

namespace ops::functions {

/// y nearer to m^(-1/3), with three times as many digits.
OPS_FUNCTION double nearer_inverse_root(double m, double y) {
  const double off = fused(-m, y * y * y, 1.0);
  return fused(y * off, fused(off, 2.0 / 9.0, 1.0 / 3.0), y);
}

OPS_FUNCTION double cbrt(double x) {
  const Mantissa a = any_mantissa(absolute(x));
  const double thirds = nearest((a.k - 1.0) * (1.0 / 3.0)), left = a.k - 3.0 * thirds;  // 0, 1 or 2
  const double m = a.m * (left == 0.0 ? 1.0 : left == 1.0 ? 2.0 : 4.0);
  const double start = polynomial<cbrt_inverse>(a.m) * (left == 0.0 ? 1.0 : left == 1.0 ? cbrt_half_1 : cbrt_quarter_1);
  const double y = nearer_inverse_root(m, nearer_inverse_root(m, start)), root = m * (y * y);
  const Pair square = exact_product(root, root);
  const double off = fused(-root, square.low, fused(-root, square.high, m));
  const double value = fused(off * (1.0 / 3.0), y * y, root) * power_of_two(thirds);
  return x == 0.0 || !(absolute(x) < infinity) ? x + x : with_sign(value, x);
}

OPS_FUNCTION double hypot(double x, double y) {
  const double a = absolute(x), b = absolute(y), larger = a > b ? a : b, smaller = a > b ? b : a,
               scale = inverse_size(larger);
  const Pair one = exact_product(larger * scale, larger * scale),
             other = exact_product(smaller * scale, smaller * scale);
  const Pair sum = exact_sum_ordered(one.high, other.high);
  const double root = ::sqrt(sum.high), off = fused(-root, root, sum.high) + (sum.low + (one.low + other.low));
  const double value = (root + off / (root == 0.0 ? 1.0 : root + root)) * (1.0 / scale);
  return chosen((a == infinity) | (b == infinity), infinity, chosen((x != x) | (y != y), x + y, value));
}

OPS_FUNCTION float cbrt(float x) { return static_cast<float>(cbrt(static_cast<double>(x))); }

OPS_FUNCTION float hypot(float x, float y) {
  const double a = static_cast<double>(x), b = static_cast<double>(y), value = ::sqrt(fused(a, a, b * b));
  return static_cast<float>(chosen((absolute(a) == infinity) | (absolute(b) == infinity), infinity, value));
}

}  // namespace ops::functions

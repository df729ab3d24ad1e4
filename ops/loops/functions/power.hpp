// ops/loops/functions/power.hpp: pow. The logarithm has a relative error of 2^-65, so that the error of y log x is a
// fraction of the last digit of the result.
#pragma once

#include "ops/loops/functions/exponential.hpp"
#include "ops/loops/functions/logarithm.hpp"

namespace ops::functions {

/// log x of a normal or subnormal x > 0.
OPS_FUNCTION Pair log_pair(double x) {
  const Mantissa a = any_mantissa(x);
  const Pair s = quotient({a.m - 1.0, 0.0}, exact_sum(a.m, 1.0));
  const Pair square = exact_product(s.high, s.high);
  const double square_low = fused(2.0 * s.high, s.low, square.low);
  const Pair factor = exact_sum_ordered(two_thirds_1, square.high * polynomial<log_rest_of_pow>(square.high));
  const Pair cube = exact_product(s.high, square.high);
  const double cube_low = fused(s.high, square_low, fused(s.low, square.high, cube.low));
  const Pair rest = exact_product(cube.high, factor.high);
  const double rest_low = fused(cube.high, factor.low + two_thirds_2, fused(cube_low, factor.high, rest.low));
  const Pair twos = exact_sum_ordered(a.k * ln2_short, 2.0 * s.high), sum = exact_sum(twos.high, rest.high);
  return exact_sum_ordered(sum.high, sum.low + (twos.low + fused(a.k, ln2_rest, fused(2.0, s.low, rest_low))));
}

/// x^y, where `inside` is |x|^y of all other x and y.
OPS_FUNCTION double pow_at_ends(double x, double y, double inside) {
  const double size = absolute(x), half = 0.5 * y;
  const bool whole = ::rint(y) == y, odd = whole & (::rint(half) != half), negative = (bits(x) >> 63) != 0u;
  const bool none = negative & !whole & (size != 0.0) & (size != infinity);
  const double at_end = chosen((size == 0.0) == (y < 0.0), infinity, 0.0);
  const double value = chosen((size == 0.0) | (size == infinity), at_end, chosen(none, not_a_number, inside));
  const double known = chosen((x != x) | (y != y), x + y, chosen(negative & odd, -value, value));
  return chosen((x == 1.0) | (y == 0.0), 1.0, known);
}

OPS_FUNCTION double pow(double x, double y) {
  const Pair logarithm = log_pair(absolute(x));
  const double exponent = between(y, -0x1p65, 0x1p65);
  const Pair product = exact_product(exponent, logarithm.high);
  return pow_at_ends(x, y, exp_of({product.high, fused(exponent, logarithm.low, product.low)}));
}

OPS_FUNCTION float pow(float x, float y) {
  const double at = static_cast<double>(x), exponent = static_cast<double>(y);
  const Mantissa a = mantissa(absolute(at));
  const double f = a.m - 1.0, s = f / (2.0 + f), z = s * s;
  const double logarithm = fused(a.k, ln2_1, fused(s * z, polynomial<log_rest_short>(z), s + s));
  return static_cast<float>(pow_at_ends(at, exponent, short_exp(exponent * logarithm)));
}

}  // namespace ops::functions

// ops/loops/functions/exponential.hpp: exp and expm1. x = k ln 2 + r with |r| <= ln 2 / 2.
#pragma once

#include "ops/loops/functions/bits.hpp"
#include "ops/loops/functions/coefficients.hpp"

namespace ops::functions {

/// k, and r in two numbers.
struct Halved {
  double k;
  Pair r;
};

/// Of |x| < 2^20. r.high is what remains rounded once.
OPS_FUNCTION Halved without_twos(double x) {
  const double k = fused(x, log2_e_1, to_integer) - to_integer;
  const double rest = fused(-k, ln2_1, x);
  const double r = fused(-k, ln2_2, rest);
  return {k, {r, fused(-k, ln2_2, rest - r)}};
}

/// x between two bounds; not a number if it is none.
OPS_FUNCTION double between(double x, double least, double most) {
  const double above = x < least ? least : x;
  return above > most ? most : above;
}

/// exp(r + low) - 1 - r of a small r.
OPS_FUNCTION double beyond_linear(Pair r) { return fused(r.high * r.high, polynomial<exp_rest>(r.high), r.low); }

OPS_FUNCTION double exp(double x) {
  const Halved a = without_twos(between(x, -746.0, 710.0));
  return scaled(1.0 + (a.r.high + beyond_linear(a.r)), a.k);
}

/// exp(high + low).
OPS_FUNCTION double exp_of(Pair x) {
  const double high = between(x.high, -746.0, 710.0), low = high == x.high ? x.low : 0.0;
  const Halved a = without_twos(high);
  const double rest = beyond_linear(a.r), more = fused(low, a.r.high + rest, low);
  return scaled(1.0 + (a.r.high + (rest + more)), a.k);
}

/// exp as exact as a float.
OPS_FUNCTION double short_exp(double x) {
  const double at = between(x, -110.0, 90.0), k = fused(at, log2_e_1, to_integer) - to_integer,
               r = fused(-k, ln2_1, at);
  return fused(r * r, polynomial<exp_rest_short>(r), 1.0 + r) * power_of_two(k);
}

OPS_FUNCTION float exp(float x) { return static_cast<float>(short_exp(static_cast<double>(x))); }

/// (exp(x) - 1) / 2 of -40 <= x <= 710.
OPS_FUNCTION Pair half_expm1(double x) {
  const Halved a = without_twos(x);
  const double scale = power_of_two(a.k - 1.0), less = scale - 0.5;
  const Pair sum = exact_sum(less, scale * a.r.high), square = exact_product(a.r.high, a.r.high);
  const double more = fused(a.r.high, a.r.low, a.r.low);  // of exp(r) by r.low
  const double low = fused(scale, fused(0.5, square.low, more), sum.low);
  return exact_sum(sum.high, fused(scale * square.high, polynomial<exp_rest>(a.r.high), low) + ((scale - less) - 0.5));
}

OPS_FUNCTION double expm1(double x) {
  const Pair half = half_expm1(between(x, -40.0, 710.0));
  return absolute(x) < 0x1p-54 ? x : 2.0 * (half.high + half.low);
}

OPS_FUNCTION float expm1(float x) { return static_cast<float>(expm1(static_cast<double>(x))); }

}  // namespace ops::functions

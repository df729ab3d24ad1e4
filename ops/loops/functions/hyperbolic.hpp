// ops/loops/functions/hyperbolic.hpp: sinh, cosh and tanh. With x = k ln 2 + r, sinh x = sinh(k ln 2) cosh r + cosh(k
// ln 2) sinh r.
#pragma once

#include "ops/loops/functions/exponential.hpp"

namespace ops::functions {

/// An eighth of sinh(k ln 2) and of cosh(k ln 2), and sinh and cosh of r, each in two numbers.
struct HyperbolicParts {
  Pair sinh_k, cosh_k, sinh_r, cosh_r;
};

/// Of x >= 0.
OPS_FUNCTION HyperbolicParts hyperbolic_parts(double x) {
  const Halved a = without_twos(between(x, 0.0, 712.0));
  const double up = power_of_two(a.k - 4.0), down = power_of_two(between(-a.k - 4.0, -1022.0, 0.0)),
               z = a.r.high * a.r.high;
  return {exact_sum_ordered(up, -down),
          exact_sum_ordered(up, down),
          {a.r.high, fused(a.r.high * z, polynomial<sinh_rest>(z), a.r.low)},
          {1.0, fused(z, polynomial<cosh_rest>(z), a.r.high * a.r.low)}};
}

OPS_FUNCTION double sinh(double x) {
  const HyperbolicParts p = hyperbolic_parts(absolute(x));
  const Pair product = exact_product(p.cosh_k.high, p.sinh_r.high),
             sum = exact_sum_ordered(p.sinh_k.high, product.high);
  const double known = sum.low + (product.low + fused(p.cosh_k.low, p.sinh_r.high, p.sinh_k.low));
  const double low = fused(p.sinh_k.high, p.cosh_r.low, fused(p.cosh_k.high, p.sinh_r.low, known));
  return absolute(x) < 0x1p-27 ? x : with_sign(8.0 * (sum.high + low), x);
}

OPS_FUNCTION double cosh(double x) {
  const HyperbolicParts p = hyperbolic_parts(absolute(x));
  const Pair product = exact_product(p.sinh_k.high, p.sinh_r.high),
             sum = exact_sum_ordered(p.cosh_k.high, product.high);
  const double known = sum.low + (product.low + fused(p.sinh_k.low, p.sinh_r.high, p.cosh_k.low));
  return 8.0 * (sum.high + fused(p.cosh_k.high, p.cosh_r.low, fused(p.sinh_k.high, p.sinh_r.low, known)));
}

/// With e = (exp(2 |x|) - 1) / 2 it is e / (1 + e).
OPS_FUNCTION double tanh(double x) {
  const Pair e = half_expm1(between(2.0 * absolute(x), 0.0, 44.0)), sum = exact_sum(1.0, e.high);
  const Pair value = quotient(e, {sum.high, sum.low + e.low});
  return absolute(x) < 0x1p-28 ? x : with_sign(value.high + value.low, x);
}

OPS_FUNCTION float sinh(float x) { return static_cast<float>(sinh(static_cast<double>(x))); }
OPS_FUNCTION float cosh(float x) { return static_cast<float>(cosh(static_cast<double>(x))); }

OPS_FUNCTION float tanh(float x) {
  const double size = between(2.0 * absolute(static_cast<double>(x)), 0.0, 44.0);
  const double k = fused(size, log2_e_1, to_integer) - to_integer, r = fused(-k, ln2_1, size), scale = power_of_two(k);
  const double e = fused(scale, fused(r * r, polynomial<exp_rest_short>(r), r), scale - 1.0);
  return static_cast<float>(with_sign(e / (2.0 + e), static_cast<double>(x)));
}

}  // namespace ops::functions

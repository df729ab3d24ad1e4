// ops/loops/functions/gauss.hpp: erf. Below 1 it is a polynomial. Above, it is 1 - exp(-x^2) (exp(x^2) erfc(x)), whose
// second factor is a polynomial in (x - 3) / (x + 3).
#pragma once

#include "ops/loops/functions/exponential.hpp"

namespace ops::functions {

OPS_FUNCTION double erf(double x) {
  const double size = absolute(x) > 6.0 ? 6.0 : absolute(x), z = size * size;
  const double small = fused(size, polynomial<erf_rest>(size < 1.0 ? z : 1.0), size);
  const double place = size < 1.0 ? -0.5 : (size - 3.0) / (size + 3.0);
  const double large = fused(-exp(-z), polynomial<erfc_scaled>(place), 1.0);
  return with_sign(size < 1.0 ? small : x != x ? x : large, x);
}

OPS_FUNCTION float erf(float x) { return static_cast<float>(erf(static_cast<double>(x))); }

}  // namespace ops::functions

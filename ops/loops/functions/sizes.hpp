// ops/loops/functions/sizes.hpp: powers of two that scale numbers to about 1.
#pragma once

#include "ops/loops/functions/bits.hpp"

namespace ops::functions {

/// A power of two that brings a finite x >= 0 into [2^-51, 4), 0 excepted.
OPS_FUNCTION double inverse_size(double x) {
  const std::uint64_t exponent = bits(x) >> 52;
  return number((2046u - (exponent > 2045u ? 2045u : exponent)) << 52);
}

}  // namespace ops::functions

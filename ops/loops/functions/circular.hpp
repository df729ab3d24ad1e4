// ops/loops/functions/circular.hpp: sin, cos and tan.
#pragma once

#include "ops/loops/functions/quarters.hpp"

namespace ops::functions {

OPS_FUNCTION Pair sin_pair(Pair r) {
  const double z = r.high * r.high;
  return {r.high, fused(r.high * z, polynomial<sin_rest>(z), r.low * fused(-0.5, z, 1.0))};
}

OPS_FUNCTION Pair cos_pair(Pair r) {
  const double z = r.high * r.high, near = fused(-0.5, z, 1.0);
  return {near, fused(z * z, polynomial<cos_rest>(z), fused(-r.high, r.low, fused(-0.5, z, 1.0 - near)))};
}

/// The sine at q quarters of a turn and r.
OPS_FUNCTION double sin_of(Quarters a) {
  const Pair s = sin_pair(a.r), c = cos_pair(a.r);
  const bool odd = (a.q & 1u) != 0u;
  const double value = odd ? c.high + c.low : s.high + s.low;
  return number(bits(value) ^ ((a.q & 2u) << 62));
}

OPS_FUNCTION double cos_of(Quarters a) { return sin_of({a.q + 1u, a.r}); }

OPS_FUNCTION double tan_of(Quarters a) {
  const Pair s = sin_pair(a.r), c = cos_pair(a.r);
  const Pair sine = exact_sum_ordered(s.high, s.low), cosine = exact_sum_ordered(c.high, c.low);
  const bool odd = (a.q & 1u) != 0u;
  const Pair n = {odd ? -cosine.high : sine.high, odd ? -cosine.low : sine.low};
  const Pair d = {odd ? sine.high : cosine.high, odd ? sine.low : cosine.low};
  const Pair value = quotient(n, d);
  return value.high + value.low;
}

// Of arguments that are far away: not in line, so that loops stay short. The vectoriser calls the second for several
// points at once, as a rule all 0.
#if defined(__CUDACC__)
#define OPS_OUT_OF_LINE __host__ __device__ __noinline__
#define OPS_SEVERAL_AT_ONCE __host__ __device__
#elif defined(_OPENMP)
#define OPS_OUT_OF_LINE [[gnu::const, gnu::noinline]]
#define OPS_SEVERAL_AT_ONCE _Pragma("omp declare simd notinbranch") OPS_OUT_OF_LINE
#else
#define OPS_OUT_OF_LINE [[gnu::const, gnu::noinline]]
#define OPS_SEVERAL_AT_ONCE OPS_OUT_OF_LINE
#endif
#define OPS_FAR_AWAY(function)                                                          \
  OPS_OUT_OF_LINE inline double function##_of_far_away(double x) {                      \
    return absolute(x) < infinity ? function##_of(quarters_far_away(x)) : not_a_number; \
  }                                                                                     \
  OPS_SEVERAL_AT_ONCE inline double function##_far_away(double x) { return x == 0.0 ? 0.0 : function##_of_far_away(x); }
OPS_FAR_AWAY(sin)
OPS_FAR_AWAY(cos)
OPS_FAR_AWAY(tan)
#undef OPS_SEVERAL_AT_ONCE
#undef OPS_OUT_OF_LINE
#undef OPS_FAR_AWAY

OPS_FUNCTION bool is_near(double x) { return absolute(x) < far_away; }

/// One of two numbers, of which the other is +0: no choice, for which compilers would call in a branch.
OPS_FUNCTION double whichever(double a, double b) { return number(bits(a) | bits(b)); }

OPS_FUNCTION double sin(double x) {
  const double far = sin_far_away(is_near(x) ? 0.0 : x), near = absolute(x) < 0x1p-27 ? x : sin_of(quarters(x));
  return whichever(is_near(x) ? near : 0.0, far);
}

OPS_FUNCTION double cos(double x) {
  const double far = cos_far_away(is_near(x) ? 0.0 : x), near = cos_of(quarters(x));
  return whichever(is_near(x) ? near : 0.0, far);
}

OPS_FUNCTION double tan(double x) {
  const double far = tan_far_away(is_near(x) ? 0.0 : x), near = absolute(x) < 0x1p-27 ? x : tan_of(quarters(x));
  return whichever(is_near(x) ? near : 0.0, far);
}

/// As sin_of, where r needs the digits of a float.
OPS_FUNCTION double short_sin_of(std::uint64_t q, double r) {
  const double z = r * r;
  const double s = fused(r * z, polynomial<sin_rest_short>(z), r),
               c = fused(z * z, polynomial<cos_rest_short>(z), fused(-0.5, z, 1.0));
  return number(bits((q & 1u) != 0u ? c : s) ^ ((q & 2u) << 62));
}

OPS_FUNCTION Quarters short_quarters(double x) {
  const double shifted = fused(x, two_over_pi_1, to_integer), n = shifted - to_integer;
  return {bits(shifted), {fused(-n, half_pi_2, fused(-n, half_pi_1, x)), 0.0}};
}

OPS_FUNCTION float sin(float at) {
  const double x = static_cast<double>(at);
  const Quarters a = short_quarters(x);
  const double far = sin_far_away(is_near(x) ? 0.0 : x), near = absolute(x) < 0x1p-27 ? x : short_sin_of(a.q, a.r.high);
  return static_cast<float>(whichever(is_near(x) ? near : 0.0, far));
}

OPS_FUNCTION float cos(float at) {
  const double x = static_cast<double>(at);
  const Quarters a = short_quarters(x);
  const double far = cos_far_away(is_near(x) ? 0.0 : x), near = short_sin_of(a.q + 1u, a.r.high);
  return static_cast<float>(whichever(is_near(x) ? near : 0.0, far));
}

OPS_FUNCTION float tan(float x) { return static_cast<float>(tan(static_cast<double>(x))); }

}  // namespace ops::functions

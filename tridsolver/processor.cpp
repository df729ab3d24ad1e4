// tridsolver/processor.cpp: which family of kernels this processor runs.
#include "tridsolver/kernels.hpp"

namespace tridsolver {

#define TRIDSOLVER_DECLARE(family)        \
  namespace family {                      \
  extern const Kernels<float> of_float;   \
  extern const Kernels<double> of_double; \
  }
TRIDSOLVER_DECLARE(plain)
#ifdef TRIDSOLVER_X86_FAMILIES
TRIDSOLVER_DECLARE(avx2)
TRIDSOLVER_DECLARE(avx512)
#endif
#undef TRIDSOLVER_DECLARE

namespace {

template <class Kernel>
const Kernel& chosen([[maybe_unused]] const Kernel& wide, [[maybe_unused]] const Kernel& widest,
                     const Kernel& plain) noexcept {
#ifdef TRIDSOLVER_X86_FAMILIES
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd"))
    return widest;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma")) return wide;
#endif
  return plain;
}

}  // namespace

#ifndef TRIDSOLVER_X86_FAMILIES
namespace avx2 = plain;
namespace avx512 = plain;
#endif

template <>
const Kernels<float>& kernels() noexcept {
  static const Kernels<float>& found = chosen(avx2::of_float, avx512::of_float, plain::of_float);
  return found;
}
template <>
const Kernels<double>& kernels() noexcept {
  static const Kernels<double>& found = chosen(avx2::of_double, avx512::of_double, plain::of_double);
  return found;
}

}  // namespace tridsolver

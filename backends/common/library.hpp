// backends/common/library.hpp: functions of the C library under names that GCC does not know.
//
// If the argument of tanh is a constant, even on one path only, as in tanh(x > 0.1 ? x : 0.1), GCC inserts the
// correctly rounded value. The C library's value may differ in the last bit, so the result would depend on
// optimisation. Under these names the value is always that of the library. (clang evaluates such constants with the
// library.)
#pragma once

#include <cmath>

#if defined(__CUDACC__)
namespace ops::backend {
namespace library = std;  // the device's own
}
#else
namespace ops::backend::library {

// Each depends on its argument alone; errno is not read. Types without a name here, as std has them.
#define OPS_LIBRARY(name, parameters, arguments)                                                               \
  extern "C" double ops_library_##name parameters(double) noexcept __asm__(#name) __attribute__((const));      \
  extern "C" float ops_library_##name##f parameters(float) noexcept __asm__(#name "f") __attribute__((const)); \
  inline double name parameters(double) noexcept { return ops_library_##name arguments; }                      \
  inline float name parameters(float) noexcept { return ops_library_##name##f arguments; }                     \
  inline auto name parameters(auto) { return std::name arguments; }
#define OPS_OF_ONE(type) (type x)
#define OPS_OF_TWO(type) (type x, type y)
#define OPS_ONE(name) OPS_LIBRARY(name, OPS_OF_ONE, (x))
#define OPS_TWO(name) OPS_LIBRARY(name, OPS_OF_TWO, (x, y))

// clang-format off
OPS_ONE(exp) OPS_ONE(exp2) OPS_ONE(expm1) OPS_ONE(log) OPS_ONE(log2) OPS_ONE(log10) OPS_ONE(log1p) OPS_ONE(sin)
OPS_ONE(cos) OPS_ONE(tan) OPS_ONE(asin) OPS_ONE(acos) OPS_ONE(atan) OPS_ONE(sinh) OPS_ONE(cosh) OPS_ONE(tanh)
OPS_ONE(asinh) OPS_ONE(acosh) OPS_ONE(atanh) OPS_ONE(cbrt) OPS_ONE(erf) OPS_ONE(erfc) OPS_ONE(tgamma) OPS_TWO(pow)
OPS_TWO(atan2) OPS_TWO(hypot)
// clang-format on

#undef OPS_ONE
#undef OPS_TWO
#undef OPS_OF_ONE
#undef OPS_OF_TWO
#undef OPS_LIBRARY

}  // namespace ops::backend::library
#endif

// backends/common/rounded.hpp: products that are rounded before an addition, so that no fused multiply-add is used.
#pragma once

/// The product `x`, rounded to its type. Since GCC 12 the vectoriser fuses a * b - c beside d * e + f into one
/// instruction (vfmaddsub) whatever -ffp-contract says; the values then depend on where vectors begin, so on the number
/// of threads. It does not see through this builtin, which costs nothing else. Other compilers keep to
/// -ffp-contract=off and need none, nor do those for devices (-fmad=false).
#if defined(__has_builtin) && !defined(__CUDACC__)
#if __has_builtin(__builtin_assoc_barrier)
#define OPS_ROUNDED(x) __builtin_assoc_barrier(x)
#endif
#endif
#ifndef OPS_ROUNDED
#define OPS_ROUNDED(x) (x)
#endif

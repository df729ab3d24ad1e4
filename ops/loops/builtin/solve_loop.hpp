// ops/loops/builtin/solve_loop.hpp: a tridiagonal solve as a loop, with the facts that the tape needs.
#pragma once

#include "ops/data/types.hpp"
#include "ops/loops/launch/kernel.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/support/error.hpp"

namespace ops::tridiagonal {

/// On the target `checked`: a system has no solution that can be computed. Says which one; whose it is, the call says.
struct Unsolvable : OPSException {
  using OPSException::OPSException;
};

/// Which kind of solve.
struct Kind {
  bool adds = false;    ///< the solution is added to u; otherwise it replaces d
  bool matrix = false;  ///< a, b or c may have a derivative: the solution matters to the adjoint
};

template <class T>
struct Functions {
  template <bool adds>
  static void forward(const Launch& launch);
  template <bool adds, bool matrix>
  static void adjoint(const AdjointLaunch& launch);
  template <bool adds, bool matrix>
  static void tangent(const Launch& launch);
  template <bool adds, bool matrix>
  static void second(const AdjointLaunch& launch);
};

/// The loop as a kernel, for arguments of so many dimensions. It brings its implementation along and cannot run point
/// by point.
/// @param element  f32 or f64
/// @param dims     1 to 4
KernelRef kernel(Type element, int dims, Kind kind);

}  // namespace ops::tridiagonal

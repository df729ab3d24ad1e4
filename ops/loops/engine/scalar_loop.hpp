// ops/loops/engine/scalar_loop.hpp: defines ops_scalar_loop, which calls a kernel that has only scalar arguments, for
// example to compute a time step.
#pragma once

#include <array>
#include <concepts>

#include "ops/loops/engine/par_loop.hpp"

namespace ops {

/// Holds the arguments of a call to ops_scalar_loop until they have been checked.
struct ScalarLoopRequest {
  const char* name = "";
  std::source_location where;
  std::span<const ops_arg> args;
  KernelRef kernel;
};

void run_scalar_loop(const ScalarLoopRequest& request);

}  // namespace ops

/// Calls `kernel` once, without a block and without datasets. The arguments are created with ops_arg_gbl or
/// ops_arg_scalar. For a scalar, use OPS_READ if the kernel's parameter has type `const T*`, and OPS_WRITE if it has
/// type `T*`. If a scalar is passed with OPS_WRITE, the kernel must write all components of the scalar. The scalar has
/// its new value when ops_scalar_loop returns. If the kernel both reads and writes a scalar, pass the scalar as two
/// arguments, one with OPS_READ and one with OPS_WRITE.
///
///   void next(const double* fastest, const double* old, double* dt) { *dt = fmin(0.2 / *fastest, 1.5 * *old); }
///   ..
///   ops_scalar_from_reduction(fastest, most);
///   ops_scalar_loop(next, "next", ops_arg_scalar(fastest, 1, "double", OPS_READ),
///                   ops_arg_scalar(dt, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
///
/// The translator generates adjoints, tangents and second derivatives of the kernel, as for ops_par_loop.
/// @throws OPSException  names the loop, its place, the argument and the mismatch
template <class... Params, class... Args>
void ops_scalar_loop(void (*kernel)(Params...), ops::LoopName name, Args... args) {
  static_assert((std::same_as<Args, ops_arg> && ...),
                "ops_scalar_loop: arguments are made by ops_arg_scalar and ops_arg_gbl");
  static_assert(sizeof...(Args) == sizeof...(Params),
                "ops_scalar_loop: the kernel has not as many parameters as the loop has arguments");
  const std::array<ops_arg, sizeof...(Args)> list{args...};
  ops::run_scalar_loop({name.text, name.where, list, ops::kernel_ref(kernel)});
}

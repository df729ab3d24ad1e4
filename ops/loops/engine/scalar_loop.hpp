// ops/loops/engine/scalar_loop.hpp: ops_scalar_loop, which runs a kernel over scalars only, for example to compute a
// time step, a norm or a Courant number. The loop engine and the tapes treat such a call as a sum over one point whose
// result is assigned to a scalar.
#pragma once

#include <array>
#include <concepts>

#include "ops/loops/engine/par_loop.hpp"

namespace ops {

/// One ops_scalar_loop call, unchecked.
struct ScalarLoopRequest {
  const char* name = "";
  std::source_location where;
  std::span<const ops_arg> args;
  KernelRef kernel;
};

void run_scalar_loop(const ScalarLoopRequest& request);

}  // namespace ops

/// Calls `kernel` once, without a block and without datasets. The arguments are ops_arg_scalar with OPS_READ (`const
/// T*`) or OPS_WRITE (`T*`), and ops_arg_gbl. The kernel must write every component of a scalar with OPS_WRITE. A
/// scalar with OPS_WRITE has its new value when ops_scalar_loop returns. If the kernel reads and writes the same
/// scalar, pass the scalar twice: the kernel reads the old value through one argument and writes the new value through
/// the other.
///
///   void next(const double* fastest, const double* old, double* dt) { *dt = fmin(0.2 / *fastest, 1.5 * *old); }
///   ..
///   ops_scalar_from_reduction(fastest, most);
///   ops_scalar_loop(next, "next", ops_arg_scalar(fastest, 1, "double", OPS_READ),
///                   ops_arg_scalar(dt, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
///
/// The translator generates adjoints, tangents and second derivatives, as for ops_par_loop.
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

// ops/loops/engine/scalar_loop.hpp: ops_scalar_loop, a kernel over scalars alone: a time step, a norm, a Courant
// number. What it writes is, to loops and tapes, a sum over one point that a scalar takes.
#pragma once

#include <array>
#include <concepts>

#include "ops/loops/engine/par_loop.hpp"

namespace ops {

/// One ops_scalar_loop call as the user wrote it.
struct ScalarLoopRequest {
  const char* name = "";
  std::source_location where;
  std::span<const ops_arg> args;
  KernelRef kernel;
};

void run_scalar_loop(const ScalarLoopRequest& request);

}  // namespace ops

/// Calls `kernel` once. Its arguments are ops_arg_scalar with OPS_READ (`const T*`) or OPS_WRITE (`T*`), and
/// ops_arg_gbl: no block, no datasets. A scalar that is written has its new value when the call returns; the kernel
/// writes every component of it. What is read and written is given twice, as the kernel reads the old value through the
/// one and writes the new one through the other:
///
///   void next(const double* fastest, const double* old, double* dt) { *dt = fmin(0.2 / *fastest, 1.5 * *old); }
///   ..
///   ops_scalar_from_reduction(fastest, most);
///   ops_scalar_loop(next, "next", ops_arg_scalar(fastest, 1, "double", OPS_READ),
///                   ops_arg_scalar(dt, 1, "double", OPS_READ), ops_arg_scalar(dt, 1, "double", OPS_WRITE));
///
/// Derivatives of all kinds follow, and the translator makes them, as for ops_par_loop.
/// @throws OPSException  names the loop, its place, the argument and the two things that disagree
template <class... Params, class... Args>
void ops_scalar_loop(void (*kernel)(Params...), ops::LoopName name, Args... args) {
  static_assert((std::same_as<Args, ops_arg> && ...),
                "ops_scalar_loop: arguments are made by ops_arg_scalar and ops_arg_gbl");
  static_assert(sizeof...(Args) == sizeof...(Params),
                "ops_scalar_loop: the kernel has not as many parameters as the loop has arguments");
  const std::array<ops_arg, sizeof...(Args)> list{args...};
  ops::run_scalar_loop({name.text, name.where, list, ops::kernel_ref(kernel)});
}

// ops/loops/engine/par_loop.hpp: defines ops_par_loop, which calls a kernel at all points of a range.
#pragma once

#include <array>
#include <concepts>
#include <source_location>

#include "ops/loops/launch/args.hpp"
#include "ops/loops/launch/kernel.hpp"
#include "ops/loops/launch/request.hpp"

namespace ops {

/// @throws OPSException  names the loop, its place, the argument and the mismatch
void run_loop(const LoopRequest& request);

/// The name of a loop, and the source location of its call.
struct LoopName {
  LoopName(const char* name, std::source_location at = std::source_location::current()) : text(name), where(at) {}
  const char* text;
  std::source_location where;
};

template <class... Params, class... Args>
void par_loop(bool passive, void (*kernel)(Params...), const LoopName& name, ops_block block, int dims,
              const int* range, const Args&... args) {
  static_assert((std::same_as<Args, ops_arg> && ...),
                "ops_par_loop: arguments are made by ops_arg_dat, ops_arg_gbl, ops_arg_idx, ..");
  static_assert(sizeof...(Args) == sizeof...(Params),
                "ops_par_loop: the kernel has not as many parameters as the loop has arguments");
  const std::array<ops_arg, sizeof...(Args)> list{args...};
  run_loop({name.text, name.where, block, dims, range, list, kernel_ref(kernel), passive});
}

}  // namespace ops

/// Calls `kernel` at every point of `range`, which is {lo0, hi0, lo1, hi1, ..}. The range is half open and may include
/// halo cells.
/// @throws OPSException  names the loop, its place, the argument and the mismatch
template <class... Params, class... Args>
void ops_par_loop(void (*kernel)(Params...), ops::LoopName name, ops_block block, int dims, const int* range,
                  Args... args) {
  ops::par_loop(false, kernel, name, block, dims, range, args...);
}
/// Does the same as ops_par_loop, but never records the loop, so that derivatives do not propagate through it.
template <class... Params, class... Args>
void ops_par_loop_passive(void (*kernel)(Params...), ops::LoopName name, ops_block block, int dims, const int* range,
                          Args... args) {
  ops::par_loop(true, kernel, name, block, dims, range, args...);
}

// ops/loop/loop_call.hpp: a loop that is about to run, as the ports of recording see it.
// Plain data.
#pragma once

#include <source_location>
#include <span>
#include <string_view>

#include "ops/loop/argument.hpp"
#include "ops/loop/kernel.hpp"
#include "ops/loop/launch.hpp"
#include "ops/loop/registry.hpp"

namespace ops {

/// One loop about to run.
struct LoopCall {
  const char* name = "";
  std::source_location where;
  ops_block block = nullptr;
  int dims = 0;
  Box range;
  std::span<const ops_arg> args;
  const LoopImplementation* implementation = nullptr;  ///< null: the reference runs
  bool passive = false;                                ///< ops_par_loop_passive
  std::string_view problem = {};                       ///< why there is no implementation; "" if there is one
  KernelRef kernel = {};                               ///< the user's; none: a loop that the library runs
  /// out, per argument: the version that a new one replaces; may be empty: then it is not asked for
  std::span<BufferRef> replaced = {};
  /// out, per argument: the kernel may read cells that other points of the loop write: whoever runs
  /// it has to see that it does not; may be empty: then such a loop is an error
  std::span<char> watched = {};
};

}  // namespace ops

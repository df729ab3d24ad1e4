// ops/loops/launch/request.hpp: one ops_par_loop call as the user wrote it. Plain data.
#pragma once

#include <source_location>
#include <span>

#include "ops/loops/launch/argument.hpp"
#include "ops/loops/launch/kernel.hpp"

namespace ops {

/// One ops_par_loop call as the user wrote it.
struct LoopRequest {
  const char* name = "";
  std::source_location where;
  ops_block block = nullptr;
  int dims = 0;                ///< axes: those of the call, or of the block if it has more
  const int* range = nullptr;  ///< two entries per axis
  std::span<const ops_arg> args;
  KernelRef kernel;
  bool passive = false;
  int called_dims = dims;  ///< as the call gives them
  bool runs = true;        ///< false: it is recorded alone
};

}  // namespace ops

// ops/loops/launch/request.hpp: defines LoopRequest, which contains the arguments of an ops_par_loop call before they
// are checked.
#pragma once

#include <source_location>
#include <span>

#include "ops/loops/launch/argument.hpp"
#include "ops/loops/launch/kernel.hpp"

namespace ops {

struct LoopRequest {
  const char* name = "";
  std::source_location where;
  ops_block block = nullptr;
  int dims = 0;                ///< number of axes: that of the call, or that of the block if it is larger
  const int* range = nullptr;  ///< two entries per axis
  std::span<const ops_arg> args;
  KernelRef kernel;
  bool passive = false;
  int called_dims = dims;  ///< number of axes in the call
  bool runs = true;        ///< false: the loop is recorded, but not executed
};

}  // namespace ops

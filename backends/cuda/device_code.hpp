// backends/cuda/device_code.hpp: marks the functions of generated code that launch kernels. All others are host code,
// for which the machine makes copies.
#pragma once

#include "ops/loops/launch/launch.hpp"

namespace ops::cuda {

/// Constructing one before main() makes such a function known.
struct DeviceCode {
  explicit DeviceCode(LoopFunction loop);
  explicit DeviceCode(AdjointFunction adjoint);
  explicit DeviceCode(AttainedFunction attained);
};
bool is_device_code(LoopFunction loop);
bool is_device_code(AdjointFunction adjoint);
bool is_device_code(AttainedFunction attained);

/// Says once for each `what` that it runs on copies of the host.
void tell_of_host_code(const char* what);

}  // namespace ops::cuda

// backends/cuda/tridiagonal.hpp: tridiagonal solves, their adjoints and tangents run on the device.
// Knows ops/tridiagonal's port and its loops.
#pragma once

namespace ops::cuda {

/// To be called before a loop runs; more than once does no harm.
void solve_on_device();

}  // namespace ops::cuda

// ops/loops/launch/pitch.hpp: stores the strides (pitches) of datasets, for kernels that use the macros of the first
// OPS API. The library sets the pitches before it calls a kernel, and the macros OPS_ACCn and
// OPS_ACC_MDn read them.
#pragma once

#include <array>
#include <cstddef>

#include "ops/data/box.hpp"

namespace ops {

class AccessGuard;  // ops/loops/launch/accessor.hpp

inline constexpr int max_arguments = 100;

struct ArgPitch {
  std::array<std::ptrdiff_t, max_dim> axis{};  ///< [elements] from a cell to its neighbour along each axis
  std::ptrdiff_t component = 1;                ///< [elements] between components
  const AccessGuard* guard = nullptr;          ///< checks every access; null: no checks
};

/// Memory distances (pitches) between neighbouring cells, for each argument of the loop that the current thread
/// executes.
extern constinit thread_local std::array<ArgPitch, max_arguments> arg_pitch;

}  // namespace ops

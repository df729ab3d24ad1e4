// ops/loops/launch/pitch.hpp: where neighbours of the present point lie, for kernels that index raw pointers (API v1,
// OPS_ACCn). Written by the reference before it calls such a kernel; read by the OPS_ACCn and OPS_ACC_MDn macros.
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
  const AccessGuard* guard = nullptr;          ///< checks every access where it is not null
};

/// One entry per argument of the loop this thread is executing.
extern constinit thread_local std::array<ArgPitch, max_arguments> arg_pitch;

}  // namespace ops

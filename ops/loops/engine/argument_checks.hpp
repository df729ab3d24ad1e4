// ops/engine/checks.hpp: everything that can be wrong with a loop whatever its range: handles, dimensions, types,
// accesses. Knows handles and kernel parameters; knows nothing of execution. Runs once per call site and set of
// arguments.
#pragma once

#include <vector>

#include "ops/loop/request.hpp"

namespace ops {

/// The arguments, completed (element types, sizes).
/// @throws OPSException  names the loop, its place, the argument and the two things that disagree
std::vector<ops_arg> checked_arguments(const LoopRequest& request);

}  // namespace ops

// ops/loops/engine/argument_checks.hpp: checks of a loop that do not depend on its range: handles, dimensions, types,
// accesses. Runs once per call site and set of arguments.
#pragma once

#include <vector>

#include "ops/loops/launch/request.hpp"

namespace ops {

/// The arguments, completed (element types, sizes).
/// @throws OPSException  names the loop, its place, the argument and the two things that disagree
std::vector<ops_arg> checked_arguments(const LoopRequest& request);

}  // namespace ops

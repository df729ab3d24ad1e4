// The descriptor of target `tally`, and what its generated loops call.
#pragma once

#include "ops/loops/launch/registry.hpp"

namespace ops::tally {

const Backend& backend();
/// A generated loop runs.
void count();

}  // namespace ops::tally

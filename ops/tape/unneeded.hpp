// ops/tape/unneeded.hpp: which events need not run again, as no adjoint will depend on what they leave.
// Knows what events read and write, dataset by dataset; knows nothing of steps.
#pragma once

#include "ops/tape/events.hpp"

namespace ops {

/// Sets Event::unneeded of each event, for a reversal of the whole recording.
void find_unneeded(Events& events);

}  // namespace ops

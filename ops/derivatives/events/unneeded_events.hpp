// ops/derivatives/events/unneeded_events.hpp: finds events that need not be recomputed, because no adjoint depends on
// their results.
#pragma once

#include <span>

#include "ops/derivatives/log/events.hpp"

namespace ops {

/// Sets Event::unneeded and Event::for_later_steps of each event, for a reversal of the whole recording.
/// @param begins  of each step: its first event; ascending
void find_unneeded(Events& events, std::span<const std::size_t> begins);

}  // namespace ops

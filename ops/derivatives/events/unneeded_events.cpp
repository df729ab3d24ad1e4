// ops/derivatives/events/unneeded_events.cpp: walks backwards through the recording with the datasets on which later
// events depend.
#include "ops/derivatives/events/unneeded_events.hpp"

namespace ops {

void find_unneeded(Events& events, std::span<const std::size_t> begins) {
  Needed later, in_step;
  for (std::size_t at = events.nodes.size(), step = begins.size(); at-- > 0;) {
    for (; step > 0 && at < begins[step - 1]; --step) in_step.clear();
    Event& event = events.nodes[at];
    event.unneeded = !event.is_recomputed || !event.needed(events, later, false);
    event.for_later_steps = !event.is_recomputed || !event.needed(events, in_step, true);
  }
}

}  // namespace ops

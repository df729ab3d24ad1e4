// ops/derivatives/gradients/precision.cpp: looks at all that a recording has.
#include "ops/derivatives/gradients/precision.hpp"

#include <algorithm>

#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/events/result_event.hpp"

namespace ops {

bool uses_float(const Tape& tape) {
  const Recording& recording = tape.recording;
  const auto event = [&](const Event& e) {
    if (const LoopEvent* loop = e.as_loop()) return loop->call->implementation && loop->call->implementation->in_float;
    return e.as_result() != nullptr && recording.events.args_of(e)[0].reduction->element == Type::f32;
  };
  return std::ranges::any_of(recording.live, [](const auto& d) { return d && d->used && d->element == Type::f32; }) ||
         std::ranges::any_of(recording.events.nodes, event);
}

}  // namespace ops

// ops/derivatives/tape/repeated_calls.cpp: the steps that consist of calls that are not executed.
#include "ops/derivatives/tape/repeated_calls.hpp"

#include <algorithm>

#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/steps/stepping.hpp"
#include "ops/derivatives/steps/steps.hpp"

namespace ops {

bool RepeatedCalls::leaving_out() const {
  const Steps* steps = stepping_.steps();
  return steps && steps->state.left_out();
}

/// Also of a recording that begins on the way, after ops_ad_reset.
void RepeatedCalls::leave_out() {
  if (leaving_out()) return;
  stepping_.begin().program.leave_out();
  if (markers_) markers_->at_once(true);
}

/// Seeds belong to the recording that comes, and are on no file.
bool RepeatedCalls::empty() const {
  const Recording& recording = stepping_.recording();
  const auto seeded = [](const auto& handle) { return any_bit(handle->seed.data(), handle->seed.size()); };
  return recording.context.hooks.gate != nullptr &&  // the hooks are those of the default tape
         recording.events.nodes.empty() && std::ranges::none_of(recording.context.reductions, seeded) &&
         std::ranges::none_of(recording.live, [](const auto& dat) { return dat && dat->seed; });
}

bool RepeatedCalls::shows(ops_dat dat) const {
  const auto& live = stepping_.recording().live;
  const auto index = static_cast<std::size_t>(dat->index);
  return index < live.size() && live[index] && live[index]->alias_of != nullptr;
}

void RepeatedCalls::jump() {
  if (markers_) markers_->at_once(false);
  forget_();
  obstacle_ = "it has jumped to the checkpoint";
}

void RepeatedCalls::arrive() {
  if (!leaving_out()) return;
  if (markers_) markers_->at_once(false);
  stepping_.steps()->program.carry_on();
}

/// The interrupted run had no such thing before its last state.
void RepeatedCalls::beyond_calls(const std::string& what, bool ends) {
  if (told_) told_(what);
  if (ends && stepping_.steps()) stepping_.steps()->interpretation.make_up();
  if (obstacle_.empty()) obstacle_ = what;
}

}  // namespace ops

// ops/derivatives/events/scalar_event.cpp: passes the derivative of the new value to the result from which it was
// assigned, if there is one.
#include "ops/derivatives/events/scalar_event.hpp"

#include <algorithm>

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"

namespace ops {

bool ScalarEvent::passes(Influence& influence, EventArgs args) const {
  if (args[0].reduction && influence.result_has(args[0].reduction)) influence.gain(*this, args[0]);
  else influence.lose(*this, args[0].scalar);
  return false;
}

void ScalarEvent::recompute(Recomputing& again) { again.scalar(*this); }

void ScalarEvent::reverse(Reversing& sweep) const {
  const EventArg& arg = sweep.events.args_of(*this)[0];
  if (arg.reduction) sweep.carried[arg.reduction] = arg.scalar->derivative;
  std::ranges::fill(arg.scalar->derivative, std::byte{});
}

/// A new value moves as the result that it is, if any.
void ScalarEvent::advance(Advancing& sweep) const {
  const EventArg& arg = sweep.events.args_of(*this)[0];
  std::vector<std::byte>& direction = sweep.direction_of(arg.scalar);
  if (arg.reduction) direction = sweep.last_result(arg.reduction);
  else std::ranges::fill(direction, std::byte{});
}

void ScalarEvent::double_into(Doubling& second) const { second.scalar(*this); }

}  // namespace ops

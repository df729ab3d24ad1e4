// ops/tape/steps_budget.cpp: a recording in steps kept within its memory, also where steps keep more than the first ones did.
#include <algorithm>

#include "ops/tape/steps.hpp"

namespace ops {
namespace {

/// What steps or states keep each, where there are any. [bytes]
void set_each(std::size_t& each, std::size_t bytes, std::size_t count) {
  if (count > 0) each = (bytes + count - 1) / count;
}

}  // namespace

/// With states on disk, sizes are those that the first steps have shown.
bool Steps::over() const { return !disk_ && demand_.memory && room_.held() > *demand_.memory; }

/// Called whenever the pool has given something to the recording.
void Steps::grown() {
  if (phase_ == Phase::beyond || begins_.empty()) return;
  report->weigh(room_.held());
  if (phase_ == Phase::again)
    overrun_ = overrun_ || over();
  else
    while (over() && thin_out()) continue;
}

/// The last kept tapes begin with this step.
std::int64_t Steps::first_tape() const {
  const auto last_without = std::ranges::find(kept_.rbegin(), kept_.rend(), 0);
  return steps() - (last_without - kept_.rbegin());
}

/// What states and the tapes of steps [first, last) take, and what is held beside them.
Shares Steps::weigh(std::int64_t first, std::int64_t last) {
  const Shares past = past_bytes(tape_, checkpoints_, begin_of(first), begin_of(last));
  const std::size_t held = room_.held();
  demand_.fixed = held - std::min(held, past.states + past.tapes);
  return past;
}

void Steps::measure_anew(std::int64_t first, std::int64_t last) {
  const Shares past = weigh(first, last);
  set_each(demand_.state, past.states, checkpoints_.size());
  set_each(demand_.tape, past.tapes, static_cast<std::size_t>(last - first));
}

/// Present values have been exchanged.
void Steps::recount() {
  const Shares past = past_bytes(tape_, checkpoints_, begin_of(0), begin_of(steps()));
  room_.holds(demand_.fixed + past.states + past.tapes);
}

/// Where even one state and the tape of one step are too much, they are kept all the same, and refused when the step is over.
Demand Steps::at_least_one() const {
  Demand demand = demand_;
  if (!demand.memory) return beside_disk(demand);
  const std::size_t least = demand.fixed + demand.state + demand.tape;
  demand.memory = std::max(*demand.memory, least);
  if (demand.fixed + with_margin(demand.state) + with_margin(demand.tape) > *demand.memory) return beside_disk(demand);
  demand.state = with_margin(demand.state);
  demand.tape = with_margin(demand.tape);
  return beside_disk(demand);
}

/// A schedule for what is kept, after some of it is given up.
/// @param tapes  steps [tapes, last) are taped  @param last  steps have been run, or are under way, or are still to be reversed
/// @return  whether anything is given up
bool Steps::resume_with(std::int64_t tapes, std::int64_t last) {
  std::vector<Checkpoint> states;
  for (const auto& [step, state] : checkpoints_) states.push_back({step, Storage::memory});
  Resumption next = resume(at_least_one(), {std::move(states), tapes, last});
  for (const Action& action : next.drops) drop(action);
  schedule_ = std::move(next.rest);
  return !next.drops.empty();
}

/// The program's own run keeps more than it may. @return  whether anything is given up; what was shared is still there
bool Steps::thin_out() {
  if (!history_.obstacle().empty() || (!schedule_ && steps() <= 1)) return false;
  const std::int64_t first = first_tape();
  measure_anew(first, steps());
  schedule_ ? report->replanned(demand_) : report->planned(demand_);
  action_ = {keeping_ ? Kind::tape : Kind::advance, steps() - 1, steps()};
  return resume_with(first, steps());
}

/// At the end of a step that has run with as little beside it as possible.
void Steps::require_room() {
  if (!schedule_ || !over() || !history_.obstacle().empty()) return;
  if (!asked_)
    demand_.memory = room_.held();
  else
    choose(demand_);  // says what would be enough
}

}  // namespace ops

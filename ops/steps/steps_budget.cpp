// ops/steps/steps_budget.cpp: a recording in steps kept within its memory, also where steps keep more than the first ones did.
#include <algorithm>

#include "ops/checkpoint/capacity.hpp"
#include "ops/steps/steps.hpp"

namespace ops {
namespace {

/// What steps or states keep each, where there are any. [bytes]
void set_each(std::size_t& each, std::size_t bytes, std::size_t count) {
  if (count > 0) each = (bytes + count - 1) / count;
}

}  // namespace

/// More is held than may be, also when nothing is on its way to disk any more. The state of the step under way, too, can go there if it must; that
/// it does, and with which cells, does not depend on how fast the disk is.
bool Steps::over() {
  if (!exceeds() || !disk_) return exceeds();
  let_disk_finish();
  if (!exceeds() || !unsettled_ || !unsettled_->goes_to_disk()) return exceeds();
  settle();
  let_disk_finish();
  return exceeds();
}

/// Called whenever the pool has given something to the recording.
void Steps::grown() {
  if (phase_ == Phase::beyond || begins_.empty()) return;
  report->weigh(room_.held());
  if (phase_ == Phase::again)
    overrun_ = over() || overrun_;
  else
    while (over() && thin_out()) continue;
}

/// In memory; a schedule keeps that many at least.
bool Steps::one_state() const {
  return std::ranges::count_if(states_, [](const auto& each) { return !each.second.goes_to_disk(); }) <= 1;
}

/// The last kept tapes begin with this step.
std::int64_t Steps::first_tape() const {
  const auto last_without = std::ranges::find(kept_.rbegin(), kept_.rend(), 0);
  return steps() - (last_without - kept_.rbegin());
}

/// What states and the tapes of steps [first, last) take, and what is held beside them.
Shares Steps::weigh(std::int64_t first, std::int64_t last) {
  const Shares past = past_bytes(recording_, states_, begin_of(first), begin_of(last));
  const std::size_t held = room_.held();
  const std::size_t fixed = held - std::min(held, past.memory());
  demand_.fixed = phase_ == Phase::again ? std::max(demand_.fixed, fixed) : fixed;  // nothing of it goes while steps run again
  return past;
}

/// One tape alone does not show what a tape takes: most of its values are still present.
void Steps::measure_anew(std::int64_t first, std::int64_t last) {
  const Shares past = weigh(first, last);
  const std::size_t tape = last - first == 1 ? demand_.tape : 0;
  set_each(demand_.state, past.states + past.disk, states_.size());
  set_each(demand_.tape, past.tapes, static_cast<std::size_t>(last - first));
  demand_.tape = std::max(demand_.tape, tape);
}

/// Each step so far has a state, with which its tape shares versions: what either takes without the other.
void Steps::measure_apart() {
  demand_.state = state_bytes(recording_, states_.at(0), Counted::past);
  set_each(demand_.tape, tape_bytes(recording_, begin_of(0), begin_of(steps()), Counted::past), static_cast<std::size_t>(steps()));
}

/// Present values have been exchanged.
void Steps::recount() {
  const Shares past = past_bytes(recording_, states_, begin_of(0), begin_of(steps()));
  room_.holds(demand_.fixed + past.memory());
}

/// Where even one state and the tape of one step are too much, they are kept all the same: of the last tape present values do not count. What is
/// held when the step is over decides.
Demand Steps::for_one() const {
  Demand demand = demand_;
  if (demand.memory) demand.memory = std::max(*demand.memory, demand.memory_of(1));
  return demand;
}

/// What there is room for beside states on their way to disk; with larger sizes where these fit as well.
Demand Steps::at_least_one() const {
  const Demand demand = for_one();
  if (!demand.memory) return beside_disk(demand);
  Demand wider = demand;
  wider.state = with_margin(demand.state);
  wider.tape = with_margin(demand.tape);
  const bool fits = wider.memory_of(1 + (disk_ ? at_once(demand) : 0)) <= *demand.memory;
  return beside_disk(fits ? wider : demand);
}

/// A schedule for what is kept, after some of it is given up or sent to disk.
/// @param tapes  steps [tapes, last) are taped  @param last  steps have been run, or are under way, or are still to be reversed
/// @return  whether anything is
bool Steps::resume_with(std::int64_t tapes, std::int64_t last) {
  fit_slots();
  const bool sent = send_to_disk();
  std::vector<Checkpoint> states;
  for (const auto& [step, state] : states_) states.push_back({step, state.goes_to_disk() ? Storage::disk : Storage::memory});
  Resumption next = resume(at_least_one(), {std::move(states), tapes, last});
  for (const Action& action : next.drops) drop(action);
  schedule_ = std::move(next.rest);
  return sent || !next.drops.empty();
}

/// The program's own run keeps more than it may. @return  whether anything is given up; what was shared is still there
bool Steps::thin_out() {
  if (!history_.obstacle().empty() || (!schedule_ && steps() <= 1)) return false;
  const std::int64_t first = first_tape();
  measure_anew(first, steps());
  if (!schedule_) measure_apart();
  schedule_ ? report->replanned(demand_) : report->planned(for_one());
  action_ = {keeping_ ? Kind::tape : Kind::advance, steps() - 1, steps()};
  return resume_with(first, steps());
}

/// At the end of a step that has run with as little beside it as possible. It does not matter how many steps were announced.
void Steps::require_room() {
  if (!schedule_ || !over() || !history_.obstacle().empty()) return;
  fit_slots();
  if (!asked_) demand_.memory = room_.held();
  if (!asked_ || slots_ || !one_state() || steps() - first_tape() > 1) return;  // more is there only where all was computed again
  if (disk_) {
    Demand demand = beside_disk(demand_);
    demand.steps = {};
    choose(demand);  // says what would be enough
  }
  refuse(room_.held());
}

/// @param enough  what would be, of which the first state and what cannot be given up are known [bytes]
void Steps::refuse(std::size_t enough) const {
  const std::size_t held = room_.held();
  const Shares past = past_bytes(recording_, states_, begin_of(0), begin_of(steps()));
  const std::size_t fixed = held - std::min(held, past.memory());
  try {
    Capacity::refuse({past.states, enough - fixed - past.states, *demand_.memory, fixed});
  } catch (Refused& error) {
    if (const auto tiers = recording_.context.pool.tiers())
      error << "; the budget is that of the device (-OPS_AD_MEMORY, " << tiers->here << " bytes) and of the host (-OPS_AD_HOST_MEMORY, " << tiers->aside << " bytes)";
    throw;
  }
}

/// Even the first state and the tape of the first step are too much. As what either takes is seen only once it is past, steps are tried out
/// all the same, beyond the budget.
bool Steps::falls_short() {
  if (enough_) return true;
  if (schedule_ || reversed_ || steps() != 1 || !asked_ || !over() || !history_.obstacle().empty()) return false;
  if (tape_bytes(recording_, begin_of(0), begin_of(1), Counted::all) == 0) return false;
  enough_ = 0;
  phase_ = Phase::beyond;
  return true;
}

/// At the end of a step: what it holds with nothing but the first state beside it. @param last  no step more is tried out
void Steps::weigh_one_tape(bool last) {
  states_.erase(states_.upper_bound(0), states_.end());
  release(0, steps() - 1);
  enough_ = std::max(*enough_, room_.held());
  if (last) refuse(*enough_);
}

}  // namespace ops

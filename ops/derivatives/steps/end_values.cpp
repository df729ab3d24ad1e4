// ops/derivatives/steps/end_values.cpp: the last state of the program's own run, and the steps from it to the end.
#include "ops/derivatives/steps/end_values.hpp"

#include <algorithm>
#include <utility>

#include "ops/derivatives/checkpoints/holdings.hpp"
#include "ops/derivatives/steps/recomputation.hpp"

namespace ops {

std::size_t EndValues::present_bytes(const SavedState& state) const {
  return state_bytes(of_.recording, state, Counted::all) - state_bytes(of_.recording, state, Counted::past);
}

void EndValues::remember() {
  if (of_.states.have_disk() || of_.states.all().empty()) return;
  const auto& [step, state] = *of_.states.all().rbegin();
  last_.emplace(Last{step, state, present_bytes(state)});
}

void EndValues::forget_if_far() {
  if (!last_ || !is_far()) return;
  const HeldMemory::Beside beside(of_.budget.memory);
  last_.reset();
}

bool EndValues::let_go(HostState& host) {
  if (!last_ || is_far() || host.handed_out()) {
    last_.reset();
    return false;
  }
  host.let_go(last_->state.existing());
  return true;
}

void EndValues::others() noexcept {
  if (present_ == Values::of_the_end) present_ = Values::others;
}

bool EndValues::to_be_counted() {
  if (present_ != Values::others) return false;
  present_ = Values::others_counted;
  return true;
}

/// What stays of that state is beyond the budget. What is present now becomes past without being given back.
void EndValues::dropped(std::int64_t step) {
  if (!last_ || last_->step != step || present_ == Values::of_the_end) return;
  of_.budget.recount();
  const std::size_t present = present_bytes(last_->state), changes = present - std::min(present, last_->unchanged);
  HeldMemory& memory = of_.budget.memory;
  memory.holds(memory.held() - std::min(memory.held(), changes));
  present_ = Values::others;
}

void EndValues::bring_back(HostState& host) {
  if (std::exchange(present_, Values::of_the_end) == Values::of_the_end) return;
  try {
    run_to_end(host);
  } catch (...) {
    of_.history.give_up("the values at the end of the recording could not be recomputed");
    throw;
  }
}

void EndValues::run_to_end(HostState& host) {
  of_.states.settle();
  const StepTapes& tapes = of_.tapes;
  for (std::size_t at = tapes.begin_of(last_->step); at < tapes.begin_of(of_.steps()); ++at)
    of_.recording.events.nodes[at].unneeded = false;
  last_->state.restore(of_.recording.live, of_.recording.context.pool, of_.poison);
  Recomputation rerun(of_, host);
  for (std::int64_t step = last_->step; step < of_.steps(); ++step) {
    of_.freeze();
    rerun.run(tapes.begin_of(step), tapes.begin_of(step + 1), Recomputation::Keep::nothing);
    of_.loop_reads.clear();
  }
}

SpareStates::SpareStates(Stepped& of, EndValues& end)
    : of_(of), end_(end), host_(std::make_unique<HostState>(of.recording.context)) {
  of.tapes.regions_go();
}

SpareStates::~SpareStates() {
  of_.excess = Excess::allowed;
  try {
    bring_back_end();
  } catch (...) {  // another error is on its way; the next interpretation reports this one
  }
  host_.reset();
  of_.freeze();
}

void SpareStates::bring_back_end() {
  if (std::exchange(gone_, false)) end_.bring_back(*host_);
}

}  // namespace ops

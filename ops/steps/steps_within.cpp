// ops/steps/steps_within.cpp: a recording in steps kept within its budget, also where steps keep more than the first
// ones did.
#include "ops/checkpoint/choose.hpp"
#include "ops/steps/steps.hpp"

namespace ops {

/// More is held than may be, also when nothing is on its way to disk any more. The state of the step under way, too,
/// can go there if it must; that it does, and with which cells, does not depend on how fast the disk is.
bool Steps::over() {
  if (!budget_.exceeded() || !states_.have_disk()) return budget_.exceeded();
  states_.finish_writing();
  if (!budget_.exceeded() || !states_.unsettled() || !states_.unsettled()->goes_to_disk()) return budget_.exceeded();
  states_.settle();
  states_.finish_writing();
  return budget_.exceeded();
}

/// Called whenever the pool has given something to the recording.
void Steps::grown() {
  if (phase_ == Phase::beyond || tapes_.none()) return;
  report->weigh(budget_.memory.held());
  if (phase_ == Phase::again) overrun_ = over() || overrun_;
  else
    while (over() && thin_out()) continue;
}

/// A schedule for what is kept, after some of it is given up or sent to disk.
/// @param tapes  steps [tapes, last) are taped  @param last  steps have been run, or are under way, or are still to be
/// reversed
/// @return  whether anything is
bool Steps::resume_with(std::int64_t tapes, std::int64_t last) {
  budget_.fit_slots();
  const bool sent = states_.send_to_disk_at_most(budget_.states_on_disk());
  Resumption next = resume(budget_.at_least_one(), {states_.checkpoints(), tapes, last});
  for (const Action& action : next.drops) drop(action);
  schedule_ = std::move(next.rest);
  return sent || !next.drops.empty();
}

/// The program's own run keeps more than it may. @return  whether anything is given up; what was shared is still there
bool Steps::thin_out() {
  if (!history_.obstacle().empty() || (!schedule_ && steps() - tried_from_ <= 1)) return false;
  const std::int64_t first = tapes_.first_kept();
  budget_.measure_anew(first, steps());
  if (!schedule_) budget_.measure_apart(tried_from_);
  schedule_ ? report->replanned(budget_.demand) : report->planned(budget_.for_one());
  action_ = {keeping_ ? Kind::tape : Kind::advance, steps() - 1, steps()};
  return resume_with(first, steps());
}

/// At the end of a step that has run with as little beside it as possible. It does not matter how many steps were
/// announced.
void Steps::require_room() {
  if (!schedule_ || !over() || !history_.obstacle().empty()) return;
  budget_.fit_slots();
  if (!budget_.asked) budget_.demand.memory = budget_.memory.held();
  // more is there only where all was computed again
  if (!budget_.asked || budget_.slots || states_.in_memory() > 1 || steps() - tapes_.first_kept() > 1) return;
  if (states_.have_disk()) {
    Demand demand = budget_.beside_disk(budget_.demand);
    demand.steps = {};
    choose(demand);  // says what would be enough
  }
  budget_.refuse(budget_.memory.held());
}

/// Even the first state and the tape of the first step are too much. As what either takes is seen only once it is past,
/// steps are tried out all the same, beyond the budget.
bool Steps::falls_short() {
  if (enough_) return true;
  if (schedule_ || reversed_ || steps() != 1 || !budget_.asked || !over() || !history_.obstacle().empty()) return false;
  if (tape_bytes(recording_, tapes_.begin_of(0), tapes_.begin_of(1), Counted::all) == 0) return false;
  enough_ = 0;
  phase_ = Phase::beyond;
  return true;
}

/// At the end of a step: what it holds with nothing but the first state beside it. @param last  no step more is tried
/// out
void Steps::weigh_one_tape(bool last) {
  states_.drop_all_but({});
  tapes_.release(0, steps() - 1);
  enough_ = std::max(*enough_, budget_.memory.held());
  if (last) budget_.refuse(*enough_);
}

}  // namespace ops

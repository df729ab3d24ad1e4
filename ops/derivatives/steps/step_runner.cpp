// ops/derivatives/steps/step_runner.cpp: recomputes one step after another, each within the budget if there is one.
#include "ops/derivatives/steps/step_runner.hpp"

#include <algorithm>

#include "ops/derivatives/steps/recomputation.hpp"

namespace ops {

void StepRunner::require_recomputation() const {
  const std::string& obstacle = of_.history.obstacle();
  if (obstacle.empty()) return;
  if (of_.continued_from > 0)
    throw OPSException(OPS_RUNTIME_ERROR) << "derivatives need the part of the program before the checkpoint, "
                                             "but the library cannot recompute this part: "
                                          << obstacle << "; remove the checkpoint file to start from the beginning";
  throw OPSException(OPS_NOT_IMPLEMENTED)
      << "some values were discarded to save memory (-OPS_AD_MEMORY, ops_ad_set_checkpoint_count), "
         "but they cannot be recomputed: "
      << obstacle
      << (of_.found               ? "; with -OPS_AD_MARKS=0 everything is kept"
          : of_.budget.has_spared ? "; with -OPS_AD_MEMORY=50% as many values as possible are kept"
                                  : "");
}

void StepRunner::restore(std::int64_t step, HostState& host) {
  if (again()) end_.others();
  const std::int64_t from = of_.states.restore(step, of_.poison);
  if (again() && end_.to_be_counted()) of_.budget.recount();
  if (from < step) run({Action::Kind::advance, from, step, Storage::memory}, host);
}

/// Nothing could be given up for the step that runs: memory holds one state, and every schedule keeps that many.
bool StepRunner::alone(const Action& action, std::int64_t step) const {
  return of_.states.in_memory() <= 1 && (action.kind == Action::Kind::advance || step == action.first);
}

/// @return  whether the step ran to its end
bool StepRunner::run_one(const Action& action, std::int64_t step, HostState& host) {
  const bool keep = action.kind == Action::Kind::tape;
  if (step > action.first) of_.states.settle();
  if (keep) of_.tapes.release(step, step + 1);
  of_.states.write();
  of_.freeze();
  if (const auto state = of_.states.all().find(step); state != of_.states.all().end())
    state->second.unfreeze_dropped(of_.poison);
  if (of_.excess == Excess::seen) of_.excess = Excess::noted;
  const bool reversed_next = step + 1 == std::min(action.last, of_.steps()) && action.to_reverse;
  const auto kept = !keep           ? Recomputation::Keep::nothing
                    : reversed_next ? Recomputation::Keep::last_step
                                    : Recomputation::Keep::all;
  const bool unlimited = alone(action, step);
  const bool complete =
      Recomputation(of_, host).run(of_.tapes.begin_of(step), of_.tapes.begin_of(step + 1), kept, unlimited) &&
      (unlimited || of_.excess != Excess::seen);
  of_.loop_reads.clear();
  if (keep) of_.tapes.now_keeps(step, true);
  ++of_.executed;
  of_.report->is_recomputed();
  return complete;
}

bool StepRunner::run(const Action& action, HostState& host) {
  const std::int64_t last = std::min(action.last, of_.steps());
  for (std::int64_t step = action.first; step < last; ++step) {
    if (!run_one(action, step, host)) {
      fit_.resume_after(action, step);
      return false;
    }
    if (again() && fit_.over()) {
      of_.budget.measure_anew(action.first, action.kind == Action::Kind::tape ? step + 1 : action.first, true);
      fit_.require_room();
    }
  }
  return true;
}

}  // namespace ops

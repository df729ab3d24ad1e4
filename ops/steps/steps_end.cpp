// ops/steps/steps_end.cpp: what is present at the end of the program is computed again after an interpretation, instead
// of held through it.
#include <algorithm>
#include <utility>

#include "ops/steps/steps.hpp"

namespace ops {

std::size_t Steps::present_bytes(const SavedState& state) const {
  return state_bytes(recording_, state, Counted::all) - state_bytes(recording_, state, Counted::past);
}

/// Before the first interpretation: those after it take states from steps that leave out what no adjoint needs.
void Steps::remember_end() {
  if (states_.have_disk() || states_.all().empty()) return;
  const auto& [step, state] = *states_.all().rbegin();
  end_.emplace(End{step, state, present_bytes(state)});
}

/// After one step every cell has been overwritten that its state does not hold. @return  whether the values need to be
/// brought back
bool Steps::let_go_of_end(HostState& host) {
  if (!end_ || end_is_far() || host.handed_out()) {
    end_.reset();
    return false;
  }
  host.let_go(end_->state.existing());
  return true;
}

/// The schedule has dropped that state: what stays of it is beyond the budget. What is present now becomes past without
/// being given back.
void Steps::end_stays() {
  budget_.recount();
  const std::size_t present = present_bytes(end_->state), changes = present - std::min(present, end_->unchanged);
  budget_.memory.holds(budget_.memory.held() - std::min(budget_.memory.held(), changes));
  counted_ = false;
}

/// Also of datasets that no adjoint needs.
void Steps::bring_back_end(HostState& host) try {
  if (!std::exchange(exchanged_, false)) return;
  states_.settle();
  for (std::size_t at = tapes_.begin_of(end_->step); at < tapes_.begin_of(steps()); ++at)
    recording_.events.nodes[at].unneeded = false;
  end_->state.restore(recording_.live, recording_.context.pool, poison);
  Rerun rerun(versions_, host, run_loop, states_.unsettled(), overrun_);
  for (std::int64_t step = end_->step; step < steps(); ++step) {
    freeze();
    rerun.run(tapes_.begin_of(step), tapes_.begin_of(step + 1), Rerun::Keep::nothing);
    loop_has_run();
  }
} catch (...) {
  history_.give_up("the values at its end could not be computed again");
  throw;
}

}  // namespace ops

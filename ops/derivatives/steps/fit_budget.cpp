// ops/derivatives/steps/fit_budget.cpp: handles too large memory use, in the program's own run and during
// recomputation.
#include "ops/derivatives/steps/fit_budget.hpp"

#include <algorithm>
#include <utility>

#include "ops/derivatives/checkpoints/choose_schedule.hpp"
#include "ops/derivatives/checkpoints/holdings.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"

namespace ops {

/// The state of the step under way, too, can go to disk if it must; that it does, and with which cells, does not depend
/// on how fast the disk is.
bool Fit::over() {
  const Budget& budget = of_.budget;
  States& states = of_.states;
  if (!budget.exceeded() || !states.have_disk()) return budget.exceeded();
  states.finish_writing();
  if (!budget.exceeded() || !states.unsettled() || !states.unsettled()->goes_to_disk()) return budget.exceeded();
  states.settle();
  states.finish_writing();
  return budget.exceeded();
}

void Fit::grown() {
  if (of_.excess == Excess::allowed || of_.tapes.none()) return;
  of_.report->weigh(of_.budget.memory.held());
  if (of_.excess == Excess::discarded)
    while (over() && thin_out()) continue;
  else if (over()) of_.excess = Excess::seen;
}

void Fit::drop(const Action& action) {
  if (action.kind == Action::Kind::drop_tape) return of_.tapes.release(action.first, action.last);
  if (of_.states.drop(action.first)) end_.dropped(action.first);
}

std::unique_ptr<Schedule> Fit::schedule(const Demand& demand) const {
  return of_.budget.demand.memory && of_.budget.demand.tape == 0 ? store_all() : of_.planner(demand);
}

bool Fit::resume_with(std::int64_t tapes, std::int64_t last) {
  Budget& budget = of_.budget;
  budget.fit_slots();
  const bool sent = of_.states.send_to_disk_at_most(budget.states_on_disk());
  Resumption next = resume(budget.at_least_one(), {of_.states.checkpoints(), tapes, last});
  for (const Action& action : next.drops) drop(action);
  of_.set_schedule(std::move(next.rest));
  return sent || !next.drops.empty();
}

void Fit::resume_before(std::int64_t step) {
  of_.own_run = Scheduled{{of_.keeping() ? Action::Kind::tape : Action::Kind::advance, step - 1, step}};
  resume_with(of_.tapes.first_kept(), step);
}

void Fit::resume_after(const Action& action, std::int64_t step) {
  Demand& demand = of_.budget.demand;
  const Demand before = demand;
  const bool tape = action.kind == Action::Kind::tape;
  of_.budget.measure_anew(action.first, tape ? step + 1 : action.first, true);
  demand.state = std::max(demand.state, before.state);
  demand.tape = std::max(demand.tape, with_margin(before.tape));
  of_.report->replanned(demand);
  if (tape) of_.tapes.release(action.first, step + 1);
  resume_with(of_.unreversed, of_.unreversed);
  of_.finish_schedule(of_.unreversed);
}

/// The program's own run keeps more than it may. @return  whether anything is given up; what was shared is still there
bool Fit::thin_out() {
  const std::int64_t steps = of_.steps(), first = of_.tapes.first_kept();
  if (!of_.history.obstacle().empty() || (!of_.schedule && steps - of_.continued_from <= 1)) return false;
  of_.budget.measure_anew(first, steps);
  if (of_.budget.demand.memory_of(2) > *of_.budget.demand.memory) of_.budget.spare_no_more();
  if (!of_.schedule) of_.budget.measure_apart(of_.continued_from);
  of_.schedule ? of_.report->replanned(of_.budget.demand) : of_.report->planned(of_.budget.for_one());
  of_.own_run = Scheduled{{of_.keeping() ? Action::Kind::tape : Action::Kind::advance, steps - 1, steps}};
  return resume_with(first, steps);
}

void Fit::require_room() {
  if (!of_.schedule || !over() || !of_.history.obstacle().empty()) return;
  Budget& budget = of_.budget;
  budget.fit_slots();
  if (!budget.asked) budget.demand.memory = budget.memory.held();
  // with more states or tapes left, giving them up helps
  if (!budget.asked || budget.slots || of_.states.in_memory() > 1 || of_.steps() - of_.tapes.first_kept() > 1) return;
  if (of_.states.have_disk()) {
    Demand demand = budget.beside_disk(budget.demand);
    demand.steps = {};
    choose(demand);  // says what would be enough
  }
  budget.refuse(budget.memory.held());
}

/// Even the first state and the tape of the first step are too much. As what either takes is seen only once it is past,
/// steps are tried out all the same, beyond the budget.
bool Fit::too_small() {
  if (std::holds_alternative<TooSmall>(of_.own_run)) return true;
  if (of_.schedule || of_.left_out() || of_.used_up() || of_.steps() != 1 || !of_.budget.asked || !over() ||
      !of_.history.obstacle().empty())
    return false;
  if (tape_bytes(of_.recording, of_.tapes.begin_of(0), of_.tapes.begin_of(1), Counted::all) == 0) return false;
  of_.own_run = TooSmall{};
  of_.excess = Excess::allowed;
  return true;
}

/// What a step holds with nothing but the first state beside it.
void Fit::weigh_one_step(bool last) {
  if (!too_small()) return;
  std::size_t& enough = std::get<TooSmall>(of_.own_run).enough;
  of_.states.drop_all_but({});
  of_.tapes.release(0, of_.steps() - 1);
  enough = std::max(enough, of_.budget.memory.held());
  if (last) of_.budget.refuse(enough);
}

}  // namespace ops

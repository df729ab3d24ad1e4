// ops/derivatives/steps/interpretation.cpp: carries out the actions of a schedule, from the end of the recording to its
// beginning.
#include "ops/derivatives/steps/interpretation.hpp"

#include <algorithm>
#include <utility>

#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "ops/derivatives/events/unneeded_events.hpp"
#include "ops/loops/engine/stopwatch.hpp"

namespace ops {

void Interpretation::run(Sweep& sweep) {
  prepare();
  if (of_.tapes.none()) return sweep.reverse(0, of_.recording.events.nodes.size());
  Demand limits = of_.budget.beside_disk(of_.budget.demand);
  if (of_.used_up()) limits.steps = of_.steps();
  declared_.emplace();
  try {
    Report::Interpretation shown(*of_.report, {limits, of_.steps(), of_.tapes.all()});
    of_.tapes.all() ? reverse(sweep, 0, of_.steps(), nullptr) : by_schedule(sweep);
    of_.report->reverses(0);
    sweep.reverse(0, of_.tapes.begin_of(0));
    shown.complete();
  } catch (...) {
    introduce_declared();
    throw;
  }
  introduce_declared();
}

void Interpretation::prepare() {
  of_.history.settle(of_.recording.context.pool);
  of_.states.settle();
  of_.loop_reads.clear();
  of_.states.finish_writing();
  if (of_.tapes.none()) return;
  fit_.grown();
  fit_.require_room();
  if (std::holds_alternative<TooSmall>(of_.own_run)) fit_.weigh_one_step(true);
}

bool Interpretation::declares(Tracked& dat) {
  if (declared_) declared_->push_back(&dat);
  return declared_.has_value();
}

/// What adjoints have declared, and what still is there.
void Interpretation::introduce_declared() {
  const std::optional<std::vector<Tracked*>> declared = std::exchange(declared_, {});
  for (Tracked* dat : *declared)
    if (std::ranges::any_of(of_.recording.live, [&](const auto& live) { return live.get() == dat; }))
      program_.introduce(*dat);
}

void Interpretation::by_schedule(Sweep& sweep) {
  runner_.require_recomputation();
  of_.budget.weigh(of_.tapes.first_kept(), of_.steps());
  of_.budget.fit_slots();
  try {
    SpareStates others(of_, end_);
    begin(others);
    for (Action action = of_.schedule->next(); action.kind != Kind::done; action = of_.schedule->next()) {
      if (action.kind == Kind::reverse) {
        of_.states.settle();
        others.host().show_numbers();
        of_.states.finish_writing_after(action.first);
        reverse(sweep, action.first, action.last, &of_.versions);
        of_.tapes.release(action.first, action.last);
      } else if (action.kind == Kind::advance || action.kind == Kind::tape) {
        recompute(action, others.host());
      } else {
        move_states(action, others.host());
      }
    }
    of_.excess = Excess::allowed;
    of_.states.finish_writing();
    others.bring_back_end();
  } catch (...) {
    give_up();
    throw;
  }
  of_.budget.recount();
}

/// The first interpretation goes on from what the program's own run has kept; later ones begin at the first state.
void Interpretation::begin(SpareStates& others) {
  of_.excess = Excess::noted;
  if (!of_.used_up()) end_.remember();
  find_unneeded(of_.recording.events, of_.tapes.begins());
  of_.unreversed = of_.steps();
  end_.begin();
  others.let_go_of_end();
  const bool again = of_.used_up();
  of_.own_run = UsedUp{};
  if (again) return recompute_start(others.host());
  program_.check_list();
  all_have_run();
}

/// A recording that is interpreted again uses all memory that it may.
void Interpretation::recompute_start(HostState& host) {
  of_.budget.spare_no_more();
  of_.budget.demand.steps = of_.steps();
  of_.set_schedule(fit_.schedule(of_.budget.at_least_one()));
  of_.tapes.release(0, of_.steps());
  runner_.restore(0, host);
}

/// From here on steps are reversed.
void Interpretation::all_have_run() {
  // after a stretch that was left out too few steps have run to plan for
  if (!of_.schedule) fit_.resume_with(of_.tapes.first_kept(), of_.steps());
  of_.finish_schedule(of_.steps());
}

void Interpretation::recompute(const Action& action, HostState& host) {
  const Report::Timing time(*of_.report, &StepTimes::again);
  if (runner_.run(action, host) && action.last >= of_.steps()) all_have_run();
}

void Interpretation::move_states(const Action& action, HostState& host) {
  const Stopwatch time(of_.recording.context, Pass::again, "(states)");
  if (action.kind == Kind::save) {
    of_.freeze();
    of_.states.save(action.first, action.storage, of_.budget.on_their_way());
  } else if (action.kind == Kind::restore) {
    runner_.restore(action.first, host);
  } else {
    fit_.drop(action);
  }
}

/// Steps [first, last). Memory that tapes free on the way counts; the sweep's own buffers do not. @param uses_up  whose
/// versions go on the way; null: everything stays
void Interpretation::reverse(Sweep& sweep, std::int64_t first, std::int64_t last, Versions* uses_up) {
  HeldMemory& memory = of_.budget.memory;
  const std::size_t held = memory.held();
  const Report::Timing time(*of_.report, &StepTimes::reverse);
  of_.unreversed = first;
  std::int64_t step = last;
  std::function<bool()> fetch;
  if (uses_up) fetch = [&, first] { return step == first && of_.states.fetch_before(first); };
  sweep.begin({of_.tapes.begin_of(first), of_.tapes.begin_of(last), uses_up, std::move(fetch)});
  while (step-- > first) {
    of_.report->reverses(step + 1);
    sweep.pass(of_.tapes.begin_of(step), of_.tapes.begin_of(step + 1));
  }
  sweep.settle();
  if (uses_up) memory.holds(held - std::min(held, sweep.freed()));
}

/// Cleans up after an interpretation that ended early.
void Interpretation::give_up() {
  of_.states.settle();
  of_.own_run = UsedUp{};  // what the schedule says is no longer so
  of_.tapes.release(0, of_.steps());
  of_.states.drop_all_but({});
  of_.budget.recount();
}

void Interpretation::make_up() {
  if (of_.continued_from == 0 || of_.left_out() || of_.tapes.all() || !of_.history.obstacle().empty()) return;
  const Excess before = of_.excess;
  complete();
  of_.tapes.regions_stay();
  of_.excess = before;
}

void Interpretation::complete() {
  of_.history.settle(of_.recording.context.pool);
  of_.states.settle();
  of_.states.finish_writing();
  if (of_.tapes.none() || of_.tapes.all()) return;
  runner_.require_recomputation();
  SpareStates others(of_, end_);
  of_.excess = Excess::allowed;
  for (Event& event : of_.recording.events.nodes) event.unneeded = false;  // tangents read more than adjoints
  of_.tapes.release(0, of_.steps());
  runner_.restore(0, others.host());
  runner_.run({Kind::tape, 0, of_.steps(), Storage::memory}, others.host());
  of_.states.finish_writing();
}

}  // namespace ops

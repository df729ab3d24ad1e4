// ops/steps/steps_reverse.cpp: a recording in steps interpreted: steps run again and are reversed as a schedule says.
#include <algorithm>
#include <utility>

#include "ops/checkpoint/kinds.hpp"
#include "ops/engine/stopwatch.hpp"
#include "ops/record/unneeded.hpp"
#include "ops/state/duration.hpp"
#include "ops/steps/steps.hpp"
#include "ops/sweep/sweep.hpp"

namespace ops {

/// Nothing could be given up for the step that runs: memory holds one state, and every schedule keeps that many.
bool Steps::alone(const Action& action, std::int64_t step) const {
  return one_state() && (action.kind == Kind::advance || step == action.first);
}

/// Steps run again. @return  whether all did: it ends where they keep more than they may, and than others could give up for them
bool Steps::run(const Action& action, HostState& host) {
  Rerun rerun(versions_, host, run_loop, unsettled_, overrun_);
  const bool keep = action.kind == Kind::tape;
  const std::int64_t last = std::min(action.last, steps());
  for (std::int64_t step = action.first; step < last; ++step) {
    if (step > action.first) settle();
    if (keep) release(step, step + 1);
    write_states();
    freeze();
    if (const auto state = states_.find(step); state != states_.end()) state->second.unfreeze_dropped(poison);
    overrun_ = false;
    const auto kept = !keep ? Rerun::Keep::nothing : step + 1 == last && action.to_reverse ? Rerun::Keep::last_step : Rerun::Keep::all;
    const bool unlimited = alone(action, step);
    const bool complete = rerun.run(begin_of(step), begin_of(step + 1), kept, unlimited) && (unlimited || !overrun_);
    loop_has_run();
    if (keep) kept_[static_cast<std::size_t>(step)] = approximate_ ? kept_nearly : true;
    ++executed_;
    report->runs_again();
    if (!complete) {
      run_otherwise(action, step);
      return false;
    }
    if (phase_ == Phase::again && over()) {
      measure_anew(action.first, keep ? step + 1 : action.first);
      require_room();
    }
  }
  return true;
}

/// From the states there are, with sizes as they have turned out; each time with larger ones, so that this ends with one state and one tape.
void Steps::run_otherwise(const Action& action, std::int64_t step) {
  const Demand before = demand_;
  measure_anew(action.first, action.kind == Kind::tape ? step + 1 : action.first);
  demand_.state = std::max(demand_.state, before.state);
  demand_.tape = std::max(demand_.tape, with_margin(before.tape));
  report->replanned(demand_);
  if (action.kind == Kind::tape) release(action.first, step + 1);
  resume_with(unreversed_, unreversed_);
  schedule_->finish(unreversed_);
  finished_ = true;
}

/// The steps have all been run once; from here on they are reversed.
void Steps::finish() {
  if (!finished_) schedule_->finish(steps());
  finished_ = true;
}

/// While alive, other states than that at the end of the program are present.
struct Steps::Present {
  explicit Present(Steps& steps) : steps_(steps), host(std::make_unique<HostState>(steps.recording_.context)) {
    steps.recorded_regions_ = steps.recording_.events.regions.size();
  }
  ~Present() {
    steps_.phase_ = Phase::beyond;
    try {
      bring_back_end();
    } catch (...) {  // another error is on its way; whoever interprets again is told of this one
    }
    host.reset();
    steps_.freeze();
  }
  Present(const Present&) = delete;
  Present& operator=(const Present&) = delete;

  void let_go_of_end() { gone_ = steps_.let_go_of_end(*host); }
  void bring_back_end() {
    if (std::exchange(gone_, false)) steps_.bring_back_end(*host);
  }

  Steps& steps_;
  std::unique_ptr<HostState> host;
  bool gone_ = false;
};

bool Steps::all_kept() const {
  return std::ranges::all_of(kept_, [](char kept) { return kept != 0; });
}

void Steps::require_again() const {
  if (!history_.obstacle().empty())
    throw OPSException(OPS_NOT_IMPLEMENTED) << "not everything is kept (-OPS_AD_MEMORY, ops_ad_set_checkpoint_count), and the recording cannot be run again: "
                                            << history_.obstacle()
                                            << (found ? "; with -OPS_AD_MARKS=0 everything is kept" : "");
}

void Steps::note_approximation(std::int64_t first, std::int64_t last) {
  reversed_nearly_ = reversed_nearly_ || std::any_of(kept_.begin() + first, kept_.begin() + last, [](char kept) { return kept == kept_nearly; });
}

/// What becomes free of tapes on the way was the recording's; all else that the sweep takes and gives back is not.
void Steps::use_up(Sweep& sweep, std::int64_t first, std::int64_t last) {
  note_approximation(first, last);
  const std::size_t held = room_.held();
  std::size_t freed = 0;
  unreversed_ = first;
  fetching_ = recording_.context.pool.tiers().has_value();
  room_.beside([&] { report->times(&StepTimes::reverse, [&] { freed = sweep.use_up(begin_of(first), begin_of(last), versions_); }); });
  room_.holds(held - std::min(held, freed));
  release(first, last);
}

/// @return  whether all of it is here or on its way
bool Steps::fetch_state_before(std::int64_t step) {
  const auto next = states_.upper_bound(step);
  bool all = true;
  if (next != states_.begin())
    std::prev(next)->second.for_each_kept([&](const KeptValues& kept) { all = (!kept.values || recording_.context.pool.fetch(kept.values)) && all; });
  return all;
}

void Steps::move_states(const Action& action, HostState& host) {
  const Stopwatch time(recording_.context, Pass::again, "(states)");
  if (action.kind == Kind::save) {
    freeze();
    save(action.first, action.storage);
  } else if (action.kind == Kind::restore) {
    restore(action.first, host);
  } else {
    drop(action);
  }
}

void Steps::carry_out(Sweep& sweep, HostState& host) {
  while (true) {
    const Action action = schedule_->next();
    switch (action.kind) {
      case Kind::advance:
      case Kind::tape:
        report->times(&StepTimes::again, [&] {
          if (run(action, host) && action.last >= steps()) finish();
        });
        break;
      case Kind::save:
      case Kind::restore:
      case Kind::drop:
      case Kind::drop_tape: move_states(action, host); break;
      case Kind::reverse:
        settle();
        host.show_numbers();
        let_disk_finish(action.first);
        use_up(sweep, action.first, action.last);
        break;
      case Kind::done: return;
    }
  }
}

/// The first interpretation goes on from what the program's own run has kept.
void Steps::begin_reversal() {
  check_list();
  finish();
}

/// What is left of one that has ended early.
void Steps::forget_interpretation() {
  settle();
  reversed_ = true;  // what the schedule says is no longer so
  release(0, steps());
  states_.erase(states_.upper_bound(0), states_.end());
  recount();
}

/// Second and later interpretations begin at the first state.
void Steps::start_again(HostState& host) {
  demand_.steps = steps();
  schedule_ = demand_.memory && demand_.tape == 0 ? store_all() : planner_(at_least_one());
  finished_ = false;
  release(0, steps());
  restore(0, host);
}

void Steps::reverse(Sweep& sweep) {
  history_.settle(recording_.context.pool);
  settle();
  loop_has_run();
  let_disk_finish();
  if (begins_.empty()) return sweep.reverse(0, recording_.events.nodes.size());
  grown();
  require_room();
  if (enough_) weigh_one_tape(true);
  Demand limits = beside_disk(demand_);
  if (reversed_) limits.steps = steps();
  reversed_nearly_ = false;
  interpreting_ = true;
  try {
    report->interpret({limits, steps(), all_kept()}, [&] { reverse_steps(sweep); });
  } catch (...) {
    end_interpretation();
    throw;
  }
  end_interpretation();
  tell_of_approximation();
}

void Steps::passes(std::size_t event) {
  passed_ = event;
  if (fetching_ && event < begin_of(unreversed_ + 1)) fetching_ = !fetch_state_before(unreversed_);
  if (report->follows()) report->reverses(std::ranges::upper_bound(begins_, event) - begins_.begin());
}

void Steps::reverse_steps(Sweep& sweep) {
  if (all_kept()) {
    note_approximation(0, steps());
    report->times(&StepTimes::reverse, [&] { sweep.reverse(begin_of(0), begin_of(steps())); });
    return sweep.reverse(0, begins_[0]);
  }
  require_again();
  weigh(first_tape(), steps());
  fit_slots();
  try {
    interpret_steps(sweep);
  } catch (...) {
    forget_interpretation();
    throw;
  }
  recount();
  sweep.reverse(0, begins_[0]);
}

void Steps::interpret_steps(Sweep& sweep) {
  Present present(*this);
  phase_ = Phase::again;
  if (!reversed_) remember_end();
  find_unneeded(recording_.events, begins_);
  unreversed_ = steps();
  exchanged_ = counted_ = false;
  present.let_go_of_end();
  std::exchange(reversed_, true) ? start_again(*present.host) : begin_reversal();
  carry_out(sweep, *present.host);
  phase_ = Phase::beyond;
  let_disk_finish();
  present.bring_back_end();
}

/// How long a step takes that finds all memory ready: the last one run again, twice.
void Steps::time_last_step(std::int64_t next) {
  const std::int64_t last = next - 1;
  if (!report->plans() || last < 1 || !states_.contains(last) || !history_.obstacle().empty()) return;
  const Phase before = std::exchange(phase_, Phase::beyond);
  {
    const Present present(*this);
    for (int k = 0; k < 2; ++k) {
      restore(last, *present.host);
      const double start = seconds_now();
      run({Kind::advance, last, next, Storage::memory}, *present.host);
      report->seen_again(seconds_now() - start);
      --executed_;  // of no use to the derivatives
    }
  }
  recorded_regions_ = no_regions;
  phase_ = before;
}

void Steps::complete() {
  history_.settle(recording_.context.pool);
  settle();
  let_disk_finish();
  if (begins_.empty() || all_kept()) return;
  require_again();
  const Present present(*this);
  phase_ = Phase::beyond;
  for (Event& event : recording_.events.nodes) event.unneeded = false;  // tangents read more than adjoints
  release(0, steps());
  restore(0, *present.host);
  run({Kind::tape, 0, steps(), Storage::memory}, *present.host);
  let_disk_finish();
}

}  // namespace ops

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
  return states_.in_memory() <= 1 && (action.kind == Kind::advance || step == action.first);
}

/// Steps run again. @return  whether all did: it ends where they keep more than they may, and than others could give up
/// for them
bool Steps::run(const Action& action, HostState& host) {
  Rerun rerun(versions_, host, run_loop, states_.unsettled(), overrun_);
  const bool keep = action.kind == Kind::tape;
  const std::int64_t last = std::min(action.last, steps());
  for (std::int64_t step = action.first; step < last; ++step) {
    if (step > action.first) states_.settle();
    if (keep) tapes_.release(step, step + 1);
    states_.write();
    freeze();
    if (const auto state = states_.all().find(step); state != states_.all().end())
      state->second.unfreeze_dropped(poison);
    overrun_ = false;
    const auto kept = !keep                                   ? Rerun::Keep::nothing
                      : step + 1 == last && action.to_reverse ? Rerun::Keep::last_step
                                                              : Rerun::Keep::all;
    const bool unlimited = alone(action, step);
    const bool complete =
        rerun.run(tapes_.begin_of(step), tapes_.begin_of(step + 1), kept, unlimited) && (unlimited || !overrun_);
    loop_has_run();
    if (keep) tapes_.now_keeps(step, true);
    ++executed_;
    report->runs_again();
    if (!complete) {
      run_otherwise(action, step);
      return false;
    }
    if (phase_ == Phase::again && over()) {
      budget_.measure_anew(action.first, keep ? step + 1 : action.first, true);
      require_room();
    }
  }
  return true;
}

/// From the states there are, with sizes as they have turned out; each time with larger ones, so that this ends with
/// one state and one tape.
void Steps::run_otherwise(const Action& action, std::int64_t step) {
  const Demand before = budget_.demand;
  budget_.measure_anew(action.first, action.kind == Kind::tape ? step + 1 : action.first, true);
  budget_.demand.state = std::max(budget_.demand.state, before.state);
  budget_.demand.tape = std::max(budget_.demand.tape, with_margin(before.tape));
  report->replanned(budget_.demand);
  if (action.kind == Kind::tape) tapes_.release(action.first, step + 1);
  resume_with(unreversed_, unreversed_);
  schedule_->finish(unreversed_);
  finished_ = true;
}

/// The steps have all been run once; from here on they are reversed.
void Steps::finish() {
  // after a stretch that was left out too few steps have run to plan for
  if (!schedule_) resume_with(tapes_.first_kept(), steps());
  if (!finished_) schedule_->finish(steps());
  finished_ = true;
}

/// While alive, other states than that at the end of the program are present.
struct Steps::Present {
  explicit Present(Steps& steps) : steps_(steps), host(std::make_unique<HostState>(steps.recording_.context)) {
    steps.tapes_.regions_go();
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

void Steps::require_again() const {
  if (history_.obstacle().empty()) return;
  if (tried_from_ > 0)
    throw OPSException(OPS_RUNTIME_ERROR) << "the program went on from a checkpoint file, and what comes before that "
                                             "place has to run again for its derivatives, but cannot: "
                                          << history_.obstacle() << "; remove the file to start from the beginning";
  throw OPSException(OPS_NOT_IMPLEMENTED)
      << "not everything is kept (-OPS_AD_MEMORY, ops_ad_set_checkpoint_count), and the recording cannot be run again: "
      << history_.obstacle() << (found ? "; with -OPS_AD_MARKS=0 everything is kept" : "");
}

/// The state before the step becomes the present one; where that cannot be read, steps run again from an earlier one.
void Steps::restore(std::int64_t step, HostState& host) {
  exchanged_ = exchanged_ || phase_ == Phase::again;
  const std::int64_t from = states_.restore(step, poison);
  if (phase_ == Phase::again && !std::exchange(counted_, true)) budget_.recount();
  if (from < step) run({Action::Kind::advance, from, step, Storage::memory}, host);
}

/// What becomes free of tapes on the way was the recording's; all else that the sweep takes and gives back is not.
void Steps::use_up(Sweep& sweep, std::int64_t first, std::int64_t last) {
  const std::size_t held = budget_.memory.held();
  std::size_t freed = 0;
  unreversed_ = first;
  fetching_ = recording_.context.pool.tiers().has_value();
  budget_.memory.beside([&] {
    report->times(&StepTimes::reverse,
                  [&] { freed = sweep.use_up(tapes_.begin_of(first), tapes_.begin_of(last), versions_); });
  });
  budget_.memory.holds(held - std::min(held, freed));
  tapes_.release(first, last);
}

void Steps::move_states(const Action& action, HostState& host) {
  const Stopwatch time(recording_.context, Pass::again, "(states)");
  if (action.kind == Kind::save) {
    freeze();
    states_.save(action.first, action.storage, budget_.on_their_way());
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
        states_.settle();
        host.show_numbers();
        states_.finish_writing_after(action.first);
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
  states_.settle();
  reversed_ = true;  // what the schedule says is no longer so
  tapes_.release(0, steps());
  states_.drop_all_but({});
  budget_.recount();
}

/// Second and later interpretations begin at the first state.
void Steps::start_again(HostState& host) {
  budget_.demand.steps = steps();
  schedule_ = schedule(budget_.at_least_one());
  finished_ = false;
  tapes_.release(0, steps());
  restore(0, host);
}

void Steps::reverse(Sweep& sweep) {
  history_.settle(recording_.context.pool);
  states_.settle();
  loop_has_run();
  states_.finish_writing();
  if (tapes_.none()) return sweep.reverse(0, recording_.events.nodes.size());
  grown();
  require_room();
  if (enough_) weigh_one_tape(true);
  Demand limits = budget_.beside_disk(budget_.demand);
  if (reversed_) limits.steps = steps();
  interpreting_ = true;
  try {
    report->interpret({limits, steps(), tapes_.all()}, [&] { reverse_steps(sweep); });
  } catch (...) {
    end_interpretation();
    throw;
  }
  end_interpretation();
}

void Steps::passes(std::size_t event) {
  if (fetching_ && event < tapes_.begin_of(unreversed_ + 1)) fetching_ = !states_.fetch_before(unreversed_);
  if (report->follows()) report->reverses(tapes_.begun_at(event));
}

void Steps::reverse_steps(Sweep& sweep) {
  if (tapes_.all()) {
    report->times(&StepTimes::reverse, [&] { sweep.reverse(tapes_.begin_of(0), tapes_.begin_of(steps())); });
    return sweep.reverse(0, tapes_.begin_of(0));
  }
  require_again();
  budget_.weigh(tapes_.first_kept(), steps());
  budget_.fit_slots();
  try {
    interpret_steps(sweep);
  } catch (...) {
    forget_interpretation();
    throw;
  }
  budget_.recount();
  sweep.reverse(0, tapes_.begin_of(0));
}

void Steps::interpret_steps(Sweep& sweep) {
  Present present(*this);
  phase_ = Phase::again;
  if (!reversed_) remember_end();
  find_unneeded(recording_.events, tapes_.begins());
  unreversed_ = steps();
  exchanged_ = counted_ = false;
  present.let_go_of_end();
  std::exchange(reversed_, true) ? start_again(*present.host) : begin_reversal();
  carry_out(sweep, *present.host);
  phase_ = Phase::beyond;
  states_.finish_writing();
  present.bring_back_end();
}

/// How long a step takes that finds all memory ready: the last one run again, twice.
void Steps::time_last_step(std::int64_t next) {
  const std::int64_t last = next - 1;
  if (!report->plans() || last < 1 || !states_.all().contains(last) || !history_.obstacle().empty()) return;
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
  tapes_.regions_stay();
  phase_ = before;
}

void Steps::make_up() {
  if (tried_from_ == 0 || left_out_ || tapes_.all() || !history_.obstacle().empty()) return;
  const Phase before = phase_;
  complete();
  tapes_.regions_stay();
  phase_ = before;
}

void Steps::complete() {
  history_.settle(recording_.context.pool);
  states_.settle();
  states_.finish_writing();
  if (tapes_.none() || tapes_.all()) return;
  require_again();
  const Present present(*this);
  phase_ = Phase::beyond;
  for (Event& event : recording_.events.nodes) event.unneeded = false;  // tangents read more than adjoints
  tapes_.release(0, steps());
  restore(0, *present.host);
  run({Kind::tape, 0, steps(), Storage::memory}, *present.host);
  states_.finish_writing();
}

}  // namespace ops

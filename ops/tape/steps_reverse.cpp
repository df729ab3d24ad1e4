// ops/tape/steps_reverse.cpp: a recording in steps interpreted: steps run again and are reversed as a schedule says.
#include <algorithm>

#include "ops/tape/holdings.hpp"
#include "ops/tape/steps.hpp"
#include "ops/tape/sweep.hpp"

namespace ops {

void Steps::restore(std::int64_t step) {
  settle();
  checkpoints_.at(step).restore(tape_.live(), tape_.context().pool, poison);
}

/// Steps run again.
void Steps::run(const Action& action, HostState& host) {
  Rerun rerun(tape_, host, run_loop);
  const bool keep = action.kind == Kind::tape;
  const std::int64_t last = std::min(action.last, steps());
  for (std::int64_t step = action.first; step < last; ++step) {
    if (step > action.first) settle();
    if (keep) release(step, step + 1);
    freeze();
    rerun.run(begin_of(step), begin_of(step + 1), keep, unsettled_);
    if (keep) kept_[static_cast<std::size_t>(step)] = true;
    ++executed_;
    report->runs_again();
  }
}

/// The steps have all been run once; from here on they are reversed.
void Steps::finish() {
  if (!finished_) {
    if (!reversed_) check_list();
    schedule_->finish(steps());
  }
  finished_ = true;
}

/// While alive, other states than that at the end of the program are present.
struct Steps::Present {
  explicit Present(Steps& steps) : steps_(steps), host(std::make_unique<HostState>(steps.tape_.context())) {
    steps.recorded_regions_ = steps.tape_.events().regions.size();
  }
  ~Present() {
    host.reset();
    steps_.freeze();
  }
  Present(const Present&) = delete;
  Present& operator=(const Present&) = delete;

  Steps& steps_;
  std::unique_ptr<HostState> host;
};

bool Steps::all_kept() const {
  return std::ranges::all_of(kept_, [](char kept) { return kept != 0; });
}

void Steps::require_again() const {
  if (!history_.obstacle().empty())
    throw OPSException(OPS_NOT_IMPLEMENTED) << "not everything is kept (-OPS_AD_MEMORY, ops_ad_set_checkpoint_count), and the recording cannot be run again: "
                                            << history_.obstacle();
}

void Steps::carry_out(Sweep& sweep, HostState& host) {
  while (true) {
    const Action action = schedule_->next();
    switch (action.kind) {
      case Kind::advance:
      case Kind::tape:
        run(action, host);
        if (action.last >= steps()) finish();
        break;
      case Kind::save: freeze(); save(action.first); break;
      case Kind::restore: restore(action.first); break;
      case Kind::drop:
      case Kind::drop_tape: drop(action); break;
      case Kind::reverse:
        settle();
        host.show_numbers();
        report->weigh([this] { return held(); });
        sweep.reverse(begin_of(action.first), begin_of(action.last));
        release(action.first, action.last);
        break;
      case Kind::done: return;
    }
  }
}

/// Second and later interpretations begin at the first state.
void Steps::start_again() {
  demand_.steps = steps();
  schedule_ = schedule();
  finished_ = false;
  release(0, steps());
  restore(0);
}

void Steps::reverse(Sweep& sweep) {
  history_.settle(tape_.context().pool);
  settle();
  if (begins_.empty()) return sweep.reverse(0, tape_.events().nodes.size());
  Demand limits = demand();
  if (reversed_) limits.steps = steps();
  report->interpret({limits, steps(), all_kept()}, [this] { return held(); }, [&] { reverse_steps(sweep); });
}

void Steps::passes(std::size_t event) {
  if (report->follows()) report->reverses(std::ranges::upper_bound(begins_, event) - begins_.begin());
}

std::size_t Steps::held() const { return past_bytes(tape_, checkpoints_, begin_of(0), begin_of(steps())); }

void Steps::reverse_steps(Sweep& sweep) {
  if (all_kept()) return sweep.reverse(0, tape_.events().nodes.size());
  require_again();
  {
    const Present present(*this);
    reversed_ ? start_again() : finish();
    reversed_ = true;
    carry_out(sweep, *present.host);
  }
  sweep.reverse(0, begins_[0]);
}

void Steps::complete() {
  history_.settle(tape_.context().pool);
  settle();
  if (begins_.empty() || all_kept()) return;
  require_again();
  const Present present(*this);
  release(0, steps());
  restore(0);
  run({Kind::tape, 0, steps(), Storage::memory}, *present.host);
}

}  // namespace ops

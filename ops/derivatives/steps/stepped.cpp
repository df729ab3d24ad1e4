// ops/derivatives/steps/stepped.cpp: answers questions that depend on the present activity of a recording in steps.
#include "ops/derivatives/steps/stepped.hpp"

#include <utility>

namespace ops {

Stepped::Stepped(Versions& of, const MemoryBudget& limits, Planner makes)
    : versions(of),
      recording(of.recording()),
      planner(std::move(makes)),
      tapes(of),
      states(recording, limits.disk),
      budget(recording, limits, states, tapes),
      report(std::make_unique<Report>(recording.context)) {
  report->known = limits.times;
  report->before = limits.told;
  report->slots = budget.slots;
}

bool Stepped::keeping() const {
  if (const auto* scheduled = std::get_if<Scheduled>(&own_run)) return scheduled->action.kind == Action::Kind::tape;
  return !left_out() && !used_up();
}

void Stepped::freeze() {
  for (const auto& dat : recording.live) {
    if (!dat || !dat->dat || dat->alias_of) continue;
    dat->refreeze();
  }
}

void Stepped::set_schedule(std::unique_ptr<Schedule> next) {
  schedule = std::move(next);
  finished_ = false;
}

void Stepped::finish_schedule(std::int64_t count) {
  if (!std::exchange(finished_, true)) schedule->finish(count);
}

}  // namespace ops

// ops/derivatives/checkpoints/schedule_cost.cpp: counts the actions of a schedule.
#include "ops/derivatives/checkpoints/schedule_cost.hpp"

#include <algorithm>

namespace ops {

namespace {

using Kind = Action::Kind;

class Counter {
 public:
  Counter(std::int64_t steps, std::size_t state, std::size_t tape) : state_(state), tape_(tape) { sum_.steps = steps; }

  void count(const Action& action) {
    const std::int64_t disk = action.storage == Storage::disk ? 1 : 0, range = action.last - action.first;
    switch (action.kind) {
      case Kind::tape: tapes_ += range; [[fallthrough]];
      case Kind::advance: sum_.executed += range; break;
      case Kind::save:
        ++sum_.saves;
        sum_.disk_writes += disk;
        ++(disk ? on_disk_ : in_memory_);
        break;
      case Kind::restore:
        ++sum_.restores;
        sum_.disk_reads += disk;
        break;
      case Kind::drop: --(disk ? on_disk_ : in_memory_); break;
      case Kind::drop_tape:
      case Kind::reverse: tapes_ -= range; break;
      case Kind::done: break;
    }
    most_ = std::max(most_, static_cast<std::size_t>(in_memory_) * state_ + static_cast<std::size_t>(tapes_) * tape_);
    most_on_disk_ = std::max(most_on_disk_, on_disk_);
  }

  Forecast sum() {
    sum_.peak_bytes = most_;
    sum_.peak_disk_bytes = static_cast<std::size_t>(most_on_disk_) * state_;
    return sum_;
  }

 private:
  Forecast sum_;
  std::size_t state_, tape_, most_ = 0;
  std::int64_t in_memory_ = 0, on_disk_ = 0, most_on_disk_ = 0, tapes_ = 0;
};

}  // namespace

Forecast forecast(Schedule& schedule, std::int64_t steps, std::size_t state, std::size_t tape) {
  Counter counter(steps, state, tape);
  for (std::int64_t present = 0; present < steps;) {
    Action action = schedule.next();
    if (action.kind == Kind::advance || action.kind == Kind::tape) present = action.last = std::min(action.last, steps);
    counter.count(action);
  }
  schedule.finish(steps);
  for (Action action = schedule.next(); action.kind != Kind::done; action = schedule.next()) counter.count(action);
  return counter.sum();
}

}  // namespace ops

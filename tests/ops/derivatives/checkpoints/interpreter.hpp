// tests/ops/derivatives/checkpoints/interpreter.hpp: carries out actions on sets of steps instead of data, and throws
// at the first that is wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "ops/derivatives/checkpoints/schedule.hpp"

namespace ops {

/// What may be kept at once: numbers of things, or bytes of memory (then numbers of states and tapes in memory do not
/// matter).
struct MemoryBudget {
  static constexpr std::int64_t none = unbounded_steps;
  std::int64_t memory = none, disk = 0, tapes = none;
  std::int64_t state_bytes = 0, tape_bytes = 0, budget = none;
};

struct Totals {
  std::int64_t executed = 0, actions = 0, peak_bytes = 0, peak_memory = 0, peak_disk = 0, peak_tapes = 0,
               disk_reads = 0, disk_writes = 0;
};

class Interpreter {
 public:
  explicit Interpreter(const MemoryBudget& limits) : limits_(limits) {}

  /// A program of `steps` steps under the schedule, and its reversal.
  Totals play(Schedule& schedule, std::int64_t steps) {
    for (std::int64_t begun = 0; begun < steps; begun = present_) {
      Action action = schedule.next();
      while (action.kind != Action::Kind::advance && action.kind != Action::Kind::tape) {
        check(action.kind == Action::Kind::save || action.kind == Action::Kind::drop ||
                  action.kind == Action::Kind::drop_tape,
              action);
        apply(action);
        action = schedule.next();
      }
      action.last = std::min(action.last, steps);
      apply(action);
    }
    unreversed_ = steps;
    schedule.finish(steps);
    Action action = schedule.next();
    for (; action.kind != Action::Kind::done; action = schedule.next()) apply(action);
    check(unreversed_ == 0 && states_.empty() && tapes_.empty(), action);
    return totals_;
  }

 private:
  void check(bool holds, const Action& action) const {
    if (holds) return;
    throw std::runtime_error("action " + std::to_string(totals_.actions) + ", '" + text(action) + "', with state " +
                             std::to_string(present_) + " present, " + std::to_string(states_.size()) + " states and " +
                             std::to_string(tapes_.size()) + " tapes kept, steps from " + std::to_string(unreversed_) +
                             " on reversed");
  }

  void apply(const Action& action) {
    using Kind = Action::Kind;
    const bool range = action.kind == Kind::advance || action.kind == Kind::tape || action.kind == Kind::reverse ||
                       action.kind == Kind::drop_tape;
    check(!to_reverse_ || (action.kind == Kind::reverse && action.last == present_), action);
    to_reverse_ = false;
    check(range ? 0 <= action.first && action.first < action.last : action.first == action.last, action);
    switch (action.kind) {
      case Kind::advance:
      case Kind::tape: run(action); break;
      case Kind::save: save(action); break;
      case Kind::restore: restore(action); break;
      case Kind::drop: drop(action); break;
      case Kind::drop_tape:
      case Kind::reverse: use_tapes(action); break;
      case Kind::done: break;
    }
    ++totals_.actions;
    count(action);
  }

  std::int64_t& kept(Storage storage) { return storage == Storage::disk ? on_disk_ : in_memory_; }

  void run(const Action& action) {
    check(action.first == present_ && action.last <= unreversed_, action);
    present_ = action.last;
    totals_.executed += action.last - action.first;
    if (action.kind != Action::Kind::tape) return;
    for (std::int64_t step = action.first; step < action.last; ++step) check(tapes_.insert(step).second, action);
    to_reverse_ = action.to_reverse;
  }

  void save(const Action& action) {
    check(action.first == present_ && states_.emplace(present_, action.storage).second, action);
    totals_.disk_writes += action.storage == Storage::disk ? 1 : 0;
    ++kept(action.storage);
  }

  void restore(const Action& action) {
    const auto found = states_.find(action.first);
    check(found != states_.end() && found->second == action.storage, action);
    present_ = action.first;
    totals_.disk_reads += action.storage == Storage::disk ? 1 : 0;
  }

  void drop(const Action& action) {
    const auto found = states_.find(action.first);
    check(found != states_.end() && found->second == action.storage, action);
    states_.erase(found);
    --kept(action.storage);
  }

  void use_tapes(const Action& action) {
    for (std::int64_t step = action.first; step < action.last; ++step) check(tapes_.erase(step) == 1, action);
    if (action.kind == Action::Kind::drop_tape) return;
    check(action.last == unreversed_, action);
    unreversed_ = action.first;
    present_ = MemoryBudget::none;
  }

  void count(const Action& action) {
    const auto tapes = static_cast<std::int64_t>(tapes_.size());
    const std::int64_t bytes = in_memory_ * limits_.state_bytes + tapes * limits_.tape_bytes;
    check(in_memory_ <= limits_.memory && on_disk_ <= limits_.disk && tapes <= limits_.tapes && bytes <= limits_.budget,
          action);
    totals_.peak_bytes = std::max(totals_.peak_bytes, bytes);
    totals_.peak_memory = std::max(totals_.peak_memory, in_memory_);
    totals_.peak_disk = std::max(totals_.peak_disk, on_disk_);
    totals_.peak_tapes = std::max(totals_.peak_tapes, tapes);
  }

  MemoryBudget limits_;
  Totals totals_;
  std::map<std::int64_t, Storage> states_;  ///< before these steps
  std::set<std::int64_t> tapes_;
  std::int64_t in_memory_ = 0, on_disk_ = 0;  ///< states
  std::int64_t present_ = 0, unreversed_ = MemoryBudget::none;
  bool to_reverse_ = false;  ///< the present step's end is not there
};

}  // namespace ops

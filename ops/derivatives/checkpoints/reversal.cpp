// ops/derivatives/checkpoints/reversal.cpp: walks the tree of divisions, last steps first.
#include "ops/derivatives/checkpoints/reversal.hpp"

#include <utility>

namespace ops {

using Kind = Action::Kind;

Reversal::Reversal(KeptCheckpoints kept, std::int64_t steps) : kept_(std::move(kept)), steps_(steps), end_(steps) {
  if (kept_.tapes_first < kept_.tapes_last) reverse(kept_.tapes_first);
}

Action Reversal::next() {
  while (queue_.empty()) plan();
  const Action action = queue_.back();
  queue_.pop_back();
  return action;
}

void Reversal::plan() {
  if (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    division_->is_leaf(next.part) ? tape(next) : split(next);
  } else if (kept_.states().empty()) {
    queue_.push_back({Kind::done, 0, 0, Storage::memory});
  } else {
    begin_gap();
  }
}

/// Either the last checkpoint is of no more use, or the steps from it on are next.
void Reversal::begin_gap() {
  const auto [step, storage] = kept_.states().back();
  if (step >= end_) {
    kept_.remove(kept_.states().size() - 1);
    queue_.push_back({Kind::drop, step, step, storage});
    return;
  }
  division_ = kept_.divide(end_ - step, steps_);
  pending_.push_back({step, division_->whole()});
  queue_.push_back({Kind::restore, step, step, storage});
}

void Reversal::split(const Pending& pending) {
  const auto [first, rest] = division_->divide(pending.part);
  const std::int64_t middle = pending.first + first.steps;
  queue_.push_back({Kind::advance, pending.first, middle, Storage::memory});
  if (kept_.states().back().step != pending.first) {
    kept_.add({pending.first, kept_.next_storage()});
    queue_.push_back({Kind::save, pending.first, pending.first, kept_.states().back().storage});
  }
  pending_.push_back({pending.first, first});
  pending_.push_back({middle, rest});
}

void Reversal::tape(const Pending& pending) {
  const Checkpoint top = kept_.states().back();
  const std::int64_t last = end_;
  if (top.step == pending.first) kept_.remove(kept_.states().size() - 1);
  reverse(pending.first);
  queue_.push_back({Kind::tape, pending.first, last, Storage::memory, true});
  if (top.step == pending.first) queue_.push_back({Kind::drop, top.step, top.step, top.storage});
}

/// Steps [first, end_), whose tapes are kept by then; afterwards the part before them starts from its checkpoint.
void Reversal::reverse(std::int64_t first) {
  if (!pending_.empty()) {
    const auto [step, storage] = kept_.states().back();
    queue_.push_back({Kind::restore, step, step, storage});
  }
  queue_.push_back({Kind::reverse, first, end_, Storage::memory});
  end_ = first;
}

}  // namespace ops

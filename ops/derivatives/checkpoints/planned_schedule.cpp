// ops/derivatives/checkpoints/planned_schedule.cpp: decides what to keep while the program runs.
#include "ops/derivatives/checkpoints/planned_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ops/support/error.hpp"

namespace ops {

using Kind = Action::Kind;

namespace {

/// Where every step can be taped. With the first state the program may go on beyond the plan.
ForwardPlan plan_tapes(const Capacity& capacity, std::int64_t steps, bool sure) {
  const bool fits = capacity.memory() >= 1 && steps <= capacity.tapes(1);
  if (fits) return {{{0, Storage::memory}}, {}, 0, steps};
  if (capacity.disk() >= 1) return {{{0, Storage::disk}}, {}, 0, steps};
  if (sure || capacity.memory() == 0) return {{}, {}, 0, steps};
  return {{{0, Storage::memory}}, {}, 0, capacity.tapes(1)};
}

/// Where only slots count: memory has the states that are saved and restored most often (Stumm and Walther 2009,
/// doi:10.1137/080718036). Where tapes share the memory the oldest states are on disk, so that more tapes fit.
std::vector<Storage> least_used_on_disk(const Capacity& capacity, std::int64_t steps) {
  if (capacity.disk() == 0 || capacity.memory() == 0 || capacity.shared()) return {};
  const std::vector<std::int64_t> traffic = KeptCheckpoints(capacity).divide(steps, steps).traffic();
  std::vector<std::size_t> order(traffic.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});  // of equals the older ones are on disk
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return traffic[a] > traffic[b]; });
  std::vector<Storage> places(order.size(), Storage::disk);
  for (std::size_t i = 0; i < order.size() && static_cast<std::int64_t>(i) < capacity.memory(); ++i)
    places[order[i]] = Storage::memory;
  return places;
}

}  // namespace

ForwardPlan plan_forward(const Capacity& capacity, std::int64_t steps, bool sure) {
  if (steps < 1 || steps >= std::int64_t{1} << 31) {
    throw OPSException(OPS_INVALID_ARGUMENT)
        << "checkpoints: the number of steps is " << steps << "; it must be between 1 and 2147483647, or be omitted";
  }
  capacity.require(steps);
  if (steps <= capacity.tapes(0)) return plan_tapes(capacity, steps, sure);
  ForwardPlan plan{{}, least_used_on_disk(capacity, steps), 0, steps};
  KeptCheckpoints kept(capacity, plan.places);
  const Division division = kept.divide(steps, steps);
  for (Division::Part part = division.whole(); !division.is_leaf(part);) {
    const auto [first, rest] = division.divide(part);
    kept.add({plan.taped_from, kept.next_storage()});
    plan.taped_from += first.steps;
    part = rest;
  }
  plan.states = kept.states();
  return plan;
}

Planned::Planned(const Capacity& capacity, ForwardPlan plan) : plan_(std::move(plan)), kept_(capacity, plan_.places) {}

Planned::Planned(KeptCheckpoints kept, std::int64_t present)
    : plan_{{}, {}, present, present},
      kept_(std::move(kept)),
      present_(present),
      considered_(kept_.states().empty() ? 0 : kept_.states().back().step) {}

Action Planned::next() {
  if (reversal_) return reversal_->next();
  if (at_ == queue_.size()) {
    queue_.clear();
    at_ = 0;
    present_ < plan_.steps ? follow() : go_on();
  }
  return queue_[at_++];
}

void Planned::finish(std::int64_t steps) {
  if (kept_.tapes_first < kept_.tapes_last) kept_.tapes_last = steps;
  reversal_.emplace(std::move(kept_), steps);
}

void Planned::follow() {
  if (saved_ < plan_.states.size()) {
    save(plan_.states[saved_]);
    const std::int64_t next = ++saved_ < plan_.states.size() ? plan_.states[saved_].step : plan_.taped_from;
    if (next > present_) queue_.push_back({Kind::advance, present_, next, Storage::memory});
    present_ = next;
  }
  if (saved_ == plan_.states.size() && present_ == plan_.taped_from) tape(plan_.steps);
}

/// One more step after the planned ones.
void Planned::go_on() {
  if (kept_.states().empty() && present_ > 0) {
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoints: step " << present_ + 1 << " begins, but the program announced only " << plan_.steps
        << " steps, and the tapes of these steps fill the available memory; announce more steps, or omit the number of "
           "steps";
  }
  if (!thinning_) thinning_.emplace(kept_.states().size());
  const auto [keep, lasting, drop] = is_due() ? thinning_->next(kept_.full()) : Thinning::Choice{};
  if (drop) {
    const auto [step, storage] = kept_.states()[*drop];
    queue_.push_back({Kind::drop, step, step, storage});
    kept_.remove(*drop);
  }
  const Storage storage = kept_.next_storage(lasting ? Storage::disk : Storage::memory);
  make_room_for_tape(keep && storage == Storage::memory ? 1 : 0);
  if (keep) save({present_, storage});
  tape(present_ + 1);
}

/// Steps since the last state (or since one was passed over) that can be taped at once when they are reversed need no
/// state among them.
bool Planned::is_due() {
  if (!kept_.states().empty() && present_ - considered_ < kept_.tapes_after_last()) return false;
  considered_ = present_;
  return true;
}

void Planned::save(const Checkpoint& state) {
  kept_.add(state);
  considered_ = state.step;
  queue_.push_back({Kind::save, state.step, state.step, state.storage});
}

/// Gives up the oldest tapes, so that one more and `states` more states fit in memory.
void Planned::make_room_for_tape(std::int64_t states) {
  const std::int64_t stay = kept_.tapes(kept_.in_memory() + states) - 1;
  const std::int64_t first = kept_.tapes_first, last = std::max(first, kept_.tapes_last - stay);
  if (first == last) return;
  queue_.push_back({Kind::drop_tape, first, last, Storage::memory});
  kept_.tapes_first = last;
}

void Planned::tape(std::int64_t last) {
  queue_.push_back({Kind::tape, present_, last, Storage::memory});
  if (kept_.tapes_first == kept_.tapes_last) kept_.tapes_first = present_;
  kept_.tapes_last = present_ = last;
}

}  // namespace ops

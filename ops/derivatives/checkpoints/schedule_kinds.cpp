// ops/derivatives/checkpoints/schedule_kinds.cpp: the plans of each kind of schedule.
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"

#include <algorithm>

#include "ops/derivatives/checkpoints/planned_schedule.hpp"

namespace ops {

std::unique_ptr<Schedule> store_all() {
  return std::make_unique<Planned>(Capacity::slots(0), ForwardPlan{{}, {}, 0, unbounded_steps});
}

std::unique_ptr<Schedule> offline(const Capacity& capacity, std::int64_t steps, bool sure) {
  return std::make_unique<Planned>(capacity, plan_forward(capacity, steps, sure));
}

std::unique_ptr<Schedule> online(const Capacity& capacity) {
  capacity.require(0);
  return std::make_unique<Planned>(capacity, ForwardPlan{});
}

Resumption resume(const Capacity& capacity, const Halfway& halfway) {
  capacity.require(0);
  const auto on_disk = std::ranges::count(halfway.states, Storage::disk, &Checkpoint::storage);
  KeptCheckpoints kept(capacity.beside(on_disk));
  for (const Checkpoint& state : halfway.states) kept.add(state);
  kept.tapes_first = halfway.tapes_first;
  kept.tapes_last = halfway.present;
  std::vector<Action> drops = kept.shed();
  return {std::move(drops), std::make_unique<Planned>(std::move(kept), halfway.present)};
}

}  // namespace ops

// ops/derivatives/checkpoints/choose_schedule.cpp: derives a capacity and a kind of schedule from the limits.
#include "ops/derivatives/checkpoints/choose_schedule.hpp"

#include "ops/derivatives/checkpoints/capacity.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"

namespace ops {

namespace {

Capacity capacity(const Demand& demand) {
  const std::int64_t disk = demand.disk ? Capacity::fitting(*demand.disk, demand.state) : 0;
  if (!demand.memory) return Capacity::slots(*demand.slots, disk);
  return Capacity::bytes({demand.state, demand.tape, *demand.memory, demand.fixed, demand.first_stays}, disk,
                         demand.slots.value_or(Capacity::any_number));
}

}  // namespace

std::unique_ptr<Schedule> choose(const Demand& demand) {
  if (!demand.memory && !demand.slots) return store_all();
  return demand.steps ? offline(capacity(demand), *demand.steps, false) : online(capacity(demand));
}

Resumption resume(const Demand& demand, const Halfway& kept) { return resume(capacity(demand), kept); }

Forecast forecast(const Demand& demand, std::int64_t steps) {
  Forecast sum = forecast(*choose(demand), steps, demand.state, demand.tape);
  sum.peak_bytes += demand.fixed;
  return sum;
}

}  // namespace ops

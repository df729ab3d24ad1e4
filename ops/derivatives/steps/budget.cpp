// ops/derivatives/steps/budget.cpp: measures sizes, and compares them with the budget.
#include "ops/derivatives/steps/budget.hpp"

#include <algorithm>
#include <utility>

#include "ops/derivatives/checkpoints/capacity.hpp"
#include "ops/derivatives/checkpoints/first_touch.hpp"
#include "ops/derivatives/messages/step_plan.hpp"

namespace ops {
namespace {

/// What steps or states keep each, where there are any. [bytes]
void set_each(std::size_t& each, std::size_t bytes, std::size_t count) {
  if (count > 0) each = (bytes + count - 1) / count;
}

std::size_t without(std::size_t all, std::size_t part) { return all - std::min(all, part); }

}  // namespace

Budget::Budget(Recording& recording, const MemoryBudget& limits, const States& states, const StepTapes& tapes)
    : memory(recording.context.pool), asked(limits.asked), recording_(recording), states_(states), tapes_(tapes) {
  demand.steps = limits.steps;
  demand.memory = limits.memory;
  (limits.memory ? demand.slots : slots) = limits.slots;
  demand.first_stays = true;
  if (limits.disk) demand.disk = limits.disk->bytes;
}

Shares Budget::past(std::int64_t first, std::int64_t last) const {
  return past_bytes(recording_, states_.all(), tapes_.begin_of(first), tapes_.begin_of(last));
}

/// What the last step has made past is what a tape takes; what is still present of the first state is in no state's
/// account. Before that can be seen, all that they refer to.
void Budget::measure(std::int64_t first, std::int64_t last) {
  const std::size_t tapes = tape_bytes(recording_, tapes_.begin_of(first), tapes_.begin_of(last), Counted::past);
  const bool seen = last - first == measured_steps();
  demand.tape = seen ? without(tapes, past_)
                     : tape_bytes(recording_, tapes_.begin_of(last - 1), tapes_.begin_of(last), Counted::all);
  demand.state = state_bytes(recording_, states_.all().at(first), seen ? Counted::past : Counted::all);
  past_ = tapes;
  demand.fixed = without(memory.held(), past(first, last).memory());
  if (!asked) demand.memory = std::max(*demand.memory, demand.memory_of(1));
  if (seen) fit_slots();
}

Shares Budget::weigh(std::int64_t first, std::int64_t last, bool again) {
  const Shares shares = past(first, last);
  const std::size_t fixed = without(memory.held(), shares.memory());
  demand.fixed = again ? std::max(demand.fixed, fixed) : fixed;
  return shares;
}

/// One tape alone does not show what a tape takes: most of its values are still present.
void Budget::measure_anew(std::int64_t first, std::int64_t last, bool again) {
  const Shares shares = weigh(first, last, again);
  const std::size_t tape = last - first == 1 ? demand.tape : 0;
  set_each(demand.state, shares.states + shares.disk, states_.all().size());
  set_each(demand.tape, shares.tapes, static_cast<std::size_t>(last - first));
  demand.tape = std::max(demand.tape, tape);
}

void Budget::measure_apart(std::int64_t first) {
  const std::int64_t steps = tapes_.steps();
  demand.state = state_bytes(recording_, states_.all().at(first), Counted::past);
  set_each(demand.tape, tape_bytes(recording_, tapes_.begin_of(first), tapes_.begin_of(steps), Counted::past),
           static_cast<std::size_t>(steps - first));
}

void Budget::recount() { memory.holds(demand.fixed + past(0, tapes_.steps()).memory()); }

bool Budget::spare(double touch, double again) {
  const std::size_t fastest = std::max(memory.held(), fastest_memory(demand, touch, again));
  const auto least = static_cast<std::size_t>(
      recording_.context.pool.machine().least(static_cast<std::int64_t>(std::min(*demand.memory, fastest))));
  if (least == *demand.memory) return false;
  unspared = std::exchange(demand.memory, least);
  return has_spared = true;
}

void Budget::spare_no_more() {
  if (unspared) demand.memory = std::max(*demand.memory, *std::exchange(unspared, std::nullopt));
}

void Budget::fit_slots() {
  if (!slots) return;
  const std::int64_t states = scheduled(*slots, states_.have_disk()) + (states_.have_disk() ? at_once(demand) : 0);
  demand.memory = std::max(demand.memory.value_or(0), demand.memory_of(states));
}

Demand Budget::for_one() const {
  Demand one = demand;
  if (one.memory) one.memory = std::max(*one.memory, one.memory_of(1));
  return one;
}

Demand Budget::at_least_one() const {
  const Demand one = for_one();
  if (!one.memory) return beside_disk(one);
  Demand wider = one;
  wider.state = with_margin(one.state);
  wider.tape = with_margin(one.tape);
  const bool fits = wider.memory_of(1 + (states_.have_disk() ? at_once(one) : 0)) <= *one.memory;
  return beside_disk(fits ? wider : one);
}

/// States on their way to disk are in memory still: one, or two where there is plenty.
std::int64_t Budget::at_once(const Demand& of) const {
  const bool plenty = slots || !of.memory || *of.memory >= of.memory_of(8);
  return plenty ? 2 : 1;
}

Demand Budget::beside_disk(Demand of) const {
  if (!states_.have_disk()) return of;
  if (of.memory) {
    if (*of.memory < of.memory_of(1) || *of.disk < of.state) of.disk = {};
    else of.fixed += static_cast<std::size_t>(at_once(of)) * of.state;
  } else {
    for (const auto& dat : recording_.live)
      if (dat && dat->dat) of.state += dat->layout.bytes;  // not known yet, and not more than this
  }
  return of;
}

std::size_t Budget::on_their_way() const {
  return static_cast<std::size_t>(at_once(demand) - 1) * beside_disk(demand).state;
}

std::int64_t Budget::states_on_disk() const {
  const Demand beside = beside_disk(demand);
  return beside.disk ? Capacity::fitting(*beside.disk, beside.state) : 0;
}

void Budget::refuse(std::size_t enough) const {
  const Shares shares = past(0, tapes_.steps());
  const std::size_t fixed = without(memory.held(), shares.memory());
  try {
    Capacity::refuse({shares.states, enough - fixed - shares.states, *demand.memory, fixed});
  } catch (Refused& error) {
    if (const auto tiers = recording_.context.pool.tiers())
      error << "; the budget consists of " << tiers->here << " bytes on the device (-OPS_AD_MEMORY) and "
            << tiers->aside << " bytes on the host (-OPS_AD_HOST_MEMORY)";
    throw;
  }
}

}  // namespace ops

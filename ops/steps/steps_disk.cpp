// ops/steps/steps_disk.cpp: states of a recording in steps that are on disk, on their way there, or cannot be brought back.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ops/diag/error.hpp"
#include "ops/steps/steps.hpp"

namespace ops {

/// States on their way to disk are in memory still: one, or two where there is plenty.
std::int64_t Steps::at_once(const Demand& demand) const {
  const bool plenty = slots_ || !demand.memory || *demand.memory >= demand.memory_of(8);
  return plenty ? 2 : 1;
}

/// Those on their way are kept whatever the schedule says. Where memory is too little for one, nothing goes to disk.
Demand Steps::beside_disk(Demand demand) const {
  if (!disk_) return demand;
  if (demand.memory) {
    if (*demand.memory < demand.memory_of(1) || *demand.disk < demand.state)
      demand.disk = {};
    else
      demand.fixed += static_cast<std::size_t>(at_once(demand)) * demand.state;
  } else {
    for (const auto& dat : recording_.live)
      if (dat && dat->dat) demand.state += dat->layout.bytes;  // not known yet, and not more than this
  }
  return demand;
}

/// Memory has no room for states: they go to disk as far as that has. @return  whether any does
bool Steps::send_to_disk() {
  const Demand demand = beside_disk(demand_);
  if (!demand.disk) return false;
  std::int64_t room = Capacity::fitting(*demand.disk, demand.state);
  for (const auto& [step, state] : states_) room -= state.goes_to_disk() ? 1 : 0;
  bool any = false;
  for (auto& [step, state] : states_) {
    if (state.goes_to_disk() || state.stays() || room-- <= 0) continue;
    state.goes_to(*disk_, step == 0);
    any = true;
  }
  return any;
}

/// Nothing is on its way to disk any more. Sweeps put saved regions back into versions in place: into those of states too, that were taken
/// after what the sweep passes.
void Steps::let_disk_finish() {
  if (!disk_) return;
  write_states();
  disk_->flush(0);
  write_states();
}

/// States behind the step are about to be passed by a sweep.
void Steps::let_disk_finish(std::int64_t step) {
  if (disk_ && std::any_of(states_.upper_bound(step), states_.end(), [](const auto& each) { return each.second.on_its_way(); })) let_disk_finish();
}

/// For another state.
void Steps::make_way() {
  write_states();
  disk_->flush(static_cast<std::size_t>(at_once(demand_) - 1) * beside_disk(demand_).state);
  write_states();
}

/// What cannot be written is given up, except the first state, which stays in memory.
void Steps::write_states() {
  if (!disk_) return;
  for (auto at = states_.begin(); at != states_.end();) {
    const auto state = at++;
    const bool first = state->first == 0;
    const StoreResult failure = state->second.write(first);
    if (failure.good()) continue;
    tell_of_disk(failure, first ? "the first state stays in memory" : "states are given up, and more steps run again");
    if (!first) states_.erase(state);
  }
  disk_->sort_out();
}

/// Once for each kind of failure.
void Steps::tell_of_disk(const StoreResult& failure, const std::string& consequence) {
  if (disk_told_.insert(consequence).second) recording_.tell("-OPS_AD_DISK: " + failure.text + ": " + consequence + (lossy_ ? "" : "; derivatives stay the same"));
}

void Steps::exactly(bool exactly) {
  if (disk_) disk_->exactly(exactly);
}

bool Steps::passes_approximate() const {
  const auto step = std::ranges::upper_bound(begins_, passed_) - begins_.begin();
  return step > 0 && kept_[static_cast<std::size_t>(step - 1)] == kept_nearly;
}

void Steps::tell_of_approximation() {
  if (reversed_nearly_)
    recording_.tell(fmt::format("-OPS_AD_LOSSY={0:g}: derivatives are approximate: steps have run again from states on disk whose values are off by up to {0:g} "
                           "of the largest of their dataset; -OPS_AD_CHECK=lossy shows what that does to derivatives", *lossy_));
}

/// The state before the step becomes the present one; where that cannot be read, steps run again from an earlier one.
void Steps::restore(std::int64_t step, HostState& host) {
  settle();
  lossy_ ? let_disk_finish() : write_states();  // what comes back approximately must not depend on how fast the disk is
  exchanged_ = exchanged_ || phase_ == Phase::again;
  const std::int64_t from = restore_readable(step);
  if (phase_ == Phase::again && !std::exchange(counted_, true)) recount();
  if (from < step) run({Action::Kind::advance, from, step, Storage::memory}, host);
}

std::int64_t Steps::restore_readable(std::int64_t step) {
  StoreResult failure;
  for (auto at = states_.upper_bound(step); at != states_.begin();) {
    const auto state = --at;
    failure = state->second.restore(recording_.live, recording_.context.pool, poison);
    if (failure.good()) {
      approximate_ = state->second.approximate();
      return state->first;
    }
    if (state->first == 0) break;
    tell_of_disk(failure, "steps run again from an earlier state");
    at = states_.erase(state);
  }
  throw OPSException(OPS_RUNTIME_ERROR) << "derivatives cannot be computed: -OPS_AD_DISK: " << failure.text << ", and there is no earlier state";
}

}  // namespace ops

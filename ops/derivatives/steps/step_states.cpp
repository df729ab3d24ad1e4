// ops/derivatives/steps/step_states.cpp: saves, writes, discards and restores states.
#include "ops/derivatives/steps/step_states.hpp"

#include <algorithm>

#include "ops/support/error.hpp"

namespace ops {

States::States(Recording& recording, const std::optional<DiskLimit>& disk) : recording_(recording) {
  if (disk) disk_ = std::make_unique<StateStore>(*disk, recording_.context.pool.machine());
}

void States::save(std::int64_t step, Storage storage, std::size_t on_their_way) {
  settle();
  const bool on_disk = storage == Storage::disk && disk_;
  if (on_disk) write_down_to(on_their_way);
  const auto [at, is_new] = states_.try_emplace(step, recording_.live);
  if (is_new) unsettled_ = &at->second;
  if (on_disk) send_to_disk(step);
}

void States::settle() {
  if (unsettled_) unsettled_->settle(recording_.context.pool);
  unsettled_ = nullptr;
}

States::Map::iterator States::erase(Map::iterator state) {
  if (&state->second == unsettled_) unsettled_ = nullptr;
  return states_.erase(state);
}

bool States::drop(std::int64_t step) {
  const auto at = step == 0 ? states_.end() : states_.find(step);
  if (at == states_.end()) return false;
  erase(at);
  return true;
}

void States::drop_all_but(const std::set<std::int64_t>& wanted) {
  for (auto at = states_.upper_bound(0); at != states_.end();)
    at = wanted.contains(at->first) ? std::next(at) : erase(at);
}

bool States::send_to_disk_at_most(std::int64_t room) {
  for (const auto& [step, state] : states_) room -= state.goes_to_disk() ? 1 : 0;
  bool any = false;
  for (auto& [step, state] : states_) {
    if (state.goes_to_disk() || state.stays() || room-- <= 0) continue;
    send_to_disk(step);
    any = true;
  }
  return any;
}

void States::write() {
  if (!disk_) return;
  for (auto at = states_.begin(); at != states_.end();) {
    const auto state = at++;
    const bool first = state->first == 0;
    const StoreResult failure = state->second.write(first);
    if (failure.good()) continue;
    tell_once(failure,
              first ? "the first state stays in memory" : "some states are discarded, so more steps are recomputed");
    if (!first) erase(state);
  }
  disk_->sort_out();
}

void States::write_down_to(std::size_t bytes) {
  if (!disk_) return;
  write();
  disk_->flush(bytes);
  write();
}

void States::finish_writing() { write_down_to(0); }

void States::finish_writing_after(std::int64_t step) {
  if (disk_ &&
      std::any_of(states_.upper_bound(step), states_.end(), [](const auto& each) { return each.second.on_its_way(); }))
    finish_writing();
}

/// Once for each consequence.
void States::tell_once(const StoreResult& failure, const std::string& consequence) {
  if (told_.insert(consequence).second)
    recording_.tell("-OPS_AD_DISK: " + failure.text + ": " + consequence + "; derivatives stay the same");
}

std::int64_t States::restore(std::int64_t step, bool poison) {
  settle();
  write();
  StoreResult failure;
  for (auto at = states_.upper_bound(step); at != states_.begin();) {
    const auto state = --at;
    failure = state->second.restore(recording_.live, recording_.context.pool, poison);
    if (failure.good()) return state->first;
    if (state->first == 0) break;
    tell_once(failure,
              "a saved state could not be restored, so the library recomputes time steps from an earlier saved state");
    at = erase(state);
  }
  throw OPSException(OPS_RUNTIME_ERROR) << "derivatives cannot be computed, because a state could not be restored and "
                                           "there is no earlier state (-OPS_AD_DISK): "
                                        << failure.text;
}

bool States::fetch_before(std::int64_t step) {
  const auto next = states_.upper_bound(step);
  bool all = true;
  if (next != states_.begin())
    std::prev(next)->second.for_each_kept(
        [&](const KeptValues& kept) { all = (!kept.values || recording_.context.pool.fetch(kept.values)) && all; });
  return all;
}

std::vector<Checkpoint> States::checkpoints() const {
  std::vector<Checkpoint> all;
  for (const auto& [step, state] : states_)
    all.push_back({step, state.goes_to_disk() ? Storage::disk : Storage::memory});
  return all;
}

std::int64_t States::in_memory() const {
  return std::ranges::count_if(states_, [](const auto& each) { return !each.second.goes_to_disk(); });
}

}  // namespace ops

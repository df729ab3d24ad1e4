// ops/derivatives/checkpoints/kept_checkpoints.cpp: computes the memory that remains for dividing the unreversed steps.
#include "ops/derivatives/checkpoints/kept_checkpoints.hpp"

#include <algorithm>
#include <utility>

namespace ops {

void KeptCheckpoints::add(const Checkpoint& state) {
  states_.push_back(state);
  on_disk_ += state.storage == Storage::disk ? 1 : 0;
}

void KeptCheckpoints::remove(std::size_t i) {
  on_disk_ -= states_[i].storage == Storage::disk ? 1 : 0;
  states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(i));
}

/// Of the states in memory, but the first of all, the one whose neighbours are nearest to each other; 0 if there is
/// none.
std::size_t KeptCheckpoints::most_dispensable() const noexcept {
  std::size_t best = 0;
  std::int64_t least = unbounded_steps;
  for (std::size_t i = 1; i < states_.size(); ++i) {
    const std::int64_t next = i + 1 < states_.size() ? states_[i + 1].step : std::max(states_[i].step, tapes_last);
    if (states_[i].storage != Storage::memory || next - states_[i - 1].step >= least) continue;
    least = next - states_[i - 1].step;
    best = i;
  }
  return best;
}

std::vector<Action> KeptCheckpoints::shed() {
  std::vector<Action> drops;
  for (std::size_t i = most_dispensable(); i > 0 && in_memory() > capacity_.memory(); i = most_dispensable()) {
    drops.push_back({Action::Kind::drop, states_[i].step, states_[i].step, Storage::memory});
    remove(i);
  }
  const std::int64_t first = std::max(tapes_first, tapes_last - tapes(in_memory()));
  if (tapes_first < first) drops.push_back({Action::Kind::drop_tape, tapes_first, first, Storage::memory});
  tapes_first = first;
  return drops;
}

Storage KeptCheckpoints::with_room(Storage wanted, std::int64_t in_memory, std::int64_t on_disk) const noexcept {
  if (on_disk >= capacity_.disk()) return Storage::memory;
  return in_memory >= capacity_.memory() ? Storage::disk : wanted;
}

Storage KeptCheckpoints::place(std::size_t i, std::int64_t in_memory, std::int64_t on_disk) const noexcept {
  return with_room(i < places_.size() ? places_[i] : Storage::disk, in_memory, on_disk);
}

std::int64_t KeptCheckpoints::tapes(std::int64_t states) const noexcept {
  return std::max<std::int64_t>(1, capacity_.tapes(states));
}

std::int64_t KeptCheckpoints::tapes_after_last() const noexcept {
  const bool goes = states_.back().storage == Storage::memory && !(capacity_.first_stays() && states_.size() == 1);
  return tapes(in_memory() - (goes ? 1 : 0));
}

Division KeptCheckpoints::divide(std::int64_t steps, std::int64_t of) const {
  std::int64_t memory = in_memory(), disk = on_disk();
  std::size_t next = states_.size();
  std::vector<std::int64_t> leaf;
  if (!states_.empty()) leaf.push_back(tapes_after_last());
  const bool stays = capacity_.first_stays() && states_.empty() && place(0, 0, 0) == Storage::memory;
  leaf.push_back(tapes(stays ? 1 : memory));
  for (; leaf[0] < steps && static_cast<std::int64_t>(leaf.size()) < steps && memory + disk < capacity_.states();
       ++next) {
    ++(place(next, memory, disk) == Storage::memory ? memory : disk);
    leaf.push_back(tapes(memory));
  }
  return {std::move(leaf), steps, ExhaustiveDivision::is_quick(std::min(of, capacity_.states() + 1), of)};
}

}  // namespace ops

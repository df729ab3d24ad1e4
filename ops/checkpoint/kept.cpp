// ops/checkpoint/kept.cpp: which room is left for dividing what is still to be reversed.
#include "ops/checkpoint/kept.hpp"

#include <algorithm>
#include <utility>

namespace ops {

void Kept::add(const Checkpoint& state) {
  states_.push_back(state);
  on_disk_ += state.storage == Storage::disk ? 1 : 0;
}

void Kept::remove(std::size_t i) {
  on_disk_ -= states_[i].storage == Storage::disk ? 1 : 0;
  states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(i));
}

Storage Kept::with_room(Storage wanted, std::int64_t in_memory, std::int64_t on_disk) const noexcept {
  if (on_disk >= capacity_.disk()) return Storage::memory;
  return in_memory >= capacity_.memory() ? Storage::disk : wanted;
}

Storage Kept::place(std::size_t i, std::int64_t in_memory, std::int64_t on_disk) const noexcept {
  return with_room(i < places_.size() ? places_[i] : Storage::disk, in_memory, on_disk);
}

std::int64_t Kept::tapes_after_last() const noexcept {
  return capacity_.tapes(in_memory() - (states_.back().storage == Storage::memory ? 1 : 0));
}

Division Kept::divide(std::int64_t steps, std::int64_t of) const {
  std::int64_t memory = in_memory(), disk = on_disk();
  std::size_t next = states_.size();
  std::vector<std::int64_t> leaf;
  if (!states_.empty()) leaf.push_back(tapes_after_last());
  leaf.push_back(capacity_.tapes(memory));
  for (; leaf[0] < steps && static_cast<std::int64_t>(leaf.size()) < steps && memory + disk < capacity_.states(); ++next) {
    ++(place(next, memory, disk) == Storage::memory ? memory : disk);
    leaf.push_back(capacity_.tapes(memory));
  }
  return {std::move(leaf), steps, EveryDivision::is_quick(std::min(of, capacity_.states() + 1), of)};
}

}  // namespace ops

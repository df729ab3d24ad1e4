// ops/checkpoint/kept.cpp: which room is left for dividing what is still to be reversed.
#include "ops/checkpoint/kept.hpp"

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

Division Kept::divide(std::int64_t steps) const {
  std::int64_t memory = in_memory(), disk = on_disk();
  const Storage own = states_.empty() ? next_storage() : states_.back().storage;
  if (!states_.empty()) --(own == Storage::memory ? memory : disk);
  std::vector<std::int64_t> leaf{capacity_.tapes(memory)};
  for (bool first = true; leaf[0] < steps && static_cast<std::int64_t>(leaf.size()) < steps; first = false) {
    const bool to_disk = first ? own == Storage::disk : disk < capacity_.disk();
    if (!to_disk && memory == capacity_.memory()) break;
    ++(to_disk ? disk : memory);
    leaf.push_back(capacity_.tapes(memory));
  }
  return {std::move(leaf), steps};
}

}  // namespace ops

// ops/checkpoint/kept.cpp: which room is left for dividing what is still to be reversed.
#include "ops/checkpoint/kept.hpp"

#include <algorithm>

namespace ops {

std::int64_t Kept::on(Storage storage) const noexcept {
  return std::count_if(states.begin(), states.end(), [&](const Checkpoint& state) { return state.storage == storage; });
}

Storage Kept::next_storage() const noexcept {
  return on(Storage::disk) < capacity_.disk() ? Storage::disk : Storage::memory;
}

Division Kept::divide(std::int64_t steps) const {
  std::int64_t memory = on(Storage::memory), disk = on(Storage::disk);
  const Storage own = states.empty() ? next_storage() : states.back().storage;
  if (!states.empty()) --(own == Storage::memory ? memory : disk);
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

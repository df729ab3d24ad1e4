// ops/derivatives/checkpoints/capacity.cpp: computes how many states and tapes fit in the budget.
#include "ops/derivatives/checkpoints/capacity.hpp"

#include <algorithm>
#include <string>

namespace ops {

std::int64_t Capacity::fitting(std::size_t room, std::size_t each) noexcept {
  return each == 0 ? any_number : static_cast<std::int64_t>(std::min<std::size_t>(room / each, any_number));
}

Capacity Capacity::slots(std::int64_t memory, std::int64_t disk) {
  Capacity capacity;
  capacity.memory_ = memory;
  capacity.disk_ = disk;
  return capacity;
}

Capacity Capacity::bytes(const Sizes& sizes, std::int64_t disk, std::int64_t states) {
  Capacity capacity;
  const std::size_t room = sizes.room();
  capacity.memory_ = room < sizes.tape ? 0 : std::min(states, fitting(room - sizes.tape, sizes.state));
  capacity.disk_ = disk;
  capacity.sizes_ = sizes;
  capacity.shared_ = true;
  return capacity;
}

Capacity Capacity::beside(std::int64_t on_disk) const noexcept {
  Capacity other = *this;
  other.disk_ = std::max(disk_, on_disk);
  return other;
}

void Capacity::require(std::int64_t steps) const {
  if (tapes(0) >= 1 && (states() >= 1 || (steps > 0 && steps <= tapes(0)))) return;
  if (tapes(0) >= 1 && (!shared_ || sizes_.tape + sizes_.state <= sizes_.room())) {
    throw Refused(OPS_INVALID_ARGUMENT, "checkpoints: at least one slot is needed, in memory or on disk");
  }
  refuse(sizes_, disk_ > 0);
}

void Capacity::refuse(const Sizes& sizes, bool states_on_disk) {
  const std::size_t enough = sizes.fixed + sizes.tape + (states_on_disk ? 0 : sizes.state);
  Refused error(OPS_INVALID_ARGUMENT);
  error << "checkpoints: a memory limit of " << sizes.budget
        << " bytes is too small, because the tape of one step takes " << sizes.tape << " bytes"
        << (sizes.fixed > 0 ? ", " : " and ") << "a checkpoint takes " << sizes.state << " bytes"
        << (sizes.fixed > 0 ? " and values that cannot be discarded take " + std::to_string(sizes.fixed) + " bytes"
                            : "")
        << "; " << enough << " bytes would suffice" << (states_on_disk ? ", because states go to disk" : "");
  throw error;
}

std::int64_t Capacity::tapes(std::int64_t states) const noexcept {
  if (!shared_) return 1;
  const std::size_t taken = static_cast<std::size_t>(states) * sizes_.state;
  return taken > sizes_.room() ? 0 : fitting(sizes_.room() - taken, sizes_.tape);
}

}  // namespace ops

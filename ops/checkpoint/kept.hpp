// ops/checkpoint/kept.hpp: what is kept at a moment, as a schedule accounts for it.
// Knows steps and storages; knows nothing of data.
#pragma once

#include <cstdint>
#include <vector>

#include "ops/checkpoint/capacity.hpp"
#include "ops/checkpoint/division.hpp"
#include "ops/checkpoint/schedule.hpp"

namespace ops {

/// The state before `step`.
struct Checkpoint {
  std::int64_t step = 0;
  Storage storage = Storage::memory;
};

/// Checkpoints in the order of their steps, and the tapes of steps [tapes_first, tapes_last).
class Kept {
 public:
  explicit Kept(const Capacity& capacity) : capacity_(capacity) {}

  std::vector<Checkpoint> states;
  std::int64_t tapes_first = 0, tapes_last = 0;

  std::int64_t on(Storage storage) const noexcept;
  /// Where the next state goes: to disk while it has room. The oldest states are read and written least often, so that is where they are.
  Storage next_storage() const noexcept;
  bool full() const noexcept { return static_cast<std::int64_t>(states.size()) >= capacity_.states(); }
  /// How to reverse `steps` steps from the last checkpoint on, or, where there is none, from the present state.
  Division divide(std::int64_t steps) const;
  const Capacity& capacity() const noexcept { return capacity_; }

 private:
  Capacity capacity_;
};

}  // namespace ops

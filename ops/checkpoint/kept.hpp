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

  std::int64_t tapes_first = 0, tapes_last = 0;

  const Capacity& capacity() const noexcept { return capacity_; }
  const std::vector<Checkpoint>& states() const noexcept { return states_; }
  std::int64_t in_memory() const noexcept { return static_cast<std::int64_t>(states_.size()) - on_disk_; }
  std::int64_t on_disk() const noexcept { return on_disk_; }
  bool full() const noexcept { return static_cast<std::int64_t>(states_.size()) >= capacity_.states(); }
  void add(const Checkpoint& state);
  void remove(std::size_t i);
  /// Where the next state goes: to disk while it has room. The oldest states are read and written least often, so that is where they are.
  Storage next_storage() const noexcept { return on_disk_ < capacity_.disk() ? Storage::disk : Storage::memory; }
  /// How to reverse `steps` steps from the last checkpoint on, or, where there is none, from the present state.
  Division divide(std::int64_t steps) const;

 private:
  Capacity capacity_;
  std::vector<Checkpoint> states_;
  std::int64_t on_disk_ = 0;
};

}  // namespace ops

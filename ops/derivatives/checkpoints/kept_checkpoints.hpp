// ops/derivatives/checkpoints/kept_checkpoints.hpp: the checkpoints that a schedule keeps at a given moment.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "ops/derivatives/checkpoints/capacity.hpp"
#include "ops/derivatives/checkpoints/division.hpp"
#include "ops/derivatives/checkpoints/schedule.hpp"

namespace ops {

/// The state before `step`.
struct Checkpoint {
  std::int64_t step = 0;
  Storage storage = Storage::memory;
};

/// Checkpoints in the order of their steps, and the tapes of steps [tapes_first, tapes_last).
class KeptCheckpoints {
 public:
  /// @param places  of the oldest state, the one after it and so on, as far as there is room on that storage; where
  /// none is said, on disk
  explicit KeptCheckpoints(const Capacity& capacity, std::vector<Storage> places = {})
      : capacity_(capacity), places_(std::move(places)) {}

  std::int64_t tapes_first = 0, tapes_last = 0;

  const Capacity& capacity() const noexcept { return capacity_; }
  const std::vector<Checkpoint>& states() const noexcept { return states_; }
  std::int64_t in_memory() const noexcept { return static_cast<std::int64_t>(states_.size()) - on_disk_; }
  std::int64_t on_disk() const noexcept { return on_disk_; }
  bool full() const noexcept { return in_memory() >= capacity_.memory() && on_disk_ >= capacity_.disk(); }
  void add(const Checkpoint& state);
  void remove(std::size_t i);
  /// Gives up what memory has no room for: states where the steps between them are fewest, but not the first, then the
  /// oldest tapes.
  /// @return  what to carry out for it
  std::vector<Action> shed();
  Storage next_storage() const noexcept { return place(states_.size(), in_memory(), on_disk_); }
  /// `wanted`, or the other storage if that one is full.
  Storage next_storage(Storage wanted) const noexcept { return with_room(wanted, in_memory(), on_disk_); }
  /// Steps whose tapes fit beside so many states in memory. One there is always: a first state that memory has no room
  /// for stays all the same.
  std::int64_t tapes(std::int64_t states) const noexcept;
  /// Number of steps from the last state on that can be taped at once, because that state can be discarded then.
  std::int64_t tapes_after_last() const noexcept;
  /// How to reverse `steps` steps from the last checkpoint on, or, where there is none, from the present state.
  /// @param of  steps of the whole chain: every division is tried if that would be quick for all of them, so that
  /// planning is
  Division divide(std::int64_t steps, std::int64_t of) const;

 private:
  std::size_t most_dispensable() const noexcept;
  Storage place(std::size_t i, std::int64_t in_memory, std::int64_t on_disk) const noexcept;
  Storage with_room(Storage wanted, std::int64_t in_memory, std::int64_t on_disk) const noexcept;

  Capacity capacity_;
  std::vector<Storage> places_;
  std::vector<Checkpoint> states_;
  std::int64_t on_disk_ = 0;
};

}  // namespace ops

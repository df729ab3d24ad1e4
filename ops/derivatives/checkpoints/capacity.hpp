// ops/derivatives/checkpoints/capacity.hpp: the number of states and tapes that a schedule may keep at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "ops/support/error.hpp"

namespace ops {

/// The requested limit cannot be kept. The message says what would suffice; a caller that knows the place in the
/// program adds it.
struct Refused : OPSException {
  using OPSException::OPSException;
};

/// What one state and the tape of one step take up, what all together may, and how much of that is taken by other
/// things. [bytes]
struct Sizes {
  std::size_t state = 0, tape = 0, budget = 0, fixed = 0;
  bool first_stays = false;  ///< the first state is never discarded, although the schedule drops it
  std::size_t room() const noexcept { return budget > fixed ? budget - fixed : 0; }  ///< for states and tapes
};

/// Room for states on either storage and for tapes in memory. Slots are for states, and one tape is allowed beside them
/// (any reversal needs one); a budget in bytes includes every tape.
class Capacity {
 public:
  static constexpr std::int64_t any_number = std::numeric_limits<std::int64_t>::max() / 4;
  /// Things of `each` bytes that fit in `room` bytes.
  static std::int64_t fitting(std::size_t room, std::size_t each) noexcept;

  /// `memory` and `disk` states, and one tape. Both >= 0.
  static Capacity slots(std::int64_t memory, std::int64_t disk = 0);
  /// States, not more than `states`, and tapes that share `sizes.budget`; and `disk` states more.
  static Capacity bytes(const Sizes& sizes, std::int64_t disk = 0, std::int64_t states = any_number);

  /// The same, with room on disk for the states that lie there already.
  Capacity beside(std::int64_t on_disk) const noexcept;

  std::int64_t memory() const noexcept { return memory_; }  ///< states that memory holds beside one tape
  std::int64_t disk() const noexcept { return disk_; }
  std::int64_t states() const noexcept { return memory_ + disk_; }
  bool first_stays() const noexcept { return sizes_.first_stays; }
  bool shared() const noexcept { return shared_; }  ///< states and tapes share bytes
  /// @throws Refused  if `steps` steps (0: any number) cannot be reversed within this; says what would be enough
  void require(std::int64_t steps) const;
  /// @throws Refused  says that the budget is too small, and what would be enough
  [[noreturn]] static void refuse(const Sizes& sizes, bool states_on_disk = false);
  /// Steps whose tapes fit while memory holds `states` states, 0 <= states; at least 1 up to memory(), unless not even
  /// one tape fits.
  std::int64_t tapes(std::int64_t states) const noexcept;

 private:
  std::int64_t memory_ = 0, disk_ = 0;
  Sizes sizes_;
  bool shared_ = false;
};

}  // namespace ops

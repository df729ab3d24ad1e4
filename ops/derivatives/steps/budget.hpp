// ops/derivatives/steps/budget.hpp: the memory budget of a recording in steps, the measured sizes of states and tapes,
// and their consequences for schedules.
#pragma once

#include <cstdint>
#include <optional>

#include "ops/derivatives/checkpoints/choose_schedule.hpp"
#include "ops/derivatives/checkpoints/held_memory.hpp"
#include "ops/derivatives/checkpoints/holdings.hpp"
#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/steps/step_states.hpp"
#include "ops/derivatives/steps/step_tapes.hpp"

namespace ops {

class Budget {
 public:
  Budget(Recording& recording, const MemoryBudget& limits, const States& states, const StepTapes& tapes);

  HeldMemory memory;
  Demand demand;  ///< sizes as far as they are known
  /// states whose memory may be used, maybe one of them for the end, with that of one tape; no number of bytes
  std::optional<std::int64_t> slots;
  bool asked;  ///< for limits by the user
  /// the limit, where the present one is lower, as the first use of memory is slow [bytes]
  std::optional<std::size_t> unspared;
  bool has_spared = false;  ///< the limit was lower for a time

  bool limited() const noexcept { return demand.memory || slots; }
  bool exceeded() const { return demand.memory && memory.held() > *demand.memory; }

  // What things take
  /// first ones, that are kept for it with their states
  std::int64_t measured_steps() const noexcept { return slots ? 2 : 4; }
  /// After steps [first, last), which are kept with their states.
  void measure(std::int64_t first, std::int64_t last);
  /// Of steps [first, last), and what is held beside them. @param again  steps run again: nothing of that goes
  Shares weigh(std::int64_t first, std::int64_t last, bool again = false);
  /// The same, and what one state and one tape take.
  void measure_anew(std::int64_t first, std::int64_t last, bool again = false);
  /// Each step from `first` on has a state, with which its tape shares versions: what either takes without the other.
  void measure_apart(std::int64_t first);
  /// Present values have been exchanged.
  void recount();
  /// Takes the limit with which a first recording is fastest, but not less than what is held. The same on all
  /// processes. @see fastest_memory  @return  whether that is lower than the present one
  bool spare(double touch, double again);
  /// The memory that has been spared may be used.
  void spare_no_more();

  // What a schedule has to keep to
  /// A number of states is the memory that they take with one tape, but for what the end needs; it grows with them.
  void fit_slots();
  /// Where even one state and the tape of one step are too much, they are kept all the same: of the last tape present
  /// values do not count. What is held when the step is over decides.
  Demand for_one() const;
  /// What there is room for beside states on their way to disk; with larger sizes where these fit as well.
  Demand at_least_one() const;
  /// Those on their way to disk are kept whatever the schedule says. Where memory is too little for one, nothing goes
  /// there.
  Demand beside_disk(Demand demand) const;
  std::size_t on_their_way() const;     ///< to disk, beside one more [bytes]
  std::int64_t states_on_disk() const;  ///< that it has room for

  /// @param enough  the budget that would suffice, as far as the first state and the values that cannot be discarded
  ///     show [bytes]
  [[noreturn]] void refuse(std::size_t enough) const;

 private:
  std::int64_t at_once(const Demand& demand) const;
  Shares past(std::int64_t first, std::int64_t last) const;

  Recording& recording_;
  const States& states_;
  const StepTapes& tapes_;
  std::size_t past_ = 0;  ///< what the tapes of the steps take that have been measured
};

}  // namespace ops

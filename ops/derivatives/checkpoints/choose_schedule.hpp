// ops/derivatives/checkpoints/choose_schedule.hpp: chooses the best schedule before the run, and predicts its cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "ops/derivatives/checkpoints/schedule.hpp"
#include "ops/derivatives/checkpoints/schedule_cost.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"

namespace ops {

/// What is left out is unknown (steps) or no limit (all others); without disk bytes nothing goes to disk.
struct Demand {
  std::size_t state = 0, tape = 0;    ///< of one state, of one step's tape [bytes]
  std::optional<std::int64_t> steps;  ///< as announced, >= 1; there may be fewer or more
  std::optional<std::size_t> memory;  ///< for states and tapes together [bytes]
  std::optional<std::int64_t> slots;  ///< states in memory; without `memory` one tape is allowed beside them
  std::optional<std::size_t> disk;    ///< for states [bytes]
  bool first_stays = false;           ///< the first state takes up memory even when the schedule has dropped it
  std::size_t fixed = 0;              ///< of `memory`: what is kept whatever the schedule says [bytes]

  /// What so many states and a tape need, wherever it lies; far more than there is where that is no number. [bytes]
  std::size_t memory_of(std::int64_t states) const noexcept {
    constexpr std::size_t most = std::size_t{1} << 62;
    const auto count = static_cast<std::size_t>(states);
    return fixed + tape + (state > 0 && count > most / state ? most : count * state);
  }
};

/// Store-all where no limit is given, else online or, with a known count, the fewest executed steps.
/// @throws OPSException  if the limits are too small for any; says what would be enough
std::unique_ptr<Schedule> choose(const Demand& demand);

/// The same in the middle of a run. @see ops/derivatives/checkpoints/schedule_kinds.hpp
Resumption resume(const Demand& demand, const Halfway& kept);

/// What the chosen schedule will cost if the program has `steps` steps, whether that is announced or not.
Forecast forecast(const Demand& demand, std::int64_t steps);

}  // namespace ops

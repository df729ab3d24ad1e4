// ops/derivatives/messages/step_plan.hpp: a table of what a recording in steps will keep, recompute and cost, and of
// what it did cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ops/derivatives/checkpoints/choose_schedule.hpp"
#include "ops/support/duration.hpp"

namespace ops {

/// What is known when the schedule is made.
struct StepPlan {
  Demand demand;
  StepTimes times;
  std::int64_t samples = 0;  ///< steps that these were seen from; 0: not known
  bool reversed = false;     ///< .. and reversed
  /// the memory of the demand is what a schedule may keep of these states and one tape
  std::optional<std::int64_t> slots = {};
  bool spared = false;  ///< the memory of the demand is less than there is, as its first use is slow
};

/// How many of so many states a schedule may keep: where there are eight or more, and none on disk, one is for the end
/// of the program.
constexpr std::int64_t scheduled(std::int64_t slots, bool to_disk) { return slots < 8 || to_disk ? slots : slots - 1; }

/// Counts above are not forecast: a forecast looks at every action.
inline constexpr std::int64_t most_forecast = 100'000;
/// The table, and what half and twice the memory would cost.
std::string text(const StepPlan& plan);

/// One line: steps have turned out to keep more than the plan says.
std::string replanned_text(const Demand& demand);

/// What the schedule for the demand will cost; nothing if there are too many steps.
std::optional<Forecast> predicted(const Demand& demand, std::int64_t steps);

/// The first interpretation.
struct StepsTaken {
  std::int64_t steps = 0, executed = 0;
  double forward = 0, reverse = 0;  ///< [s]
  std::size_t peak = 0;             ///< that states and tapes were seen to take [bytes]
};

/// One line.
std::string text(const StepsTaken& taken);
/// The same with what the plan says for this number of steps.
std::string text(const StepsTaken& taken, const StepPlan& plan);

}  // namespace ops

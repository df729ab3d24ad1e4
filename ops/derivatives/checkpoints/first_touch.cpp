// ops/derivatives/checkpoints/first_touch.cpp: compares memory limits by the time that new memory and recomputation
// take.
#include "ops/derivatives/checkpoints/first_touch.hpp"

#include <algorithm>

namespace ops {
namespace {

constexpr std::int64_t assumed_steps = 100;  ///< where none are announced
constexpr std::int64_t most_steps = 10'000;  ///< a forecast looks at every action
constexpr double worthwhile = 0.5;           ///< [s]

std::int64_t steps_of(const Demand& demand) { return std::min(demand.steps.value_or(assumed_steps), most_steps); }

/// Of forward run and reverse sweep. @param touch  of new memory [s/byte]
double seconds(const Demand& demand, std::size_t memory, double touch, double again) {
  Demand limited = demand;
  limited.memory = memory;
  const Forecast sum = forecast(limited, steps_of(demand));
  const double executed = static_cast<double>(sum.executed) + reversal * static_cast<double>(sum.steps);
  return again * executed + touch * static_cast<double>(sum.peak_bytes);
}

}  // namespace

bool may_save_time(const Demand& demand, double run) {
  return demand.tape > 0 && run * static_cast<double>(steps_of(demand)) > worthwhile;
}

std::size_t fastest_memory(const Demand& demand, const StepTimes& times) {
  const std::size_t all = *demand.memory;
  if (!may_save_time(demand, times.run) || times.run <= times.again) return all;
  const double touch = (times.run - times.again) / static_cast<double>(demand.state + demand.tape);
  const double whole = seconds(demand, all, touch, times.again);
  std::size_t fastest = all;
  double least = std::min(whole / 2, whole - worthwhile);
  for (std::int64_t states = 2; demand.memory_of(states) < all; states *= 2) {
    const double time = seconds(demand, demand.memory_of(states), touch, times.again);
    if (time >= least) continue;
    least = time;
    fastest = demand.memory_of(states);
  }
  return fastest;
}

}  // namespace ops

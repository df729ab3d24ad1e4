// tests/ops/derivatives/checkpoints/first_touch_test.cpp: the memory of a first recording, where new memory is slow.
#include "ops/derivatives/checkpoints/first_touch.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using ops::Demand;
using ops::fastest_memory;
using ops::may_save_time;
using ops::worth_measuring;

constexpr std::size_t megabyte = 1'000'000;
constexpr double slow = 1.2e-9;  // [s/byte]

Demand demand(std::int64_t steps) {
  return {
      .state = 75 * megabyte, .tape = 80 * megabyte, .steps = steps, .memory = 12'000 * megabyte, .first_stays = true};
}

/// Of forward run and reverse sweep, where each step reverses in the time of two that run. [s]
double seconds(Demand of, std::size_t memory, double touch, double step) {
  of.memory = memory;
  const ops::Forecast sum = forecast(of, *of.steps);
  return step * static_cast<double>(sum.executed + 2 * sum.steps) + touch * static_cast<double>(sum.peak_bytes);
}

TEST(FirstTouch, ReadyMemoryIsUsed) {
  for (const std::int64_t steps : {1, 100, 1000}) EXPECT_EQ(fastest_memory(demand(steps), 0, 0.01), *demand(1).memory);
  EXPECT_FALSE(may_save_time(demand(100), 0, 0.01));
}

/// By trial of every number of states.
TEST(FirstTouch, WhereMemoryIsSlowTheLimitIsNearlyTheFastest) {
  for (const std::int64_t steps : {20, 60, 120}) {
    for (const double ratio : {4.0, 30.0}) {
      const Demand all = demand(steps);
      const double step = 0.01, touch = ratio * step / static_cast<double>(all.state + all.tape);
      const double whole = seconds(all, *all.memory, touch, step);
      double least = whole;
      for (std::int64_t states = 1; all.memory_of(states) < *all.memory; ++states)
        least = std::min(least, seconds(all, all.memory_of(states), touch, step));
      const std::size_t found = fastest_memory(all, touch, step);
      const double time = seconds(all, found, touch, step);
      if (found == *all.memory) EXPECT_GT(least, 0.45 * whole) << steps << " steps, " << ratio;
      else
        EXPECT_TRUE(time < 0.5 * whole && time < 1.2 * least)
            << steps << " steps, " << ratio << ": " << time << " of " << least;
    }
  }
  EXPECT_LT(fastest_memory(demand(100), slow, 0.01), *demand(100).memory / 4);
}

TEST(FirstTouch, WithoutAnnouncedStepsItIsThatOfTheAssumedNumber) {
  Demand unknown = demand(100);
  unknown.steps = {};
  EXPECT_LT(fastest_memory(unknown, slow, 0.01), *unknown.memory / 4);
}

TEST(FirstTouch, ShortRunsAndCheapMemoryUseAllMemory) {
  EXPECT_FALSE(may_save_time(demand(100), 1e-12, 0.0001)) << "10 ms in all";
  EXPECT_FALSE(may_save_time(demand(100), slow, 10)) << "a small part of a step";
  EXPECT_TRUE(may_save_time(demand(100), slow, 0.2));
  Demand linear = demand(100);
  linear.tape = 0;
  EXPECT_FALSE(worth_measuring(linear, 0.2)) << "keeps nothing";
  EXPECT_FALSE(worth_measuring(demand(100), 0.004)) << "0.4 s in all";
  EXPECT_TRUE(worth_measuring(demand(100), 0.006));
}

/// As where no step reads what an earlier one wrote.
TEST(FirstTouch, StatesMayTakeNothing) {
  Demand samples = demand(100);
  samples.state = 0;
  EXPECT_LE(fastest_memory(samples, slow, 0.01), *samples.memory);
  samples.steps = {};
  EXPECT_LE(fastest_memory(samples, slow, 0.01), *samples.memory);
}

}  // namespace

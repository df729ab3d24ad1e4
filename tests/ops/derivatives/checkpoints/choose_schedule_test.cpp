// tests/ops/derivatives/checkpoints/choose_schedule_test.cpp: what is forecast is what happens; limits that are too
// small are refused with what would do.
#include "ops/derivatives/checkpoints/choose_schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ops/support/error.hpp"
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

namespace {

using ops::Demand;
using ops::Forecast;
using ops::Interpreter;
using ops::MemoryBudget;
using ops::Totals;

MemoryBudget limits(const Demand& demand) {
  MemoryBudget all;
  all.state_bytes = static_cast<std::int64_t>(demand.state);
  all.tape_bytes = static_cast<std::int64_t>(demand.tape);
  if (demand.memory) all.budget = static_cast<std::int64_t>(*demand.memory);
  if (demand.slots) all.memory = *demand.slots;
  if (demand.slots && !demand.memory) all.tapes = 1;
  if (demand.disk) all.disk = static_cast<std::int64_t>(*demand.disk / demand.state);
  return all;
}

/// Demands on steps whose states take 30 and whose tapes take 100 bytes.
std::vector<Demand> demands(std::optional<std::int64_t> steps) {
  std::vector<Demand> all;
  for (const std::optional<std::size_t> memory :
       {std::optional<std::size_t>(), std::optional<std::size_t>(200), std::optional<std::size_t>(1000)}) {
    for (const std::optional<std::int64_t> slots : {std::optional<std::int64_t>(), std::optional<std::int64_t>(3)}) {
      for (const std::optional<std::size_t> disk : {std::optional<std::size_t>(), std::optional<std::size_t>(70)}) {
        all.push_back({30, 100, steps, memory, slots, disk});
      }
    }
  }
  return all;
}

TEST(ChooseTest, TheForecastIsWhatHappens) {
  for (const bool announced : {true, false}) {
    for (const std::int64_t steps : {1, 2, 9, 77, 200}) {
      for (const Demand& demand : demands(announced ? std::optional<std::int64_t>(steps) : std::nullopt)) {
        const Forecast forecast = ops::forecast(demand, steps);
        const Totals totals = Interpreter(limits(demand)).play(*ops::choose(demand), steps);
        EXPECT_EQ(forecast.executed, totals.executed);
        EXPECT_EQ(forecast.peak_bytes, static_cast<std::size_t>(totals.peak_bytes));
        EXPECT_EQ(forecast.peak_disk_bytes, static_cast<std::size_t>(totals.peak_disk) * demand.state);
        EXPECT_EQ(forecast.disk_writes, totals.disk_writes);
        EXPECT_EQ(forecast.disk_reads, totals.disk_reads);
      }
    }
  }
}

TEST(ChooseTest, MoreRoomNeverMeansMoreSteps) {
  std::int64_t before = 0;
  for (std::size_t memory = 10000; memory >= 130; memory -= 30) {
    const std::int64_t executed = ops::forecast(Demand{30, 100, 90, memory, {}, {}}, 90).executed;
    EXPECT_GE(executed, before) << memory << " bytes";
    before = executed;
  }
}

TEST(ChooseTest, AMillionSteps) {
  EXPECT_EQ(ops::forecast(Demand{1, 1, 1000000, {}, 50, {}}, 1000000).executed, 5658945);
  EXPECT_EQ(ops::forecast(Demand{1, 1, 1000000, {}, 1, {}}, 1000000).executed, 500000500000);
}

std::string refusal(const Demand& demand) {
  try {
    ops::choose(demand);
  } catch (const OPSException& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ChooseTest, WhatWouldBeEnoughIsSaidAndIsEnough) {
  EXPECT_EQ(refusal({30, 100, 50, 129, {}, {}}),
            "checkpoints: a memory limit of 129 bytes is too small, because the tape of one step takes 100 bytes and a "
            "checkpoint "
            "takes 30 bytes; 130 bytes would suffice");
  EXPECT_EQ(refusal({30, 100, {}, 129, {}, {}}), refusal({30, 100, 50, 129, {}, {}}));
  EXPECT_EQ(refusal({30, 100, 50, 130, {}, {}}), "accepted");
  EXPECT_EQ(refusal({30, 100, 1, 100, {}, {}}), "accepted");
  EXPECT_EQ(refusal({30, 100, 50, 99, {}, 30}),
            "checkpoints: a memory limit of 99 bytes is too small, because the tape of one step takes 100 bytes and a "
            "checkpoint "
            "takes 30 bytes; 100 bytes would suffice, because states go to disk");
  EXPECT_EQ(refusal({30, 100, 50, 100, {}, 30}), "accepted");
  EXPECT_EQ(refusal({30, 100, 50, {}, 0, {}}), "checkpoints: at least one slot is needed, in memory or on disk");
  EXPECT_EQ(refusal({30, 100, 50, 1000, 0, {}}), "checkpoints: at least one slot is needed, in memory or on disk");
}

}  // namespace

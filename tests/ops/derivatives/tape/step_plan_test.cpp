// tests/ops/derivatives/tape/step_plan_test.cpp: the plan as its reader sees it.
#include "ops/derivatives/messages/step_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>

#include "ops/support/duration.hpp"

namespace {

using ops::StepPlan;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

StepPlan plan_of(std::optional<std::size_t> memory, std::optional<std::int64_t> steps) {
  StepPlan plan;
  plan.demand = {.state = 30 << 10, .tape = 100 << 10, .steps = steps, .memory = memory, .slots = {}, .disk = {}};
  plan.times = {.run = 0.002, .again = 0.003, .reverse = 0.004};
  plan.samples = 3;
  return plan;
}

/// One of the table, with what is forecast.
std::string row(const char* limit, const StepPlan& plan, const char* kept) {
  const ops::Forecast sum = ops::forecast(plan.demand, *plan.demand.steps);
  const auto executed = static_cast<double>(sum.executed), steps = static_cast<double>(sum.steps);
  std::ostringstream line;
  line << "  " << std::left << std::setw(20) << limit << std::right << std::setw(10) << sum.steps << std::setw(11)
       << sum.executed << std::fixed << std::setprecision(2) << std::setw(9) << executed / steps << std::setw(15)
       << kept << std::setw(14) << ops::duration_text(0.002 * steps + 0.003 * (executed - steps) + 0.004 * steps)
       << '\n';
  return line.str();
}

TEST(StepPlan, WholeTableForAKnownCount) {
  EXPECT_EQ(text(plan_of(300 << 10, 100)),
            R"(OPS: plan for derivatives (-OPS_AD_PLAN)
  steps                100
  a state              30.00 KiB
  the tape of a step   100.00 KiB
  memory limit         300.00 KiB
  schedule             the library keeps the states and tapes of some steps, chosen so that it recomputes as few steps as possible
  time per step        running a step takes 2.00 ms, and recomputing it takes 3.00 ms; the library assumes that reversing takes 2 times as long as recomputing
  with a limit of          steps   executed   factor    peak memory          time
)" + row("300.00 KiB", plan_of(300 << 10, 100), "300.00 KiB") +
                "  150.00 KiB                 100       5050    50.50     130.00 KiB        15.4 s\n" +
                row("600.00 KiB", plan_of(600 << 10, 100), "600.00 KiB"));
}

TEST(StepPlan, AnUnknownCountIsForecastForSome) {
  const std::string table = text(plan_of(10 << 20, {}));
  EXPECT_THAT(table, AllOf(HasSubstr("not announced"), HasSubstr("as more steps follow, it discards some of them")));
  for (const std::int64_t steps : {100, 1000, 10000}) {
    const ops::Forecast sum = ops::forecast(plan_of(10 << 20, {}).demand, steps);
    EXPECT_THAT(table, testing::ContainsRegex(std::to_string(steps) + " +" + std::to_string(sum.executed) + " "));
  }
}

TEST(StepPlan, StatesOnDiskAreSaidAndForecast) {
  StepPlan plan = plan_of(200 << 10, 100);
  EXPECT_THAT(text(plan), Not(HasSubstr("disk")));
  plan.demand.disk = std::size_t{1} << 20;
  const ops::Forecast sum = ops::forecast(plan.demand, 100);
  EXPECT_GT(sum.disk_writes, 0);
  EXPECT_THAT(text(plan), HasSubstr("  states on disk       up to 1.00 MiB; a run of 100 steps writes " +
                                    std::to_string(sum.disk_writes) + " states, reads " +
                                    std::to_string(sum.disk_reads) + " states, and uses at most "));
}

TEST(StepPlan, TimesAreThoseOfExecutedAndReversedSteps) {
  EXPECT_THAT(text(plan_of(1 << 30, 50)),
              AllOf(HasSubstr("all values are kept, and no step is recomputed"), HasSubstr("300.00 ms")));
}

TEST(StepPlan, TimesOfTheRecordingBeforeAreNamed) {
  StepPlan plan = plan_of(1 << 30, 50);
  plan.reversed = true;
  EXPECT_THAT(
      text(plan),
      HasSubstr(
          "time per step        running a step takes 2.00 ms, recomputing it takes 3.00 ms, and reversing it takes "
          "4.00 ms; these times were measured in the previous recording"));
}

TEST(StepPlan, TooLittleIsARow) {
  EXPECT_THAT(text(plan_of(200 << 10, 50)), testing::ContainsRegex("100.00 KiB +50 too little"));
}

TEST(StepPlan, ManyStepsAreNotForecast) {
  EXPECT_THAT(text(plan_of(1 << 20, 1'000'000)), HasSubstr("1000000; forecasts cover at most 100000"));
  EXPECT_FALSE(predicted(plan_of(1 << 20, {}).demand, 100'001).has_value());
}

/// A tape of a hundred states: none fits beside the one that there always is.
TEST(StepPlan, SlotsAreTheMemoryOfStatesAndOneTape) {
  StepPlan plan = plan_of({}, 50);
  plan.demand.state = 1 << 10;
  plan.slots = 5;
  plan.demand.memory = plan.demand.memory_of(5);
  const std::string table = text(plan);
  EXPECT_THAT(table, AllOf(HasSubstr("memory limit         room for 5 states and one tape, 105.00 KiB"),
                           testing::ContainsRegex("5 states +50 +172 +3.44 +105.00 KiB"),
                           testing::ContainsRegex("2 states +50 +335 "), testing::ContainsRegex("10 states +50 ")));
  plan.slots = 1;
  plan.demand.memory = plan.demand.memory_of(1);
  EXPECT_THAT(text(plan), Not(testing::ContainsRegex("\n  1 state .*\n  1 state ")));  // no half of a slot
  plan.slots = 8;
  plan.demand.memory = plan.demand.memory_of(7);
  EXPECT_THAT(text(plan), AllOf(HasSubstr("memory limit         room for 7 states and one tape, 107.00 KiB; one "
                                          "more state is kept to recompute the final values"),
                                testing::ContainsRegex("8 states +50 +[0-9]+ +[0-9.]+ +107.00 KiB"),
                                testing::ContainsRegex("4 states +50 +[0-9]+ +[0-9.]+ +104.00 KiB"),
                                testing::ContainsRegex("16 states +50 +[0-9]+ +[0-9.]+ +115.00 KiB")));
  plan.demand.disk = 1 << 20;
  plan.demand.memory = plan.demand.memory_of(8);
  EXPECT_THAT(text(plan), HasSubstr("room for 8 states and one tape, 108.00 KiB\n"));
}

TEST(StepPlan, NothingIsKnownOfStepsWithoutLimit) {
  StepPlan plan;
  plan.demand.steps = 50;
  EXPECT_THAT(text(plan), AllOf(HasSubstr("a state              not known yet"),
                                HasSubstr("time per step        not known yet"), HasSubstr("no limit")));
}

TEST(StepPlan, LinearStepsKeepNothing) {
  StepPlan plan = plan_of(1 << 10, {});
  plan.demand.tape = 0;
  EXPECT_THAT(text(plan), AllOf(HasSubstr("so no values are kept"), Not(HasSubstr("too little"))));
}

TEST(StepPlan, WhatItTookStandsBesideWhatWasPlanned) {
  EXPECT_EQ(
      text({.steps = 100, .executed = 369, .forward = 0.3, .reverse = 130, .peak = 300 << 10}, plan_of(150 << 10, 100)),
      "OPS: derivatives of 100 steps: 369 steps were executed (planned 5050); the forward run took 300.00 ms, and the "
      "reverse sweep took 2 min 10 s (planned 15.4 s for both); "
      "states and tapes used at most 300.00 KiB (planned 130.00 KiB)\n");
  EXPECT_EQ(text(ops::StepsTaken{.steps = 3, .executed = 3, .forward = 7200, .reverse = 1, .peak = 0}),
            "OPS: derivatives of 3 steps: 3 steps were executed; the forward run took 2 h 00 min, and the reverse "
            "sweep took 1.0 s; "
            "states and tapes used at most 0 bytes\n");
}

}  // namespace

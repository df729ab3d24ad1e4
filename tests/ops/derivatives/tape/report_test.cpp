// tests/ops/derivatives/tape/report_test.cpp: a recording in steps that tells its plan and its progress keeps its bits,
// and says what happens.
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/messages/steps_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/ops/derivatives/tape/fixture.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"

namespace {

using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ReportTest : public TapeTest {
 protected:
  /// The gradient; what was told is in `said`.
  std::vector<double> gradient(int steps, const ops::MemoryBudget& limits) {
    start();
    tape.stepping.plan(program::steps_of(tape, limits));
    if (progress)
      tape.stepping.steps()->state.report =
          std::make_unique<ops::Report>(context, ops::Progress(shown, false, clock), clock);
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
    }
    objective(u);
    ops_interpret_adjoints(&context);
    std::vector<double> values;
    program::for_points(all, [&](const ops::Index& i) { values.push_back(derivative(f, i)); });
    executed = tape.stepping.steps()->state.executed;
    ops_ad_reset(&context);
    return values;
  }
  std::string told() const { return said.str(); }
  std::size_t kilobytes(int number) const { return static_cast<std::size_t>(number) << 10; }

  bool progress = false;
  double now = 0;
  std::function<double()> clock = [this] { return now += 1; };  // whoever asks takes a second
  std::ostringstream shown;
  std::int64_t executed = 0;
};

TEST_F(ReportTest, NothingIsToldUnasked) {
  gradient(60, {.memory = kilobytes(20)});
  EXPECT_EQ(told(), "");
  context.options.words = {{"OPS_AD_PLAN", "0"}, {"OPS_PROGRESS", "0"}};
  gradient(60, {.memory = kilobytes(20)});
  EXPECT_EQ(told(), "");
}

TEST_F(ReportTest, WhatIsPlannedHappensAndTheBitsStay) {
  for (const std::optional<std::int64_t> announced : {std::optional<std::int64_t>(60), std::optional<std::int64_t>()}) {
    context.options.words.clear();
    const std::vector<double> right = gradient(60, {.steps = announced, .memory = kilobytes(20)});
    context.options.words["OPS_AD_PLAN"] = "";
    EXPECT_EQ(gradient(60, {.steps = announced, .memory = kilobytes(20)}), right);
    EXPECT_GT(executed, 60);
    EXPECT_THAT(told(), AllOf(HasSubstr("memory limit         20.00 KiB"), HasSubstr("recomputing it takes"),
                              HasSubstr("60 steps: " + std::to_string(executed) + " steps were executed (planned " +
                                        std::to_string(executed) + ")")));
    said.str("");
  }
}

TEST_F(ReportTest, BytesThatWereTakenAreThosePlanned) {
  context.options.words["OPS_AD_PLAN"] = "";
  gradient(60, {.memory = kilobytes(20)});
  std::smatch found;
  const std::string all = told();
  ASSERT_TRUE(std::regex_search(all, found, std::regex("used at most ([0-9.]+) KiB \\(planned ([0-9.]+) KiB\\)")))
      << all;
  EXPECT_LE(std::stod(found[1]), std::stod(found[2]));
  EXPECT_GE(std::stod(found[1]), 0.8 * std::stod(found[2]));
}

TEST_F(ReportTest, OneAfterAnotherRecordingHasAPlanEach) {
  context.options.words["OPS_AD_PLAN"] = "";
  gradient(10, {.memory = kilobytes(20)});
  gradient(10, {.memory = kilobytes(20)});
  const std::string all = told(), title = "plan for derivatives";
  EXPECT_NE(all.find(title), all.rfind(title));
}

TEST_F(ReportTest, TheSamePlanIsToldOnce) {
  context.options.words["OPS_AD_PLAN"] = "";
  gradient(60, {.memory = kilobytes(20)});
  EXPECT_THAT(told(), AllOf(HasSubstr("plan for derivatives"), HasSubstr("60 steps: ")));
  for (int again = 0; again < 2; ++again) {
    said.str("");
    gradient(60, {.memory = kilobytes(20), .told = tape.stepping.limits.told});
    EXPECT_EQ(told(), "");
  }
  gradient(60, {.memory = kilobytes(40), .told = tape.stepping.limits.told});
  EXPECT_THAT(told(), HasSubstr("plan for derivatives"));
}

/// The first step takes a hundred times as long as the others.
TEST_F(ReportTest, TheTimeOfAPlanIsThatOfStepsToCome) {
  context.options.words["OPS_AD_PLAN"] = "";
  double time = 0;
  ops::Report report(context, {}, [&] { return time; });
  ops::Demand demand;
  demand.steps = 1000;
  demand.memory = std::size_t{1} << 30;
  demand.state = demand.tape = 1000;
  for (int step = 0; step < 20; ++step) {
    report.begins(step, 1000);
    if (step == 1) report.planned(demand);
    time += step == 0 ? 0.3 : 0.003;
  }
  std::smatch found;
  const std::string all = told();
  ASSERT_TRUE(std::regex_search(all, found, std::regex("GiB +1000 +1000 +1.00 .* ([0-9.]+) s\n"))) << all;
  EXPECT_GT(std::stod(found[1]), 3.0);  // 3 s forward, perhaps twice that reversed
  EXPECT_LT(std::stod(found[1]), 10.0);
}

TEST_F(ReportTest, TheSecondPlanKnowsWhatStepsTook) {
  context.options.words["OPS_AD_PLAN"] = "";
  gradient(60, {.memory = kilobytes(20)});
  EXPECT_THAT(told(), Not(HasSubstr("in the previous recording")));
  const ops::MemoryBudget learned = tape.stepping.limits;
  ASSERT_TRUE(learned.times && learned.times->again > 0 && learned.times->reverse > 0);
  said.str("");
  gradient(60, {.memory = kilobytes(20), .times = learned.times});
  EXPECT_THAT(told(), HasSubstr("in the previous recording"));
}

TEST_F(ReportTest, AProgramThatEndsWithinItsFirstStepsHasNoPlan) {
  context.options.words["OPS_AD_PLAN"] = "";
  gradient(2, {.memory = kilobytes(20)});
  EXPECT_THAT(
      told(),
      AllOf(HasSubstr("all values that derivatives need are kept, because the program ended after only a few steps"),
            HasSubstr("2 steps: 2 steps were executed;")));
}

TEST_F(ReportTest, ProgressComesToItsEndAndChangesNoBit) {
  for (const ops::MemoryBudget& limits : {ops::MemoryBudget{.steps = 60, .memory = kilobytes(20)},
                                          ops::MemoryBudget{.steps = 60, .memory = kilobytes(2000)}}) {
    progress = false;
    const std::vector<double> right = gradient(60, limits);
    progress = true;
    shown.str("");
    EXPECT_EQ(gradient(60, limits), right);
    EXPECT_THAT(shown.str(),
                AllOf(HasSubstr("forward: "), HasSubstr("reverse: "), HasSubstr(" of 60 steps"), HasSubstr(" left\n")));
    EXPECT_EQ(shown.str().find("recomputing steps") != std::string::npos, executed > 90) << shown.str();
    EXPECT_EQ(told(), "");
  }
}

}  // namespace

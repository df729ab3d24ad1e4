// tests/ops/derivatives/tape/first_recording_test.cpp: the first recording of a program where new memory is slow.
#include <gtest/gtest.h>

#include "ops/derivatives/messages/steps_report.hpp"
#include "tests/ops/derivatives/tape/nonlinear_steps.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"

namespace {

class FirstRecordingTest : public fixture::NonlinearSteps {
 protected:
  double program(int steps) override {
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
      loops += 2;
      if (gone != nullptr) run(copy, {u, gone}, all);
      if (gone != nullptr && k == 50) free();
    }
    return objective(u);
  }

  /// The gradient of a recording under a clock by which each loop takes 10 ms, and each new kilobyte `touch` seconds.
  std::vector<double> recorded(int steps, const ops::MemoryBudget& limits, bool found = false) {
    start();
    tape.stepping.plan(program::steps_of(tape, limits));
    ops::Stepped& state = tape.stepping.steps()->state;
    state.found = found;
    state.report = std::make_unique<ops::Report>(context, std::nullopt, [this] {
      return 0.01 * static_cast<double>(loops) +
             touch * 1e-3 * static_cast<double>(std::max(context.pool.bytes_reserved(), ready));
    });
    state.report->known = limits.times;
    const auto again = state.run_loop;
    state.run_loop = [this, again](const auto& call, const auto& values, const auto& constants) {
      ++loops;
      again(call, values, constants);
    };
    const std::size_t before = context.pool.bytes_reserved();
    program(steps);
    executed_by.clear();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      ops_interpret_adjoints(&context);
      executed_by.push_back(state.executed);
    }
    taken = context.pool.bytes_reserved() - before;
    executed = state.executed;
    times = state.report->known;
    std::vector<double> values = gradient(f);
    ops_ad_reset(&context);
    return values;
  }

  void free() {
    context.hooks.recorder->forget(gone);
    ops::free_dat(context, gone, {});
    gone = nullptr;
  }

  double touch = 0;        ///< [s/kB]
  std::size_t ready = 0;   ///< so much memory is not slow [bytes]
  ops_dat gone = nullptr;  ///< freed within step 50
  int sweeps = 1;
  std::int64_t loops = 0, executed = 0;
  std::vector<std::int64_t> executed_by;  ///< each sweep, with all before it
  std::size_t taken = 0;                  ///< new memory [bytes]
  std::optional<ops::StepTimes> times;
};

const ops::MemoryBudget unlimited{.memory = std::size_t{1} << 30, .asked = false};

/// The expected gradient is computed last, as it leaves memory that later recordings find ready.
TEST_F(FirstRecordingTest, WhereNewMemoryIsSlowStepsAreRecomputedOnce) {
  context.options.words["OPS_AD_PLAN"] = "";
  touch = 1;
  const std::vector<double> first = recorded(100, unlimited);
  EXPECT_GT(executed, 100);
  EXPECT_NE(said.str().find("less than the default, because here the first use of memory"), std::string::npos)
      << said.str();
  const std::size_t spared = taken;
  ops::MemoryBudget next = unlimited;
  next.times = times;
  const std::vector<double> second = recorded(100, next);
  EXPECT_EQ(executed, 100) << "the second recording keeps everything";
  EXPECT_GT(taken, 2 * spared);
  context.options.words.clear();
  const std::vector<double> right = expected(100, f);
  EXPECT_EQ(first, right);
  EXPECT_EQ(second, right);
}

TEST_F(FirstRecordingTest, WhereNewMemoryIsAsFastAsAnyEverythingIsKept) {
  recorded(100, unlimited);
  EXPECT_EQ(executed, 100);
  EXPECT_GT(taken, 0u);
}

TEST_F(FirstRecordingTest, FurtherSweepsUseAllMemory) {
  touch = 1;
  sweeps = 3;
  const std::vector<double> found = recorded(100, unlimited);
  EXPECT_GT(executed_by[0], 100);
  EXPECT_EQ(executed_by[1] - executed_by[0], 100) << "each step once";
  sweeps = 1;
  EXPECT_EQ(found, expected(100, f));
}

/// As where a program before has left some.
TEST_F(FirstRecordingTest, WhereMemoryBecomesSlowNoMoreIsTaken) {
  context.options.words["OPS_AD_PLAN"] = "";
  touch = 1;
  ready = 100'000;
  const std::vector<double> first = recorded(200, unlimited);
  EXPECT_GT(executed, 200);
  EXPECT_THAT(said.str(), testing::HasSubstr("new memory has become slow, so from step"));
  EXPECT_GT(taken, 100'000u);
  EXPECT_LT(taken, 160'000u);
  context.options.words.clear();
  EXPECT_EQ(first, expected(200, f));
}

/// Few states would be recomputed over and over.
TEST_F(FirstRecordingTest, LongRunsUseAllMemoryAfterAll) {
  touch = 1;
  const std::vector<double> unannounced = recorded(600, unlimited);
  EXPECT_LT(executed, 2 * 600);
  EXPECT_GT(taken, 400'000u);
  EXPECT_EQ(unannounced, expected(600, f));
}

TEST_F(FirstRecordingTest, ALimitByTheUserIsNotLowered) {
  touch = 1;
  ops::MemoryBudget asked = unlimited;
  asked.asked = true;
  recorded(100, asked);
  EXPECT_EQ(executed, 100);
}

/// Their program has no call that says that they can run again.
TEST_F(FirstRecordingTest, StepsThatWereFoundAreKept) {
  touch = 1;
  recorded(100, unlimited, true);
  EXPECT_EQ(executed, 100);
}

TEST_F(FirstRecordingTest, WhatCannotRunAgainIsNamedWithTheOptionThatKeepsIt) {
  touch = 1;
  gone = declare("gone");
  EXPECT_THAT(fixture::error_of([&] { recorded(100, unlimited); }), testing::HasSubstr("with -OPS_AD_MEMORY=50%"));
}

}  // namespace

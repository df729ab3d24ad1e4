// tests/ops/tape/steps_budget_test.cpp: steps that keep more than the first ones did stay within their memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "tests/ops/tape/uneven_steps.hpp"

namespace {

using fixture::error_of;
using fixture::UnevenStepsTest;

TEST_F(UnevenStepsTest, AreKeptWithinTheMemory) {
  for (const std::vector<int>& loops : programs()) {
    play(loops);
    const std::vector<double> right = interpreted();
    ops_ad_reset(&context);
    for (const std::size_t buffers : {24, 30, 45})
      for (const bool announced : {false, true}) {
        SCOPED_TRACE(std::to_string(buffers) + " buffers, " + std::to_string(loops[0]) + " pairs of loops in the first step");
        ops::Limits limits{.memory = buffers * each};
        if (announced) limits.steps = count;
        limit(limits);
        play(loops);
        EXPECT_LE(most, (buffers + 1) * each);
        EXPECT_EQ(interpreted(), right);
        EXPECT_EQ(interpreted(), right) << "second interpretation";
        EXPECT_GT(tape.steps()->executed(), count);
        ops_ad_reset(&context);
      }
  }
}

TEST_F(UnevenStepsTest, FirstStepsThatAreTriedOutAreKeptWithinTheMemoryToo) {
  const std::vector<int> loops(count, 1);
  play(loops);
  const std::vector<double> right = interpreted();
  ops_ad_reset(&context);
  context.options.words["OPS_AD_PLAN"] = "";
  for (const std::size_t quarters : {12, 13, 14, 16, 20, 26}) {
    limit({.memory = quarters * each / 4});
    play(loops);
    EXPECT_LE(most, (quarters + 4) * each / 4);
    EXPECT_EQ(interpreted(), right);
    EXPECT_THAT(said.str(), testing::Not(testing::HasSubstr("nothing to keep"))) << "each step has a state, with which its tape shares versions";
    ops_ad_reset(&context);
  }
}

TEST_F(UnevenStepsTest, AreRunAgainWithinTheMemory) {
  for (const std::vector<int>& loops : programs()) {
    limit({.memory = 24 * each});
    const std::size_t before = context.pool.bytes_in_use();
    play(loops);
    interpreted();
    EXPECT_LE(context.pool.peak_bytes() - before, (24 + 1) * each + 6 * each) << "what is present at the end, and derivatives";
    ops_ad_reset(&context);
  }
}

TEST_F(UnevenStepsTest, AStepThatIsTooLargeIsAnErrorThatSaysWhatWouldDo) {
  const std::vector<int> loops{1, 1, 1, 1, 1, 1, 12, 1, 1};
  play(loops);
  const std::vector<double> right = interpreted();
  ops_ad_reset(&context);
  limit({.memory = 10 * each});
  const std::string error = error_of([&] {
    play(loops);
    interpreted();
  });
  std::smatch enough;
  ASSERT_TRUE(std::regex_search(error, enough, std::regex("([0-9]+) bytes would be enough"))) << error;
  ops_ad_reset(&context);
  limit({.memory = std::stoul(enough[1])});
  play(loops);
  EXPECT_EQ(interpreted(), right);
}

TEST_F(UnevenStepsTest, StepsThatKeepNothingAtFirstAreThinnedOutLater) {
  std::vector<double> right;
  for (const std::size_t buffers : {1000, 12}) {
    play({});
    const std::size_t before = context.pool.bytes_in_use();
    limit({.memory = buffers * each});
    for (int k = 0; k < count; ++k) {
      tape.step({});
      run(jacobi, {u, f, v}, all);
      run(k >= 8 ? square : copy, {v, u}, all);
      EXPECT_LE(context.pool.bytes_in_use(), before + (buffers + 1) * each);
    }
    objective(u);
    const std::vector<double> found = interpreted();
    if (right.empty()) right = found;
    EXPECT_EQ(found, right);
    EXPECT_EQ(tape.steps()->executed() > count, buffers == 12);
    ops_ad_reset(&context);
  }
}

}  // namespace

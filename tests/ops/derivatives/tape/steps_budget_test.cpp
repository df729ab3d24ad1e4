// tests/ops/derivatives/tape/steps_budget_test.cpp: steps that keep more than the first ones did stay within their
// memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <regex>

#include "tests/ops/derivatives/tape/uneven_steps.hpp"

namespace {

using fixture::error_of;
using fixture::UnevenStepsTest;

ops::MemoryBudget within(std::size_t memory) { return {.memory = memory}; }

class EvenStepsTest : public UnevenStepsTest {
 protected:
  using Step = std::function<void(int)>;
  std::vector<Step> even{
      [&](int) { run(square, {u, v}, all), run(jacobi, {v, f, u}, all); },
      [&](int) { run(square, {u, v}, all), run(square, {v, u}, all); },
      [&](int k) { run(square, k % 2 == 0 ? std::vector{u, v} : std::vector{v, u}, all); },
      [&](int k) { run(k % 2 == 0 ? square : jacobi, k % 2 == 0 ? std::vector{u, v} : std::vector{v, f, u}, all); },
  };
  /// As an error says.
  static std::size_t enough(const std::string& error) {
    std::smatch found;
    return std::regex_search(error, found, std::regex("([0-9]+) bytes would suffice")) ? std::stoul(found[1]) : 0;
  }
  /// What states and tapes took at most, as the last plan says; far too much if it does not.
  std::size_t took() const {
    const std::string text = said.str();
    const std::string last = text.substr(std::min(text.rfind("states and tapes used"), text.size()));
    std::smatch found;
    if (!std::regex_search(last, found, std::regex("used at most ([0-9.]+) (KiB|bytes)"))) return std::size_t{1} << 62;
    return static_cast<std::size_t>(std::stod(found[1]) * (found[2] == "KiB" ? 1024 : 1));
  }
};

TEST_F(UnevenStepsTest, AreKeptWithinTheMemory) { expect_kept_within_the_memory(within); }

TEST_F(UnevenStepsTest, FirstStepsThatAreTriedOutAreKeptWithinTheMemoryToo) {
  expect_first_steps_kept_within_the_memory(within);
}

TEST_F(UnevenStepsTest, AreRunAgainWithinTheMemory) {
  std::vector<std::vector<int>> all_programs = programs();
  std::vector<int>& hump = all_programs.emplace_back(count, 1);
  // tapes of which several are reversed at once, and that are larger than those before
  std::fill_n(hump.begin() + 17, 6, 14);
  for (const std::vector<int>& loops : all_programs)
    for (const std::size_t buffers : {24, 36, 47, 60, 90}) {
      limit({.memory = buffers * each});
      const std::size_t before = context.pool.bytes_in_use();
      play(loops);
      const std::size_t most = program::peak_of_interpretation(tape);
      EXPECT_LE(most - before, (buffers + 1) * each + 5 * each)
          << "what is present at the end, and derivatives; " << buffers << " buffers";
      ops_ad_reset(&context);
    }
}

/// Also beside states on disk, and with a number of bytes that is more than the slots need.
TEST_F(UnevenStepsTest, SlotsGrowWithTheSteps) {
  for (const std::vector<int>& loops : programs()) {
    const std::vector<double> gradient = right(loops);
    const ops::DiskLimit disk{std::filesystem::temp_directory_path(), 30 * each};
    for (const int slots : {1, 3, 12})
      for (const ops::MemoryBudget& limits : {ops::MemoryBudget{.slots = slots},
                                              {.steps = count, .slots = slots},
                                              {.slots = slots, .disk = disk},
                                              {.slots = slots, .memory = 200 * each}}) {
        SCOPED_TRACE(std::to_string(slots) + " slots" + (limits.disk ? " and disk" : "") +
                     (limits.memory ? " and bytes" : ""));
        limit(limits);
        play(loops);
        EXPECT_EQ(interpreted(), gradient);
        EXPECT_EQ(interpreted(), gradient) << "second interpretation";
        EXPECT_LE(tape.stepping.steps()->state.executed, 2 * 820) << "no more than from one state, twice";
        ops_ad_reset(&context);
      }
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
  ASSERT_TRUE(std::regex_search(error, enough, std::regex("([0-9]+) bytes would suffice"))) << error;
  ops_ad_reset(&context);
  limit({.memory = std::stoul(enough[1])});
  play(loops);
  EXPECT_EQ(interpreted(), right);
}

TEST_F(UnevenStepsTest, ABudgetThatInterpretationFindsTooSmallNamesTheCall) {
  limit({.memory = 100});
  std::string error = error_of([&] { play({4, 4}); });
  EXPECT_EQ(error, "");
  error = error_of([&] { ops_interpret_adjoints(&context); });
  const std::string here = std::string(__FILE__) + ":" + std::to_string(__LINE__ - 1) + ": ops_interpret_adjoints: ";
  EXPECT_THAT(error, testing::StartsWith(here + "checkpoints: a memory limit of 100 bytes is too small"));
}

/// What is enough is enough, and hardly less is: the first state and the tape of a step share versions, and some of
/// both are present values.
TEST_F(EvenStepsTest, WhatWouldBeEnoughIsTheLeastThatIs) {
  for (std::size_t program = 0; program < even.size(); ++program)
    for (const int steps : {2, 3, 4, 9, 20}) {
      SCOPED_TRACE("program " + std::to_string(program) + ", " + std::to_string(steps) + " steps");
      const auto play_within = [&](std::size_t memory) {
        limit(within(memory));
        return play_and_interpret(even[program], steps);
      };
      const std::vector<double> right = play_within(1000 * each);
      const std::string error = error_of([&] { play_within(100); });
      ops_ad_reset(&context);
      std::smatch enough;
      ASSERT_TRUE(std::regex_search(error, enough, std::regex("([0-9]+) bytes would suffice"))) << error;
      EXPECT_EQ(play_within(std::stoul(enough[1])), right);
      EXPECT_THAT(error_of([&] { play_within(std::stoul(enough[1]) * 95 / 100); }),
                  testing::HasSubstr("would suffice"));
      ops_ad_reset(&context);
    }
}

/// Also between a state alone and a state with all that the tape of a step refers to: of the last tape present values
/// do not count.
TEST_F(EvenStepsTest, ABudgetThatIsAcceptedIsKept) {
  for (std::size_t program = 0; program < even.size(); ++program)
    for (const std::optional<int> announced : {std::optional<int>(), std::optional(1)}) {
      const auto play_within = [&](std::size_t memory) {
        limit({.steps = announced, .memory = memory});
        return play_and_interpret(even[program], 12);
      };
      const std::vector<double> right = play_within(1000 * each);
      const std::size_t least = enough(error_of([&] { play_within(100); }));
      ops_ad_reset(&context);
      for (std::size_t memory = least; memory < least + 3 * each; memory += each / 4) {
        SCOPED_TRACE("program " + std::to_string(program) + (announced ? ", 1 step announced, " : ", ") +
                     std::to_string(memory) + " bytes");
        EXPECT_EQ(play_within(memory), right);
        context.options.words["OPS_AD_PLAN"] = "";
        EXPECT_EQ(play_within(memory), right) << "what is only said decides nothing";
        context.options.words.erase("OPS_AD_PLAN");
        EXPECT_LE(took(), memory + each * 3 / 2) << "for one loop: a dataset, and the rim that it leaves";
        said.str("");
      }
    }
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
    EXPECT_EQ(tape.stepping.steps()->state.executed > count, buffers == 12);
    ops_ad_reset(&context);
  }
}

}  // namespace

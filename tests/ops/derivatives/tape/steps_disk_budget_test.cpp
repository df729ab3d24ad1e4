// tests/ops/derivatives/tape/steps_disk_budget_test.cpp: with states on disk, too, steps that keep more than the first
// ones did stay within their memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <regex>

#include "tests/ops/derivatives/tape/uneven_steps.hpp"
#include "tests/ops/support/faulty_disk.hpp"

namespace {

using fixture::error_of;
using fixture::UnevenStepsTest;

class UnevenStepsOnDiskTest : public UnevenStepsTest {
 protected:
  ~UnevenStepsOnDiskTest() override {
    faulty_disk::faults().write_error = faulty_disk::faults().good_writes = faulty_disk::faults().writes = 0;
  }
  ops::MemoryBudget within(std::size_t memory, std::size_t disk = 1 << 20) const {
    return {.memory = memory, .disk = ops::DiskLimit{std::filesystem::temp_directory_path(), disk, false}};
  }
  std::int64_t executed(const ops::MemoryBudget& limits, const std::vector<int>& loops) {
    limit(limits);
    play(loops);
    interpreted();
    const std::int64_t steps = tape.stepping.steps()->state.executed;
    ops_ad_reset(&context);
    return steps;
  }
};

TEST_F(UnevenStepsOnDiskTest, AreKeptWithinTheMemory) {
  expect_kept_within_the_memory([&](std::size_t memory) { return within(memory); });
}

TEST_F(UnevenStepsOnDiskTest, FirstStepsThatAreTriedOutAreKeptWithinTheMemoryToo) {
  expect_first_steps_kept_within_the_memory([&](std::size_t memory) { return within(memory); });
}

TEST_F(UnevenStepsOnDiskTest, AreRunAgainWithinTheMemory) {
  for (const std::size_t buffers : {20, 24, 45})  // the peak is that of all so far
    for (const std::vector<int>& loops : programs()) {
      limit(within(buffers * each));
      const std::size_t before = context.pool.bytes_in_use();
      play(loops);
      interpreted();
      EXPECT_LE(context.pool.peak_bytes() - before, (buffers + 1) * each + 6 * each)
          << "what is present at the end, and derivatives";
      ops_ad_reset(&context);
    }
}

/// States that are in memory when that gets short go to disk instead of being given up.
TEST_F(UnevenStepsOnDiskTest, RunFewerStepsAgainThanWithoutADisk) {
  std::int64_t on_disk = 0, in_memory = 0;
  for (const std::vector<int>& loops : programs(true))
    for (const std::size_t buffers : {18, 20, 24, 30}) {
      on_disk += executed(within(buffers * each), loops);
      in_memory += executed({.memory = buffers * each}, loops);
    }
  EXPECT_LT(on_disk, in_memory * 9 / 10);
}

TEST_F(UnevenStepsOnDiskTest, ADiskThatIsFullOrFailsChangesNoBit) {
  for (const std::vector<int>& loops : programs()) {
    const std::vector<double> gradient = right(loops);
    for (const std::size_t states : {1, 3, 10}) {
      limit(within(24 * each, states * each));
      play(loops);
      EXPECT_LE(most, (24 + 1) * each);
      EXPECT_EQ(interpreted(), gradient);
      EXPECT_EQ(interpreted(), gradient);
      ops_ad_reset(&context);
    }
    for (const int good : {0, 1, 20}) {
      faulty_disk::faults().writes = 0;
      faulty_disk::faults().write_error = ENOSPC;
      faulty_disk::faults().good_writes = good;
      limit(within(24 * each));
      play(loops);
      EXPECT_LE(most, (24 + 1) * each);
      EXPECT_EQ(interpreted(), gradient);
      EXPECT_EQ(interpreted(), gradient);
      faulty_disk::faults().write_error = 0;
      ops_ad_reset(&context);
    }
  }
}

TEST_F(UnevenStepsOnDiskTest, AStepThatIsTooLargeIsAnErrorThatSaysWhatWouldDo) {
  for (const int large : {6, 12}) {
    std::vector<int> loops(count, 1);
    loops[static_cast<std::size_t>(large)] = 12;
    const std::vector<double> gradient = right(loops);
    limit(within(10 * each));
    const std::string error = error_of([&] {
      play(loops);
      interpreted();
    });
    std::smatch enough;
    ASSERT_TRUE(std::regex_search(error, enough, std::regex("([0-9]+) bytes would suffice"))) << error;
    ops_ad_reset(&context);
    limit(within(std::stoul(enough[1])));
    play(loops);
    EXPECT_EQ(interpreted(), gradient);
    ops_ad_reset(&context);
  }
}

}  // namespace

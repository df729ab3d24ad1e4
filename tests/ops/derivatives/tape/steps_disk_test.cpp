// tests/ops/derivatives/tape/steps_disk_test.cpp: recordings in steps with states on disk: the same bits, less memory,
// and disks that fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>

#include "tests/ops/derivatives/tape/fixture.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"
#include "tests/ops/support/faulty_disk.hpp"

namespace {

using fixture::error_of;
using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class StepsDiskTest : public TapeTest {
 protected:
  ~StepsDiskTest() override {
    auto& faults = faulty_disk::faults();
    faults.write_error = faults.read_error = faults.good_writes = faults.writes = 0;
    faults.flip = -1;
  }
  ops::MemoryBudget limits(std::optional<std::int64_t> slots, std::optional<std::size_t> memory,
                           std::size_t disk = 1 << 20) {
    ops::MemoryBudget all;
    all.slots = slots;
    all.memory = memory;
    if (disk > 0) all.disk = {std::filesystem::temp_directory_path(), disk, false};
    return all;
  }
  /// Two datasets in turn, each step not linear; one is only read.
  void program(int steps) {
    start();
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
      most_held_ = std::max(most_held_, context.pool.bytes_in_use());
    }
    objective(u);
  }
  std::vector<double> gradient() {
    ops_interpret_adjoints(&context);
    std::vector<double> values;
    for (const ops_dat dat : {u, f})
      program::for_points(all, [&](const ops::Index& i) { values.push_back(derivative(dat, i)); });
    return values;
  }
  std::vector<double> gradient(int steps, const ops::MemoryBudget& within) {
    ops_ad_reset(&context);
    tape.stepping.plan(program::steps_of(tape, within));
    most_held_ = 0;
    program(steps);
    return gradient();
  }
  std::vector<double> expected(int steps) {
    program(steps);
    const std::vector<double> values = gradient();
    EXPECT_TRUE(all_finite(values));
    return values;
  }
  std::int64_t executed() { return tape.stepping.steps()->state.executed; }
  std::size_t each() const { return (u->layout.bytes + 63) / 64 * 64; }

  std::size_t most_held_ = 0;
};

TEST_F(StepsDiskTest, StatesOnDiskChangeNoBitAndSpareSteps) {
  const auto right = expected(40);
  EXPECT_EQ(gradient(40, limits(1, {}, 0)), right);
  const std::int64_t in_memory = executed();
  for (const bool compress : {false, true}) {
    ops::MemoryBudget within = limits(1, {});
    within.disk->compress = compress;
    EXPECT_EQ(gradient(40, within), right);
    EXPECT_LT(executed(), in_memory / 3);
    EXPECT_EQ(gradient(), right) << "second interpretation";
  }
}

TEST_F(StepsDiskTest, ABudgetHoldsWithStatesOnDisk) {
  const auto right = expected(60);
  ops_ad_reset(&context);
  const std::size_t before = context.pool.bytes_in_use(), budget = 6 * each();
  EXPECT_EQ(gradient(60, limits({}, budget, 0)), right);
  const std::int64_t in_memory = executed();
  EXPECT_EQ(gradient(60, limits({}, budget)), right);
  EXPECT_LT(executed(), in_memory);
  EXPECT_LE(most_held_ - before, budget + each());
}

TEST_F(StepsDiskTest, AFullDiskCostsStepsAndNoBit) {
  const auto right = expected(40);
  EXPECT_EQ(gradient(40, limits(1, {})), right);
  const std::int64_t sound = executed();
  for (const int error : {ENOSPC, EIO})
    for (const int good : {0, 1, 7}) {
      faulty_disk::faults().writes = 0;
      faulty_disk::faults().write_error = error;
      faulty_disk::faults().good_writes = good;
      EXPECT_EQ(gradient(40, limits(1, {})), right);
      EXPECT_GT(executed(), sound);
      EXPECT_THAT(said.str(), AllOf(HasSubstr("-OPS_AD_DISK: writing in"),
                                    HasSubstr("states are discarded, so more steps are recomputed")));
      EXPECT_EQ(gradient(), right) << "second interpretation";
    }
}

TEST_F(StepsDiskTest, AFullDiskIsToldOnce) {
  faulty_disk::faults().write_error = ENOSPC;
  gradient(40, limits(1, {}));
  const std::string text = said.str(), told = "states are discarded";
  EXPECT_EQ(text.find(told), text.rfind(told));
}

TEST_F(StepsDiskTest, AFlippedBitCostsStepsAndNoBit) {
  const auto right = expected(40);
  EXPECT_EQ(gradient(40, limits(1, {})), right);
  const std::int64_t sound = executed();
  int found = 0;
  for (int flip = 0; flip < 30; ++flip) {
    faulty_disk::faults().writes = 0;
    faulty_disk::faults().flip = flip;
    std::vector<double> values;
    const std::string error = error_of([&] { values = gradient(40, limits(1, {})); });
    if (executed() > sound) ++found;
    if (error.empty()) EXPECT_EQ(values, right) << flip;
    else
      EXPECT_THAT(error, AllOf(HasSubstr("checksum does not match"), HasSubstr("there is no earlier state"))) << flip;
  }
  EXPECT_GT(found, 10);
  EXPECT_THAT(said.str(), HasSubstr("so the library recomputes time steps from an earlier saved state"));
}

TEST_F(StepsDiskTest, NothingThatCanBeReadIsAnError) {
  faulty_disk::faults().read_error = EIO;
  EXPECT_THAT(error_of([&] { gradient(40, limits(1, {})); }),
              AllOf(HasSubstr("derivatives cannot be computed"), HasSubstr("Input/output error"),
                    HasSubstr("no earlier state")));
}

TEST_F(StepsDiskTest, ADirectoryThatCannotBeUsedIsAnErrorAtTheFirstMark) {
  context.options.words["OPS_AD_DISK"] = std::filesystem::temp_directory_path() / "missing directory";
  EXPECT_THAT(error_of([&] { tape.step({}); }), AllOf(HasSubstr("ops_ad_step"), HasSubstr("missing directory"),
                                                      HasSubstr("No such file"), HasSubstr("-OPS_AD_DISK=")));
}

TEST_F(StepsDiskTest, OptionsSayWhereAndHowMuch) {
  auto& words = context.options.words;
  EXPECT_FALSE(ops::with_disk({}, context).disk);
  words["OPS_AD_DISK"] = std::filesystem::temp_directory_path();
  const std::size_t half = ops::with_disk({}, context).disk->bytes;
  EXPECT_GT(half, 0u);
  words["OPS_AD_DISK_LIMIT"] = "2GB";
  words["OPS_AD_DISK_COMPRESS"] = "";
  const auto disk = ops::with_disk({}, context).disk;
  EXPECT_EQ(disk->bytes, 2'000'000'000u);
  EXPECT_TRUE(disk->compress);
}

TEST_F(StepsDiskTest, WithTooLittleMemoryForAStateOnItsWayTheErrorSaysWhatWouldDo) {
  EXPECT_THAT(error_of([&] { gradient(10, limits({}, 100)); }),
              AllOf(HasSubstr("100 bytes"), HasSubstr("would suffice"), Not(HasSubstr("disk"))));
}

}  // namespace

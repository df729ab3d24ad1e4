// tests/ops/tape/steps_lossy_test.cpp: states on disk whose values are off: how far gradients are, and what stays exact.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "tests/ops/store/faulty_disk.hpp"
#include "tests/ops/tape/fixture.hpp"
#include "tests/ops/tape/program_steps.hpp"

namespace {

using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class StepsLossyTest : public TapeTest {
 protected:
  ~StepsLossyTest() override {
    faulty_disk::faults().write_error = faulty_disk::faults().writes = 0;
    faulty_disk::faults().flip = -1;
  }
  static ops::Limits limits(std::optional<double> lossy, std::optional<std::int64_t> slots = 1) {
    ops::Limits all;
    all.slots = slots;
    all.disk = {std::filesystem::temp_directory_path(), 1 << 20, false, lossy};
    return all;
  }
  void program(int steps) {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { at(dat, i) = 0.005 * i[0] - 0.003 * i[1] + 0.2; });
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
    }
    objective(u);
  }
  std::vector<double> values() {
    std::vector<double> found;
    for (const ops_dat dat : {u, v, f}) program::for_points(dat->layout.allocated, [&](const ops::Index& i) { found.push_back(at(dat, i)); });
    return found;
  }
  std::vector<double> gradient() {
    ops_interpret_adjoints(&context);
    std::vector<double> found;
    for (const ops_dat dat : {u, f}) program::for_points(all, [&](const ops::Index& i) { found.push_back(derivative(dat, i)); });
    return found;
  }
  std::vector<double> gradient(int steps, const ops::Limits& within) {
    ops_ad_reset(&context);
    tape.stepping.plan(program::steps_of(tape, within));
    program(steps);
    return gradient();
  }
  static double off(const std::vector<double>& found, const std::vector<double>& right) {
    double difference = 0, largest = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
      if (!std::isfinite(found[i])) return std::numeric_limits<double>::infinity();
      difference = std::max(difference, std::abs(found[i] - right[i]));
      largest = std::max(largest, std::abs(right[i]));
    }
    return difference / largest;
  }
  std::vector<double> expected() {
    program(steps);
    return gradient();
  }

  static constexpr int steps = 40;
};

TEST_F(StepsLossyTest, TheErrorShrinksWithTheBound) {
  const auto right = expected();
  double before = 1;
  for (const double fraction : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const double error = off(gradient(steps, limits(fraction)), right);
    EXPECT_TRUE(tape.stepping.steps()->approximate());
    EXPECT_GT(error, 0) << fraction;
    EXPECT_LT(error, 10 * fraction);
    EXPECT_LT(error, before / 3);
    before = error;
  }
}

TEST_F(StepsLossyTest, TheSameRunGivesTheSameBits) {
  const auto first = gradient(steps, limits(1e-4));
  for (int k = 0; k < 5; ++k) EXPECT_EQ(gradient(steps, limits(1e-4)), first);
}

TEST_F(StepsLossyTest, ASecondInterpretationBeginsWithTheExactFirstState) {
  const auto right = expected();
  gradient(steps, limits(1e-6));
  for (int k = 0; k < 3; ++k) EXPECT_LT(off(gradient(), right), 1e-5);
  tape.stepping.steps()->exactly(true);
  EXPECT_EQ(gradient(), right);
  EXPECT_FALSE(tape.stepping.steps()->approximate());
  tape.stepping.steps()->exactly(false);
  EXPECT_NE(gradient(), right);
  tape.complete("test", {});
  EXPECT_EQ(gradient(), right);
}

TEST_F(StepsLossyTest, ThePresentValuesStayAsTheyWere) {
  ops_ad_reset(&context);
  tape.stepping.plan(program::steps_of(tape, limits(1e-1)));
  program(steps);
  const auto before = values();
  for (int k = 0; k < 3; ++k) {
    gradient();
    EXPECT_EQ(values(), before);
  }
}

TEST_F(StepsLossyTest, ItIsSaidOnceThatDerivativesAreApproximate) {
  gradient(steps, limits(1e-3));
  gradient();
  gradient(steps, limits(1e-3));
  const std::string text = said.str(), told = "derivatives are approximate";
  EXPECT_THAT(text, AllOf(HasSubstr("-OPS_AD_LOSSY=0.001"), HasSubstr(told), HasSubstr("off by up to 0.001"), HasSubstr("-OPS_AD_CHECK=lossy")));
  EXPECT_EQ(text.find(told), text.rfind(told));
}

TEST_F(StepsLossyTest, NothingIsSaidWhereNothingIsOff) {
  const auto right = expected();
  EXPECT_EQ(gradient(steps, limits(1e-3, {})), right) << "everything is kept";
  EXPECT_EQ(gradient(steps, limits({})), right) << "without loss";
  EXPECT_EQ(gradient(steps, limits(1e-300)), right) << "all take less room as they are";
  EXPECT_FALSE(tape.stepping.steps()->approximate());
  EXPECT_THAT(said.str(), Not(HasSubstr("approximate")));
}

TEST_F(StepsLossyTest, ThePlanSaysIt) {
  context.options.words["OPS_AD_PLAN"] = "";
  gradient(steps, limits(1e-3));
  EXPECT_THAT(said.str(), HasSubstr("off by up to 0.001 of the largest value of their dataset: derivatives are approximate"));
}

TEST_F(StepsLossyTest, DisksThatFailCostStepsAndLeaveTheErrorSmall) {
  const auto right = expected();
  faulty_disk::faults().write_error = ENOSPC;
  faulty_disk::faults().good_writes = 4;
  EXPECT_LT(off(gradient(steps, limits(1e-6)), right), 1e-5);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("more steps run again"), Not(HasSubstr("derivatives stay the same"))));
  faulty_disk::faults().write_error = 0;
  for (int flip = 5; flip < 12; ++flip) {
    faulty_disk::faults().writes = 0;
    faulty_disk::faults().flip = flip;
    EXPECT_LT(off(gradient(steps, limits(1e-6)), right), 1e-5);
  }
}

/// They may hold anything, which must not count as the largest value.
TEST_F(StepsLossyTest, CellsThatAreOverwrittenBeforeTheyAreReadHaveNoPart) {
  fixture::Kernel huge;
  make(huge, {OPS_READ, OPS_WRITE}, {{.coefficient = 1e200, .out = 1, .a = 0}});
  const ops::Box rim = fixture::box(0, 8, -1, 0), with_rim = fixture::box(0, 8, -1, 6);
  const auto run_program = [&] {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { at(dat, i) = 0.005 * i[0] - 0.003 * i[1] + 0.2; });
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      run(copy, {f, u}, rim);
      run(square, {u, v}, with_rim);
      run(jacobi, {v, f, u}, all);
      run(huge, {f, u}, rim);
    }
    objective(u);
    return gradient();
  };
  const auto right = run_program();
  ops_ad_reset(&context);
  tape.stepping.plan(program::steps_of(tape, limits(1e-6)));
  EXPECT_LT(off(run_program(), right), 1e-5);
  EXPECT_TRUE(tape.stepping.steps()->approximate());
}

TEST_F(StepsLossyTest, TheOptionIsAFraction) {
  auto& words = context.options.words;
  words["OPS_AD_DISK"] = std::filesystem::temp_directory_path();
  EXPECT_FALSE(ops::with_disk({}, context).disk->lossy);
  words["OPS_AD_LOSSY"] = "1e-6";
  EXPECT_EQ(ops::with_disk({}, context).disk->lossy, 1e-6);
  for (const char* text : {"", "0", "1", "-0.1", "1e-6 ", "nan", "inf", "many"}) EXPECT_FALSE(ops::fraction_of(text)) << text;
}

}  // namespace

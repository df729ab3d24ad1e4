// tests/ops/check/lossy_test.cpp: the error that is reported is the one that two gradients show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "ops/check/checks.hpp"
#include "ops/check/command_line.hpp"
#include "ops/gradient/derivatives.hpp"
#include "tests/ops/tape/fixture.hpp"
#include "tests/ops/tape/program_steps.hpp"

namespace {

using fixture::error_of;
using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;

class LossyTest : public TapeTest {
 protected:
  void program(std::optional<double> lossy, std::optional<std::int64_t> slots = 1) {
    ops_ad_reset(&context);
    ops::Limits limits;
    limits.slots = slots;
    limits.disk = {std::filesystem::temp_directory_path(), 1 << 20, false, lossy};
    tape.stepping.plan(program::steps_of(tape, limits));
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { at(dat, i) = 0.005 * i[0] - 0.003 * i[1] + 0.2; });
    for (int k = 0; k < 30; ++k) {
      tape.step({});
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
    }
    objective(u);
  }
  std::map<std::string, std::vector<double>> all_derivatives() {
    return {{"dataset 'u'", derivatives(u)}, {"dataset 'v'", derivatives(v)}, {"dataset 'f'", derivatives(f)}};
  }
  std::vector<double> derivatives(ops_dat dat) {
    std::vector<double> found;
    program::for_points(dat->layout.allocated, [&](const ops::Index& i) { found.push_back(derivative(dat, i)); });
    return found;
  }
};

TEST_F(LossyTest, TheErrorOfEachDatasetIsReportedAndTheGradientStays) {
  program({});
  ops_interpret_adjoints(&context);
  const auto right = all_derivatives();
  for (const double fraction : {1e-3, 1e-6}) {
    program(fraction);
    ops_interpret_adjoints(&context);
    const auto found = all_derivatives();
    const ops_ad_lossy_result result = ops_ad_lossy_test(&context);
    EXPECT_TRUE(result.approximate);
    ASSERT_EQ(result.rows.size(), 3U);
    for (const ops_ad_lossy_row& row : result.rows) {
      double difference = 0, largest = 0;
      for (std::size_t i = 0; i < right.at(row.name).size(); ++i) {
        difference = std::max(difference, std::abs(found.at(row.name)[i] - right.at(row.name)[i]));
        largest = std::max(largest, std::abs(right.at(row.name)[i]));
      }
      EXPECT_GT(difference, 0);
      EXPECT_DOUBLE_EQ(row.error, difference / largest);
      EXPECT_EQ(row.largest, largest);
    }
    EXPECT_EQ(result.error, std::ranges::max_element(result.rows, {}, &ops_ad_lossy_row::error)->error);
    EXPECT_EQ(all_derivatives(), found);
  }
  EXPECT_THAT(said.str(), AllOf(HasSubstr("Lossy test"), HasSubstr("dataset 'f'"), HasSubstr("the gradient is off by up to")));
}

TEST_F(LossyTest, WhereNothingIsOffItSaysSo) {
  for (const std::optional<double> lossy : {std::optional<double>(), std::optional(1e-3)}) {
    program(lossy, lossy ? std::nullopt : std::optional<std::int64_t>(1));
    ops_interpret_adjoints(&context);
    const ops_ad_lossy_result result = ops_ad_lossy_test(&context);
    EXPECT_FALSE(result.approximate);
    EXPECT_EQ(result.error, 0);
    EXPECT_THAT(result.verdict, HasSubstr("the gradient is exact"));
  }
}

TEST_F(LossyTest, PoisonIsNotTakenForValuesThatAreOff) {
  program(1e-3);
  ops_interpret_adjoints(&context);
  const auto before = all_derivatives();
  EXPECT_TRUE(ops_ad_poison_test(&context).passed);
  EXPECT_EQ(all_derivatives(), before);
}

TEST_F(LossyTest, WithoutAGradientItSaysWhatIsMissing) {
  EXPECT_THAT(error_of([&] { ops_ad_lossy_test(&context); }), HasSubstr("ops_ad_lossy_test: the tape is empty"));
  program(1e-3);
  EXPECT_THAT(error_of([&] { ops_ad_lossy_test(&context); }), HasSubstr("there is no gradient yet: call ops_interpret_adjoints first"));
}

TEST_F(LossyTest, TheCommandLineReportsBeforeOtherChecksKeepAllStates) {
  program(1e-3);
  ops_interpret_adjoints(&context);
  const auto before = derivatives(f);
  context.options.words["OPS_AD_CHECK"] = "lossy,dot,loops";
  program(1e-3);
  ops::check_interpretations(context, &tape);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(derivatives(f), before);
  const std::string text = said.str();
  EXPECT_LT(text.find("the gradient is off by up to"), text.find("Loop test"));
  EXPECT_THAT(text, AllOf(HasSubstr("Loop test"), HasSubstr("Dot-product test")));
}

}  // namespace

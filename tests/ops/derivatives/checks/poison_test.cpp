// tests/ops/derivatives/checks/poison_test.cpp: poison is harmless where the tape knows what is needed, and is found
// where it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/derivatives/checks/check_options.hpp"
#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using fixture::TapeTest;
using testing::HasSubstr;

class PoisonTest : public TapeTest {
 protected:
  void program() {
    run(copy, {u, v}, v->layout.allocated);
    for (int k = 0; k < 3; ++k) {
      run(jacobi, {v, f, w}, all);
      run(square, {w, v}, all);
      run(square_in_place, {v}, box(0, 8, 0, 1));
    }
    objective(v);
  }
  std::vector<double> numbers() {
    std::vector<double> found;
    for (const ops_dat dat : {u, v, f, w})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) {
        found.push_back(at(dat, i));
        found.push_back(derivative(dat, i));
      });
    return found;
  }
  ops_dat w = declare("w");
};

TEST_F(PoisonTest, TheGradientKeepsItsBitsAndEverythingIsPutBack) {
  program();
  ops_interpret_adjoints(&context);
  const auto before = numbers();
  const ops_ad_poison_result result = ops_ad_poison_test(&context);
  EXPECT_TRUE(result.passed) << result.verdict;
  EXPECT_GT(result.poisoned, 1000U);
  EXPECT_GT(result.compared, 500U);
  EXPECT_EQ(numbers(), before);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(numbers(), before);
  EXPECT_THAT(said.str(), HasSubstr("Poison test: passed"));
}

TEST_F(PoisonTest, WithoutAGradientItSaysWhatIsMissing) {
  EXPECT_THAT(error_of([&] { ops_ad_poison_test(&context); }), HasSubstr("ops_ad_poison_test: the tape is empty"));
  program();
  EXPECT_THAT(error_of([&] { ops_ad_poison_test(&context); }),
              HasSubstr("there is no gradient yet: call ops_interpret_adjoints first"));
}

TEST_F(PoisonTest, AValueThatIsWronglySaidNotToBeNeededIsFound) {
  square.reads[0] = {{-1, 0}};  // the adjoint reads the centre
  square.facts[0].reads = square.reads[0];
  program();
  ops_interpret_adjoints(&context);
  const ops_ad_poison_result result = ops_ad_poison_test(&context);
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.loop, "loop");
  EXPECT_THAT(result.verdict, HasSubstr("the first NaN arises in the adjoint of loop"));
}

TEST_F(PoisonTest, TheCommandLineRunsAllChecksAndChangesNoBit) {
  program();
  ops_interpret_adjoints(&context);
  const auto before = numbers();
  context.options.words["OPS_AD_CHECK"] = "dot,loops,poison,taylor";
  ops::check_interpretations(context);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(numbers(), before);
  for (const char* said_so : {"Dot-product test", "Loop test", "Poison test: passed", "Taylor test: not possible"})
    EXPECT_THAT(said.str(), HasSubstr(said_so));
}

}  // namespace

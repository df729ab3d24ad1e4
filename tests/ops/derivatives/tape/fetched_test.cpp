// tests/ops/derivatives/tape/fetched_test.cpp: a result that comes back to loops through the host is warned of, once;
// nothing else is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;

class FetchedTest : public TapeTest {
 protected:
  /// The result of `kernel` over `dat`, as a program reads it.
  double result(const program::Kernel& kernel, ops_dat dat, double value = 0.25) {
    run(kernel, {dat, nullptr}, all);
    std::memcpy(sum->data, &value, sizeof value);
    tape.recorder.reduction_result(sum, {});
    return value;
  }
  /// v = u, with `value` passed in as a constant or as an argument.
  void use(double value, bool constant, bool passive = false) {
    std::vector<ops_arg> args(3);
    ops::ArgView views[3];
    for (std::size_t k : {0, 1}) {
      args[k].argtype = ops::ArgKind::dat;
      args[k].dat = k == 0 ? u : v;
      args[k].acc = k == 0 ? OPS_READ : OPS_WRITE;
      views[k] = program::view_of(args[k].dat, {});
    }
    double other = 7.5;
    args[2].argtype = ops::ArgKind::gbl;
    args[2].element = ops::Type::f64;
    views[2].in = constant ? &other : &value;
    args[2].elem_size = sizeof value;
    context.constants["scale"].name = "scale";
    const auto* bytes = reinterpret_cast<const std::byte*>(constant ? &value : &other);
    const std::shared_ptr<const std::vector<std::byte>> constants[] = {
        std::make_shared<std::vector<std::byte>>(bytes, bytes + sizeof value)};
    context.hooks.redirector->redirect(
        std::make_shared<ops::LoopCall>(ops::LoopCall{"use", {}, nullptr, 2, all, args, &copy.implementation, passive}),
        {views, constants});
  }
  std::size_t warnings() const {
    const std::string text = said.str();
    std::size_t count = 0;
    for (std::size_t at = text.find("OPS warning"); at != std::string::npos; at = text.find("OPS warning", at + 1))
      ++count;
    return count;
  }
};

TEST_F(FetchedTest, AResultGivenToALoopIsWarnedOfOnce) {
  for (int twice = 0; twice < 2; ++twice) use(result(total, u), false);
  EXPECT_EQ(warnings(), 1u) << said.str();
  EXPECT_THAT(said.str(),
              AllOf(HasSubstr("argument 3 of loop 'use' at"), HasSubstr(" is the value of reduction 'sum', read at"),
                    HasSubstr("Derivatives cannot be propagated through host code"),
                    HasSubstr("If the value comes from an earlier run (a measurement), call ops_ad_reset after "
                              "that run, and declare the value with ops_ad_constant"),
                    HasSubstr("ops_par_loop_passive")));
}

TEST_F(FetchedTest, AResultPublishedAsAConstantToo) {
  use(result(total, u), true);
  EXPECT_EQ(warnings(), 1u);
  EXPECT_THAT(said.str(), HasSubstr("constant 'scale' of loop 'use'"));
}

TEST_F(FetchedTest, TheSmallestValueToo) {
  program::Kernel least = {};
  make(least, {OPS_READ, OPS_MIN}, {{.out = 1, .a = 0}});
  least.args[1].reduction = true;
  program::finish<double>(least, true);
  use(result(least, u), false);
  EXPECT_EQ(warnings(), 1u);
}

TEST_F(FetchedTest, OtherValuesAreNot) {
  result(total, u, 0.25);
  use(0.5, false);
  for (const double common : {0.0, 1.0, -1.0}) {
    result(total, u, common);
    use(common, false);
  }
  EXPECT_EQ(said.str(), "");
}

TEST_F(FetchedTest, ResultsOfPassiveDataOrForPassiveLoopsAreNot) {
  use(result(total, declare("p", true)), false);
  EXPECT_EQ(said.str(), "");
  use(result(total, u), false, true);
  EXPECT_THAT(said.str(), testing::Not(HasSubstr("through host code")));
}

TEST_F(FetchedTest, ValuesThatLoopsWereGivenBeforeAreNot) {
  use(0.04, false);
  result(total, u, 0.04);
  use(0.04, false);
  EXPECT_EQ(said.str(), "");
}

TEST_F(FetchedTest, ResultsBeforeAResetAreNot) {
  const double value = result(total, u);
  tape.reset();
  use(value, false);
  EXPECT_EQ(said.str(), "");
}

}  // namespace

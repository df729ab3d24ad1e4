// tests/ops/derivatives/tape/taylor_test.cpp: the gradient checker accepts right gradients and rejects wrong ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/taylor_table.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::error_of;
using fixture::TapeTest;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class TaylorTest : public TapeTest {
 protected:
  double program() {
    run(copy, {u, v}, v->layout.allocated);
    for (int k = 0; k < 3; ++k) {
      run(jacobi, {v, f, w}, all);
      run(square, {w, v}, all);
    }
    return objective(v);
  }
  ops_ad_taylor_result test(const ops_ad_taylor_options& options = {}) {
    return ops_ad_taylor_test(&context, {u, f}, [this] { return program(); }, sum, options);
  }
  /// Of a handle that a loop has just added to; no seed.
  double result_of(ops_reduction handle) {
    double value;
    std::memcpy(&value, handle->data, sizeof value);
    if (context.hooks.tape) tape.recorder.reduction_result(handle, {});
    std::memset(handle->data, 0, sizeof value);
    return value;
  }
  ops_dat w = declare("w");
  ops_reduction other_ = nullptr;
};

TEST_F(TaylorTest, RightGradientPassesWithSecondOrder) {
  const double before = at(u, {3, 3});
  const ops_ad_taylor_result result = test();
  EXPECT_TRUE(result.passed) << result.verdict;
  EXPECT_EQ(result.table.size(), 9u);
  EXPECT_NEAR(result.table[2].rate_second, 2.0, 0.1);
  EXPECT_NEAR(result.table[2].rate_first, 1.0, 0.1);
  EXPECT_THAT(said.str(), HasSubstr("Taylor test of dataset 'u', dataset 'f': J(x) ="));
  EXPECT_EQ(at(u, {3, 3}), before);
  EXPECT_EQ(tape.statistics().nodes, 0u);
}

void wrong(const ops::AdjointLaunch& launch) {
  program::Interpreter<double>::scatter(launch);
  const ops::ArgView& target = launch.args[0].target;
  if (!target.out) return;
  program::for_points(launch.range,
                      [&](const ops::Index& i) { *program::at<double>(target, target.out, i, {}, 0) *= 1.0001; });
}

TEST_F(TaylorTest, WrongGradientFails) {
  square.implementation.adjoint = wrong;
  square.implementation.adjoint_owner = nullptr;
  const ops_ad_taylor_result result = test({.print = false});
  EXPECT_FALSE(result.passed) << result.verdict;
  EXPECT_THAT(result.verdict, HasSubstr("observed order 1."));
  EXPECT_EQ(said.str(), "");
}

/// Of remainders a h + c h^2 + noise, for an objective and a slope of 1.
ops_ad_taylor_result judged(double a, double c, double noise, const ops::Rounding& limits) {
  ops_ad_taylor_result result;
  result.objective = result.slope = 1;
  const double ratio = ops_ad_taylor_options{}.ratio;
  double h = 1e-2;
  for (int i = 0; i < 9; ++i, h *= ratio) {
    const double remainder =
        a * h + c * h * h + noise * std::array{1.0, -0.6, 0.8, -0.3, 0.9}[static_cast<std::size_t>(i) % 5];
    result.table.push_back({h, std::abs(h + remainder), std::abs(remainder), 0, 0, remainder});
  }
  ops::judge(result, ratio, limits);
  return result;
}
constexpr ops::Rounding of_double{2.2e-13, 2.2e-10, 2.2e-14, 1.5e-8}, of_float{2.2e-13, 1.2e-4, 1.2e-7, 3.45e-4};

TEST(TaylorTable, AnErrorOfATenthOfAPercentIsSeenBehindCurvature) {
  for (const double c : {1.0, 1e2, 1e3, 1e4, -1e4, 1e5}) {
    EXPECT_TRUE(judged(0, c, 1e-16, of_double).passed) << c;
    for (const double a : {1e-3, -1e-3, 1e-2})
      EXPECT_THAT(judged(a, c, 1e-16, of_double).verdict, StartsWith("failed")) << a << ' ' << c;
  }
}

TEST(TaylorTable, RoundingOfFloatsIsAllowedForAndHidesNoLargeError) {
  EXPECT_TRUE(judged(0, 1, 3e-7, of_float).passed);
  EXPECT_TRUE(judged(0, 10, 1e-6, of_float).passed);
  EXPECT_THAT(judged(0.1, 1, 3e-7, of_float).verdict, StartsWith("failed"));
}

TEST(TaylorTable, NothingToSeeIsInconclusive) {
  ops_ad_taylor_result still;
  still.objective = 1;
  for (double h = 1e-2; h > 1e-6; h *= 0.1) still.table.push_back({h, 0, 0, 0, 0, 0});
  ops::judge(still, 0.1, of_double);
  EXPECT_TRUE(still.inconclusive && !still.passed);
  EXPECT_THAT(still.verdict, StartsWith("inconclusive: the objective does not change"));
}

void not_a_number(const ops::AdjointLaunch& launch) {
  program::Interpreter<double>::scatter(launch);
  const ops::ArgView& target = launch.args[0].target;
  if (target.out)
    *program::at<double>(target, target.out, launch.range.lo, {}, 0) = std::numeric_limits<double>::quiet_NaN();
}

TEST_F(TaylorTest, AGradientThatIsNotFiniteFailsAndIsTraced) {
  square.implementation.adjoint = not_a_number;
  square.implementation.adjoint_owner = nullptr;
  const ops_ad_taylor_result result = test();
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.verdict, "failed: the gradient is not finite");
  program();
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  ops_interpret_adjoints(&context);
  std::vector<double> values(static_cast<std::size_t>(u->layout.interior.volume()));
  for (int times = 0; times < 2; ++times) ops_dat_fetch_derivative(u, reinterpret_cast<char*>(values.data()));
  EXPECT_THAT(said.str(), HasSubstr("the derivative of dataset 'u' is NaN at ("));
  EXPECT_THAT(said.str(), HasSubstr("the non-finite value first arose in the adjoint of loop 'loop' at "));
  EXPECT_EQ(said.str().find("arose"), said.str().rfind("arose"));
}

TEST_F(TaylorTest, FrozenObjectiveFails) {
  const auto constant = [this] {
    program();
    return 3.0;
  };
  EXPECT_THAT(ops_ad_taylor_test(&context, {u}, constant, sum).verdict, HasSubstr("failed"));
}

TEST_F(TaylorTest, AFunctionThatKeepsValuesOfTheRunBeforeIsNamed) {
  const auto twice = [this] {
    run(jacobi, {v, f, w}, all);  // v is not set before
    run(copy, {w, v}, all);
    return objective(v);
  };
  const ops_ad_taylor_result result = ops_ad_taylor_test(&context, {f}, twice, sum);
  EXPECT_FALSE(result.passed || result.inconclusive);
  EXPECT_THAT(result.verdict, StartsWith("failed: the function returns "));
  EXPECT_THAT(result.verdict, HasSubstr(" for the same inputs; it may use data that its previous call changed"));
}

TEST_F(TaylorTest, AnObjectiveThatJumpsIsInconclusive) {
  const double threshold = at(u, {3, 3});
  const auto jumping = [&] {
    const double right = program();
    return at(u, {3, 3}) == threshold ? right : right * 1.001;
  };
  const ops_ad_taylor_result result = ops_ad_taylor_test(&context, {u}, jumping, sum);
  EXPECT_TRUE(result.inconclusive && !result.passed) << result.verdict;
  EXPECT_THAT(result.verdict, testing::MatchesRegex(
                                  "inconclusive: the order of the remainder cannot show whether the gradient is right: "
                                  "the objective is discontinuous along the direction "
                                  ".it jumps by [0-9.e-]+, even for very small steps."));
}

TEST_F(TaylorTest, AResultThatIsReturnedAndHasNoSeedIsNamedWhereTheTestFails) {
  const ops_reduction other = ops::declare_reduction(context, sizeof(double), "double", "penalty", {});
  const auto both = [&](double factor) {
    return [this, other, factor] {
      const double misfit = program();
      std::swap(sum, other_);
      run(total, {f, nullptr}, all);
      const double penalty = result_of(sum);
      std::swap(sum, other_);
      return misfit + factor * penalty;
    };
  };
  other_ = other;
  EXPECT_FALSE(ops_ad_taylor_test(&context, {f}, both(0.1)).passed);
  EXPECT_THAT(said.str(), HasSubstr("reduction 'penalty' (read at "));
  EXPECT_THAT(said.str(), Not(HasSubstr("'sum'")));
  said.str("");
  EXPECT_TRUE(ops_ad_taylor_test(&context, {f}, both(0.0)).passed);  // looked at only
  EXPECT_THAT(said.str(), Not(HasSubstr("is not differentiated")));
}

TEST_F(TaylorTest, LinearObjectivePassesDownToRounding) {
  std::vector<double> seed(48, 1.0);
  const auto linear = [&] {
    run(copy, {u, v}, v->layout.allocated);
    if (context.hooks.tape) ops_dat_set_derivative(v, reinterpret_cast<char*>(seed.data()));
    double total = 0;
    program::for_points(all, [&](const ops::Index& i) { total += at(v, i); });
    return total;
  };
  const ops_ad_taylor_result result = ops_ad_taylor_test(&context, {u}, linear);
  EXPECT_TRUE(result.passed) << result.verdict;
  EXPECT_THAT(result.verdict, HasSubstr("to within rounding errors"));
}

TEST_F(TaylorTest, DatasetsThatTheProgramFreesWhileNothingIsRecorded) {
  ops_dat given = declare("given");
  const auto with_temporary = [&] {
    run(copy, {u, given}, all);
    const double value = objective(given);
    if (context.paused.tape) {
      for (ops::Recorder* recorder : {context.hooks.recorder, context.paused.recorder})
        if (recorder) recorder->forget(given);
      ops::free_dat(context, given, {});
      given = declare("given");
    }
    return value;
  };
  EXPECT_TRUE(ops_ad_taylor_test(&context, {u}, with_temporary, sum).passed);
  objective(given);
  tape.interpret({});
  EXPECT_EQ(derivative(given, {1, 1}), 2 * at(given, {1, 1}));
}

TEST_F(TaylorTest, Misuse) {
  const auto run_it = [this] { return program(); };
  const ops_dat p = declare("p", true);
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {}, run_it, sum); }), HasSubstr("no inputs"));
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {p}, run_it, sum); }), HasSubstr("'p' is passive"));
  const double value = 1;
  const ops_scalar k =
      ops::declare_scalar(context, "k", &value, 1, {ops::Type::f64, sizeof value, false, true}, true, {});
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {u, k}, run_it, sum); }), HasSubstr("'k' is passive"));
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {ops_scalar{}}, run_it, sum); }),
              HasSubstr("an input is null"));
  EXPECT_THAT(error_of([&] { test({.rows = 2}); }), HasSubstr("rows = 2"));
  EXPECT_THAT(error_of([&] { test({.ratio = 1.5}); }), HasSubstr("ratio = 1.5"));
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {u}, run_it, ops_reduction{}); }),
              HasSubstr("null reduction"));
  ops_reduction gone = nullptr;
  {
    ops::Context other;
    gone = ops::declare_reduction(other, sizeof(double), "double", "foreign", {});
    EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {u}, run_it, gone); }),
                HasSubstr("'foreign', belongs to another instance"));
  }
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {u}, run_it, gone); }),
              HasSubstr("the objective is not a valid reduction handle"));
  const ops_reduction count = ops::declare_reduction(context, sizeof(int), "int", "count", {});
  EXPECT_THAT(error_of([&] { ops_ad_taylor_test(&context, {u}, run_it, count); }),
              HasSubstr("'count', is of type int, but must be float or double"));
}

/// The table of a program of floats, whose rounding is that of large terms that cancel; `off`: what part of the
/// gradient is wrong.
ops_ad_taylor_result table_of_floats(double first, double off) {
  ops_ad_taylor_result result;
  result.objective = 1e-3;
  const double rounding[] = {3e-7, 1e-7, 6e-8, 9e-8, 4e-8, 9e-8, 5e-8, 3e-8, 1e-7};
  double h = first;
  for (const double noise : rounding) {
    result.table.push_back({.h = h, .first = 0.4 * h, .second = 10 * h * h + 0.4 * off * h + noise});
    h *= std::sqrt(0.1);
  }
  return result;
}

ops_ad_taylor_result judged(ops_ad_taylor_result result, double shortest) {
  ops::judge(result, std::sqrt(0.1), {2e-16, 5e-10, 1e-10, shortest});
  return result;
}

TEST(TaylorTable, RoundingOfFloatsIsNoWrongGradient) {
  EXPECT_TRUE(judged(table_of_floats(1e-2, 0.0), 3.45e-4).passed);
  EXPECT_THAT(judged(table_of_floats(1e-2, 0.0), 3.45e-4).verdict, HasSubstr("observed order 2."));
  EXPECT_FALSE(judged(table_of_floats(1e-2, 0.0), 1.5e-8).passed);  // were these doubles
  EXPECT_FALSE(judged(table_of_floats(1e-2, 0.1), 3.45e-4).passed);
}

TEST(TaylorTable, StepsThatAreTooShortTestNothing) {
  EXPECT_THAT(judged(table_of_floats(5e-4, 0.0), 3.45e-4).verdict,
              HasSubstr("failed: steps below 3e-04 show only rounding errors"));
}

}  // namespace

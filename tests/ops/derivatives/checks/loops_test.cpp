// tests/ops/derivatives/checks/loops_test.cpp: the test of every recorded loop on adjoints that are right, and on such
// that are not.
#include "ops/derivatives/checks/check_options.hpp"
#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/tangents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using fixture::TapeTest;
using testing::HasSubstr;
using Kind = ops_ad_fault_kind;

double& number(const ops::ArgView& view, void* base, const ops::Index& i) {
  return *program::at<double>(view, base, i, {}, 0);
}

/// Adjoints of v = u * u, each with one mistake.
void factor_lost(const ops::AdjointLaunch& l) {
  program::for_points(l.range, [&](const ops::Index& i) {
    const double u = *program::at<double>(l.args[0].primal, l.args[0].primal.in, i, {}, 0);
    number(l.args[0].target, l.args[0].target.out, i) +=
        u * *program::at<double>(l.args[1].seed, l.args[1].seed.in, i, {}, 0);
  });
}
void set_instead_of_added(const ops::AdjointLaunch& l) {
  program::for_points(l.range, [&](const ops::Index& i) {
    const double u = *program::at<double>(l.args[0].primal, l.args[0].primal.in, i, {}, 0);
    number(l.args[0].target, l.args[0].target.out, i) =
        2 * u * *program::at<double>(l.args[1].seed, l.args[1].seed.in, i, {}, 0);
  });
}
/// Adds what does not depend on the seed, as one that reads memory which nothing has set.
void something_added(const ops::AdjointLaunch& l) {
  program::Interpreter<double>::scatter(l);
  if (l.args[0].target.out)
    program::for_points(l.range,
                        [&](const ops::Index& i) { number(l.args[0].target, l.args[0].target.out, i) += 0.3; });
}
/// Right but at one point.
void lost_at_a_point(const ops::AdjointLaunch& l) {
  program::for_points(l.range, [&](const ops::Index& i) {
    const double u = *program::at<double>(l.args[0].primal, l.args[0].primal.in, i, {}, 0);
    const double factor = i[0] == 3 && i[1] == 2 ? std::numeric_limits<double>::quiet_NaN() : 2 * u;
    number(l.args[0].target, l.args[0].target.out, i) +=
        factor * *program::at<double>(l.args[1].seed, l.args[1].seed.in, i, {}, 0);
  });
}

class LoopsTest : public TapeTest {
 protected:
  LoopsTest() { start(); }  // so that squares of squares stay finite

  void program() {
    run(copy, {u, v}, v->layout.allocated);
    for (int k = 0; k < 5; ++k) {
      run(jacobi, {v, f, w}, all);
      run(square, {w, v}, all);
      run(square_in_place, {v}, box(0, 8, 0, 1));
    }
    objective(v);
  }
  /// The adjoint of `square` is this one, written by the user.
  void plant(ops::AdjointFunction wrong) {
    square.implementation.adjoint = wrong;
    square.implementation.adjoint_owner = nullptr;
    square.implementation.kernel = "square";
    square.implementation.user_adjoint = "square_adjoint";
  }
  void ask(const char* words) {
    context.options.words["OPS_AD_CHECK"] = words;
    ops::check_interpretations(context);
  }
  std::vector<double> gradient() {
    std::vector<double> all_cells;
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { all_cells.push_back(derivative(dat, i)); });
    return all_cells;
  }
  ops_dat w = declare("w");
};

TEST_F(LoopsTest, RightLoopsPassWithFewTests) {
  program();
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  EXPECT_TRUE(result.passed) << result.verdict;
  EXPECT_TRUE(result.faults.empty());
  ASSERT_EQ(result.loops.size(), 5U);  // copy, jacobi, square, square_in_place, total
  EXPECT_EQ(result.loops[1].recorded, 5);
  EXPECT_EQ(result.loops[1].tested, 3);
  for (const ops_ad_loop_row& row : result.loops) EXPECT_LT(row.error, 1e-14);
  EXPECT_EQ(result.verdict, "passed: 11 calls of 5 loops");
  EXPECT_THAT(said.str(), HasSubstr("Loop test: each loop must satisfy <s, J d> = <J^T s, d>"));
  EXPECT_EQ(ops_ad_loops_test(&context, {.repetitions = 0}).loops[1].tested, 5);
  EXPECT_EQ(ops_ad_loops_test(&context, {.repetitions = 1}).loops[1].tested, 1);
}

TEST_F(LoopsTest, NothingIsChanged) {
  program();
  ops_interpret_adjoints(&context);
  const auto first = gradient();
  ops_tangent(&context, {{u, u}});
  const double slope = *ops_reduction_get_tangent(sum);
  ops_ad_loops_test(&context, {.repetitions = 0});
  EXPECT_EQ(gradient(), first);
  EXPECT_EQ(*ops_reduction_get_tangent(sum), slope);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(), first);
  EXPECT_TRUE(tape.switches.postpone);
}

TEST_F(LoopsTest, AWrongDerivativeIsNamedByKernelAndArgument) {
  plant(factor_lost);
  program();
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.verdict, "failed: the adjoint is wrong for 1 of 5 loops");
  ASSERT_EQ(result.faults.size(), 1U);
  const ops_ad_loop_fault& fault = result.faults[0];
  EXPECT_EQ(fault.kind, Kind::derivative);
  EXPECT_EQ(fault.adjoint, "square_adjoint");
  EXPECT_EQ(fault.input, "w");
  EXPECT_EQ(fault.input_argument, 1);
  EXPECT_EQ(fault.output, "v");
  EXPECT_EQ(fault.output_argument, 2);
  EXPECT_NEAR(fault.expected, 2 * fault.found, 1e-13 * std::abs(fault.expected));
  EXPECT_THAT(
      fault.text,
      HasSubstr(
          "loop 'loop', kernel 'square': square_adjoint gives a wrong derivative of 'v' (argument 2) with respect to "
          "'w' (argument 1)"));
  EXPECT_THAT(said.str(), HasSubstr("WRONG"));
}

TEST_F(LoopsTest, ADerivativeThatIsSetInsteadOfAddedIsFound) {
  plant(set_instead_of_added);
  program();
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  ASSERT_EQ(result.faults.size(), 1U);
  EXPECT_EQ(result.faults[0].kind, Kind::overwritten);
  EXPECT_EQ(result.faults[0].input, "w");
  EXPECT_THAT(
      result.faults[0].text,
      HasSubstr(
          "replaces the derivative of 'w' (argument 1) instead of adding to it, although the kernel only reads 'w'"));
}

TEST_F(LoopsTest, ADerivativeThatIsNoNumberIsWrongWhereTheTangentIsOne) {
  plant(lost_at_a_point);
  program();
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  EXPECT_FALSE(result.passed);
  ASSERT_EQ(result.faults.size(), 1U) << said.str();
  EXPECT_EQ(result.faults[0].kind, Kind::derivative);
  EXPECT_EQ(result.faults[0].input, "w");
  EXPECT_EQ(result.faults[0].output, "v");
}

TEST_F(LoopsTest, ADerivativeThatIsNotZeroedIsFound) {
  square.facts[1].consumed = false;
  program();
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  ASSERT_EQ(result.faults.size(), 1U) << said.str();
  EXPECT_EQ(result.faults[0].kind, Kind::not_zeroed) << result.faults[0].text;
  EXPECT_EQ(result.faults[0].input, "v");
  EXPECT_EQ(result.faults[0].input_argument, 2);
}

TEST_F(LoopsTest, ALoopWithoutTangentIsSaidNotToBeTested) {
  square.implementation.tangent = nullptr;
  square.implementation.not_differentiable = "no rule for 'tgamma'";
  program();
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  EXPECT_TRUE(result.passed);
  EXPECT_EQ(result.loops[2].tested, 0);
  EXPECT_THAT(result.loops[2].remark, HasSubstr("no rule for 'tgamma'"));
}

TEST_F(LoopsTest, OnTheCommandLineGradientsKeepTheirBitsAndFaultsAreThrown) {
  program();
  ops_interpret_adjoints(&context);
  const auto first = gradient();
  ask("loops");
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(), first);
  EXPECT_THAT(said.str(), HasSubstr("passed: 11 calls of 5 loops"));
  plant(factor_lost);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              HasSubstr("square_adjoint gives a wrong derivative of 'v' (argument 2)"));
}

TEST_F(LoopsTest, WrittenAdjointsAreTestedUnderEveryWord) {
  ask("poison");
  program();
  ops_interpret_adjoints(&context);
  EXPECT_THAT(said.str(), testing::Not(HasSubstr("Loop test")));
  plant(set_instead_of_added);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              HasSubstr("square_adjoint replaces the derivative of 'w'"));
  EXPECT_THAT(said.str(), HasSubstr("failed: the adjoint is wrong for 1 of 1 loops"));
}

TEST_F(LoopsTest, RoundingOfSubnormalNumbersIsNoFault) {
  fixture::Kernel faint;
  make(faint, {OPS_READ, OPS_WRITE},
       {{.coefficient = 1.3e-321, .out = 1, .a = 0, .a_offset = {1, 0}}, {.coefficient = 3.1e-321, .out = 1, .a = 0}});
  run(faint, {u, v}, all);
  objective(v);
  const ops_ad_loops_result result = ops_ad_loops_test(&context);
  EXPECT_TRUE(result.faults.empty()) << result.faults.front().text;
}

TEST_F(LoopsTest, ErrorsSayWhatIsMissing) {
  EXPECT_THAT(error_of([&] { ops_ad_loops_test(&context); }), HasSubstr("ops_ad_loops_test: the tape is empty"));
  program();
  EXPECT_THAT(error_of([&] { ops_ad_loops_test(&context, {.repetitions = -1}); }),
              HasSubstr("the number of repetitions is -1; it must not be negative"));
  EXPECT_EQ(ops::checks_complaint("loops,dot"), "");
  EXPECT_EQ(ops::checks_complaint("loop"),
            "the value must be one or more of taylor, dot, loops and poison, separated by commas");
  EXPECT_NE(ops::checks_complaint("loops,"), "");
}

TEST_F(LoopsTest, DerivativesThatAreNotFiniteFailTheDotTestOfTheCommandLine) {
  at(u, {3, 2}) = std::numeric_limits<double>::quiet_NaN();
  program();
  ask("dot");
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              HasSubstr("the dot-product test of -OPS_AD_CHECK failed: the derivatives are not finite; "
                        "-OPS_AD_TRACE=trace.html shows where"));
}

TEST_F(LoopsTest, NoWrongAdjointIsTakenForRounding) {
  for (const ops::AdjointFunction wrong : {factor_lost, set_instead_of_added, something_added}) {
    tape.reset();
    square.implementation.adjoint = wrong;
    square.implementation.adjoint_owner = nullptr;
    program();
    const ops_ad_dot_result result = ops_ad_dot_test(&context, {u, f});
    EXPECT_FALSE(result.passed || result.inconclusive) << result.verdict;
    EXPECT_THAT(result.verdict, testing::StartsWith("failed: relative difference"));
  }
}

/// Large terms that cancel from loop to loop: 0.3 u + 1e14 (u - u), but for what rounding leaves of it.
class CancellationTest : public LoopsTest {
 protected:
  CancellationTest() {
    make(large, {OPS_READ, OPS_WRITE}, {{.coefficient = 1e7 / 3, .out = 1, .a = 0}});
    make(back, {OPS_READ, OPS_READ, OPS_WRITE},
         {{.coefficient = 3e7, .out = 2, .a = 0},
          {.coefficient = -1e14, .out = 2, .a = 1},
          {.coefficient = 0.3, .out = 2, .a = 1}});
  }
  void cancel() {
    run(large, {u, w}, all);
    run(back, {w, u, v}, all);
    run(zero, {w}, all);
    run(square, {v, f}, all);
    run(zero, {v}, all);
    objective(f);
  }
  fixture::Kernel large, back;
};

TEST_F(CancellationTest, ADifferenceThatRoundingExplainsIsInconclusiveAndNoError) {
  cancel();
  const ops_ad_dot_result result = ops_ad_dot_test(&context, {u});
  EXPECT_TRUE(result.inconclusive && !result.passed) << result.verdict;
  EXPECT_THAT(
      result.verdict,
      testing::MatchesRegex("inconclusive: the relative difference .* exceeds the tolerance 1.0e-12, but "
                            "rounding errors alone can cause a relative difference of "
                            ".*; one possible cause is a solver that continues to iterate after it has converged"));
  ops_interpret_adjoints(&context);
  const auto first = gradient();
  ask("dot");
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(), first);
}

TEST_F(CancellationTest, RoundingExcusesNoWrongAdjoint) {
  square.implementation.adjoint = factor_lost;
  square.implementation.adjoint_owner = nullptr;
  square.implementation.kernel = "square";
  cancel();
  ask("dot");
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              HasSubstr("the dot-product test of -OPS_AD_CHECK failed: "));
}

}  // namespace

// tests/ops/derivatives/tape/tangent_test.cpp: directional derivatives as the user gets them, and the dot-product test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/tangents.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using fixture::TapeTest;
using testing::HasSubstr;

class TangentTest : public TapeTest {
 protected:
  /// J of u and f: nonlinear, with an overwritten dataset and a boundary that is saved as a region.
  double program() {
    run(copy, {u, v}, v->layout.allocated);
    for (int k = 0; k < 3; ++k) {
      run(jacobi, {v, f, w}, all);
      run(square, {w, v}, all);
      run(square_in_place, {v}, box(0, 8, 0, 1));
    }
    return objective(v);
  }
  double slope() { return *ops_reduction_get_tangent(sum); }
  ops_dat w = declare("w"), direction = declare("direction", true);
};

TEST_F(TangentTest, SlopeIsThatOfADifferenceQuotient) {
  program();
  ops_tangent(&context, {{u, direction}});
  const double mine = slope();
  context.hooks = {};
  const auto moved = [&](double h) {
    program::for_points(u->layout.allocated, [&](const ops::Index& i) { at(u, i) += h * at(direction, i); });
    return program();
  };
  const double h = 1e-5, above = moved(h), below = moved(-2 * h);
  EXPECT_NEAR(mine, (above - below) / (2 * h), 1e-7 * std::abs(mine));
}

TEST_F(TangentTest, SlopeIsTheGradientTimesTheDirection) {
  program();
  ops_interpret_adjoints(&context);
  double expected = 0;
  program::for_points(u->layout.allocated,
                      [&](const ops::Index& i) { expected += derivative(u, i) * at(direction, i); });
  ops_tangent(&context, {{u, direction}});
  EXPECT_NEAR(slope(), expected, 1e-13 * std::abs(expected));
}

TEST_F(TangentTest, DirectionsOfTheInteriorAndDerivativesOfDatasetsArePacked) {
  run(square, {u, v}, all);
  std::vector<double> along(48, 0.0), slopes(48, -1.0);
  along[3] = 2.0;
  ops_tangent(&context, {{u, reinterpret_cast<const char*>(along.data())}});
  ops_dat_fetch_tangent(v, reinterpret_cast<char*>(slopes.data()));
  EXPECT_DOUBLE_EQ(slopes[3], 2.0 * at(u, {3, 0}) * 2.0);
  slopes[3] = 0;
  EXPECT_EQ(slopes, std::vector<double>(48, 0.0));
  ops_dat_fetch_tangent(f, reinterpret_cast<char*>(slopes.data()));
  EXPECT_EQ(slopes, std::vector<double>(48, 0.0));
}

TEST_F(TangentTest, AnOmittedPathIsNamedWhereTheProgramReadsTheTangent) {
  run(copy, {u, v}, all);
  run(square, {u, f}, all, true);
  run(jacobi, {v, f, w}, all);
  objective(w);
  ops_tangent(&context, {{f, direction}});  // no path from here is lost
  slope();
  EXPECT_EQ(said.str(), "");
  ops_tangent(&context, {{u, direction}});
  EXPECT_EQ(said.str(), "");
  slope();
  const std::string how = ": passive loop 'loop' at", where = "computes dataset 'f' from values that depend on 'u'. ";
  EXPECT_THAT(said.str(), AllOf(HasSubstr("ops_reduction_get_tangent at "),
                                HasSubstr("the directional derivative of reduction 'sum' omits one path from dataset "
                                          "'u' to this reduction" +
                                          how),
                                HasSubstr(where)));
  said.str("");
  std::vector<double> slopes(48);
  ops_dat_fetch_tangent(v, reinterpret_cast<char*>(slopes.data()));
  EXPECT_EQ(said.str(), "");
  ops_dat_fetch_tangent(w, reinterpret_cast<char*>(slopes.data()));
  EXPECT_THAT(said.str(),
              AllOf(HasSubstr("ops_dat_fetch_tangent at "), HasSubstr("to this dataset" + how), HasSubstr(where)));
}

TEST_F(TangentTest, ADirectionWithoutInfluenceIsNamed) {
  run(copy, {u, v}, all);
  run(copy, {v, w}, all);
  objective(w);
  ops_tangent(&context, {{u, direction}});
  EXPECT_EQ(said.str(), "");
  ops_tangent(&context, {{u, direction}, {f, direction}});
  EXPECT_THAT(said.str(), AllOf(HasSubstr("ops_tangent at "),
                                HasSubstr(": the direction of dataset 'f' changes no other "
                                          "data and no result: no recorded loop reads it"),
                                Not(HasSubstr("'u'"))));
  ops_tangent(&context, {{v, direction}});
  EXPECT_THAT(said.str(),
              HasSubstr("the direction of dataset 'v' changes no other data and no result: the derivative is "
                        "with respect to the values at the beginning of the recording, but loop 'loop' at "));
}

TEST_F(TangentTest, ASecondSweepAndAnInterpretationInBetweenChangeNoBit) {
  program();
  ops_tangent(&context, {{u, direction}, {f, direction}});
  const double first = slope();
  ops_interpret_adjoints(&context);
  const double gradient = derivative(u, {2, 2});
  ops_tangent(&context, {{u, direction}, {f, direction}});
  EXPECT_EQ(slope(), first);
  EXPECT_EQ(derivative(u, {2, 2}), gradient);
}

TEST_F(TangentTest, WhatComesFromOutsideDoesNotMove) {
  run(square, {u, v}, all);
  tape.recorder.raw_write(v, {});
  objective(v);
  ops_tangent(&context, {{u, direction}});
  EXPECT_EQ(slope(), 0.0);
}

TEST_F(TangentTest, ErrorsSayWhatIsMissing) {
  const auto tangent = [&](const std::vector<ops_ad_direction>& directions) {
    return error_of([&] { ops_tangent(&context, directions); });
  };
  EXPECT_THAT(tangent({{u, direction}}), HasSubstr("the tape is empty"));
  program();
  EXPECT_THAT(error_of([&] { slope(); }),
              HasSubstr("no directional derivative has been computed yet: call ops_tangent first"));
  EXPECT_THAT(tangent({}), HasSubstr("no directions were given"));
  EXPECT_THAT(tangent({{u, direction}, {u, f}}), HasSubstr("two directions were given for dataset 'u'"));
  EXPECT_THAT(tangent({{direction, u}}), HasSubstr("dataset 'direction' is passive: it has no derivative"));
  EXPECT_THAT(tangent({{u, declare("narrow", false, "float")}}),
              HasSubstr("the tangent direction of dataset 'u' is of type float, but must be double"));
  EXPECT_THAT(tangent({{u, static_cast<ops_dat>(nullptr)}}),
              HasSubstr("the tangent direction of dataset 'u' is null, or is in a dataset that has been freed or "
                        "belongs to another instance"));
  ops_tangent(&context, {{u, direction}});
  EXPECT_THAT(error_of([&] { ops_reduction_get_tangent<float>(sum); }),
              HasSubstr("reduction 'sum' is of type double, but this call expects type float"));
  tape.reset();
  EXPECT_THAT(error_of([&] { slope(); }), HasSubstr("call ops_tangent first"));
}

TEST_F(TangentTest, ALoopWithoutTangentIsNamedIfADirectionReachesIt) {
  square.implementation.tangent = nullptr;
  square.implementation.not_differentiable = "kernel.h:3:5: function 'tgamma' has no derivative rule";
  program();
  EXPECT_THAT(error_of([&] { ops_tangent(&context, {{u, direction}}); }),
              HasSubstr("this call requires the tangent of loop 'loop', but the loop has no tangent: kernel.h:3:5: "
                        "function 'tgamma'"));
  EXPECT_THAT(error_of([&] { slope(); }), HasSubstr("no directional derivative has been computed yet"));
}

TEST_F(TangentTest, DotTestPassesAndLeavesSeedsAndGradientsAlone) {
  program();
  ops_interpret_adjoints(&context);
  const double gradient = derivative(u, {2, 2});
  const ops_ad_dot_result result = ops_ad_dot_test(&context, {u, f});
  EXPECT_TRUE(result.passed) << result.verdict;
  EXPECT_LT(result.error, 1e-14);
  EXPECT_GT(result.size, 0.0);
  EXPECT_THAT(said.str(), HasSubstr("Dot-product test: random v and w\n  <w, J v>"));
  EXPECT_EQ(derivative(u, {2, 2}), gradient);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(derivative(u, {2, 2}), gradient);
}

TEST_F(TangentTest, DotTestFindsAWrongAdjoint) {
  program();
  const auto right = square.implementation.adjoint_owner;
  square.implementation.adjoint_owner = nullptr;
  square.implementation.adjoint = [](const ops::AdjointLaunch&) {};
  EXPECT_FALSE(ops_ad_dot_test(&context, {u}).passed);
  square.implementation.adjoint_owner = right;
  EXPECT_TRUE(ops_ad_dot_test(&context, {u}).passed);
}

TEST_F(TangentTest, DotTestSaysWhenItTestedNothing) {
  program();
  const ops_ad_dot_result result = ops_ad_dot_test(&context, {declare("lonely")});
  EXPECT_FALSE(result.passed);
  EXPECT_EQ(result.verdict, "failed: no output depends on the inputs, so the derivatives were not tested");
  EXPECT_THAT(error_of([&] { ops_ad_dot_test(&context, {}); }), HasSubstr("no inputs were given"));
  EXPECT_THAT(error_of([&] { ops_ad_dot_test(&context, {direction}); }), HasSubstr("input 'direction' is passive"));
}

}  // namespace

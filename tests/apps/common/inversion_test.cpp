#include "apps/common/inversion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using testing::DoubleNear;
using testing::ElementsAre;

/// (v0 - 3)² + 10 (v1 - 5)² + (v2 - 1)²
double bowl(const std::vector<double>& v, std::vector<double>& gradient) {
  gradient = {2.0 * (v[0] - 3.0), 20.0 * (v[1] - 5.0), 2.0 * (v[2] - 1.0)};
  return (v[0] - 3.0) * (v[0] - 3.0) + 10.0 * (v[1] - 5.0) * (v[1] - 5.0) + (v[2] - 1.0) * (v[2] - 1.0);
}

TEST(InversionTest, FindsTheLeastMisfitWhereTheModelIsSought) {
  const apps::Inversion found = apps::invert({{2.0, 2.0, 2.0}, {1.0, 0.5, 0.0}, bowl}, 50);
  EXPECT_THAT(found.model, ElementsAre(DoubleNear(3.0, 1e-4), DoubleNear(5.0, 1e-4), 2.0));
  EXPECT_DOUBLE_EQ(found.misfits.front(), 92.0);
  EXPECT_NEAR(found.misfits.back(), 1.0, 1e-4);
  EXPECT_GE(found.evaluations, static_cast<int>(found.misfits.size()));
}

TEST(InversionTest, StaysWithinItsReach) {
  const apps::Inversion found = apps::invert({{2.0, 2.0, 2.0}, {1.0, 0.5, 1.0}, bowl, 2.0}, 200);
  EXPECT_THAT(found.model, ElementsAre(DoubleNear(3.0, 1e-3), DoubleNear(3.0, 1e-3), DoubleNear(1.0, 1e-3)));
}

TEST(InversionTest, StopsAfterSoManyIterations) {
  EXPECT_EQ(apps::invert({{2.0, 2.0, 2.0}, {1.0, 0.5, 0.0}, bowl}, 1).misfits.size(), 2U);
}

TEST(InversionTest, AGuessThatIsBestStays) {
  const apps::Inversion found = apps::invert({{3.0, 5.0, 1.0}, {1.0, 1.0, 1.0}, bowl}, 5);
  EXPECT_THAT(found.model, ElementsAre(3.0, 5.0, 1.0));
  EXPECT_EQ(found.misfits, std::vector<double>{0.0});
}

TEST(InversionTest, WhatTheMisfitThrowsArrives) {
  int calls = 0;
  const auto failing = [&calls](const std::vector<double>& v, std::vector<double>& gradient) {
    if (++calls == 3) throw std::runtime_error("no more memory");
    return bowl(v, gradient);
  };
  EXPECT_THAT([&] { apps::invert({{2.0, 2.0, 2.0}, {1.0, 1.0, 1.0}, failing}, 50); },
              testing::ThrowsMessage<std::runtime_error>("no more memory"));
  EXPECT_EQ(calls, 3);
}

TEST(InversionTest, AGradientThatPointsTheWrongWayIsSpokenOf) {
  const auto wrong = [](const std::vector<double>& v, std::vector<double>& gradient) {
    const double value = bowl(v, gradient);
    for (double& g : gradient) g = -g;
    return value;
  };
  EXPECT_THAT(
      [&] { apps::invert({{2.0, 2.0, 2.0}, {1.0, 1.0, 1.0}, wrong}, 50); },
      testing::ThrowsMessage<std::runtime_error>(testing::HasSubstr("libLBFGS found no step that lowers the misfit")));
}

}  // namespace

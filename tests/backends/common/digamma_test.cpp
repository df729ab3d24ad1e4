// tests/backends/common/digamma_test.cpp: against differences of lgamma in long double, the recurrence, and known values.
#include "backends/common/digamma.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace ops::backend {
namespace {

/// Central differences of fourth order of |gamma|'s logarithm.
double slope_of_lgamma(double x) {
  const long double h = 1e-4L;
  const auto f = [x](long double d) { return std::lgamma(static_cast<long double>(x) + d); };
  return static_cast<double>((f(-2 * h) - f(2 * h) + 8 * (f(h) - f(-h))) / (12 * h));
}

TEST(DigammaTest, IsTheSlopeOfLgamma) {
  for (const double x : {0.05, 0.3, 1.0, 1.4616, 2.5, 7.9, 11.99, 12.01, 40.0, 1e3, -0.3, -0.7, -1.5, -4.25, -11.8, -30.4})
    EXPECT_NEAR(digamma(x), slope_of_lgamma(x), 1e-9 * (1 + std::abs(digamma(x)))) << x;
}

TEST(DigammaTest, KnownValues) {
  EXPECT_NEAR(digamma(1.0), -std::numbers::egamma, 1e-15);
  EXPECT_NEAR(digamma(0.5), -std::numbers::egamma - 2 * std::numbers::ln2, 4e-15);
  EXPECT_NEAR(digamma(1.4616321449683623), 0.0, 2e-15);
  EXPECT_NEAR(trigamma(1.0), std::numbers::pi * std::numbers::pi / 6, 2e-15);
  EXPECT_NEAR(trigamma(0.5), std::numbers::pi * std::numbers::pi / 2, 8e-15);
  EXPECT_NEAR(trigamma(-0.5), std::numbers::pi * std::numbers::pi / 2 + 4, 2e-14);
  EXPECT_FLOAT_EQ(digamma(0.5f), -1.9635100f);
}

TEST(DigammaTest, TrigammaIsItsSlope) {
  for (const double x : {0.1, 0.9, 3.3, 11.999, 12.5, 100.0, -0.4, -2.6, -9.1}) {
    const double h = 1e-4, d = (digamma(x - 2 * h) - digamma(x + 2 * h) + 8 * (digamma(x + h) - digamma(x - h))) / (12 * h);
    EXPECT_NEAR(trigamma(x), d, 1e-7 * (1 + std::abs(d))) << x;
  }
}

TEST(DigammaTest, BothSidesOfWhereTheSeriesBeginsAgree) {
  for (double x = 0.25; x < 14; x += 0.25) {
    EXPECT_NEAR(digamma(x + 1), digamma(x) + 1 / x, 4e-15 * (1 + 1 / x)) << x;
    EXPECT_NEAR(trigamma(x + 1), trigamma(x) - 1 / (x * x), 4e-15 * (1 + 1 / (x * x))) << x;
  }
}

TEST(DigammaTest, PolesAndNotANumber) {
  EXPECT_TRUE(std::isinf(digamma(0.0)));
  EXPECT_TRUE(std::isinf(digamma(-3.0)));
  EXPECT_TRUE(std::isnan(digamma(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(trigamma(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace ops::backend

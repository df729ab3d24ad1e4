// Mirrors ops/loops/launch/float_mode.hpp.
#include "ops/loops/launch/float_mode.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <thread>

namespace {

using ops::FloatMode;

/// Half the smallest normal number, computed here and now.
double half_of_least() {
  volatile double least = std::numeric_limits<double>::min();
  return 0.5 * least;
}

/// Half the smallest normal number, as an operand.
double doubled_subnormal() {
  volatile double subnormal = std::numeric_limits<double>::denorm_min();
  return std::numeric_limits<double>::max() * subnormal;
}

class FloatModeTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!FloatMode::can_flush) GTEST_SKIP() << "this processor's subnormal numbers cannot be switched off here";
  }
};

TEST_F(FloatModeTest, FlushesResultsAndOperandsWhileSomebodyAsksForIt) {
  EXPECT_GT(half_of_least(), 0.0);
  EXPECT_GT(doubled_subnormal(), 0.0);
  {
    const ops::SubnormalsFlushed one;
    EXPECT_EQ(half_of_least(), 0.0);
    EXPECT_EQ(doubled_subnormal(), 0.0);
    { const ops::SubnormalsFlushed two; }
    EXPECT_EQ(half_of_least(), 0.0);
  }
  EXPECT_GT(half_of_least(), 0.0);
  EXPECT_GT(doubled_subnormal(), 0.0);
}

TEST_F(FloatModeTest, AnotherThreadTakesAModeOver) {
  double inside = 1.0, after = 0.0;
  const FloatMode flushing = FloatMode::present().flushing();
  std::thread([&] {
    {
      const ops::InFloatMode same(flushing);
      inside = half_of_least();
    }
    after = half_of_least();
  }).join();
  EXPECT_EQ(inside, 0.0);
  EXPECT_GT(after, 0.0);
}

TEST_F(FloatModeTest, OtherModesStayAsTheyAre) {
  const FloatMode before = FloatMode::present();
  EXPECT_TRUE(before.flushing().keeping() == before);
  EXPECT_FALSE(before.flushing() == before);
}

}  // namespace

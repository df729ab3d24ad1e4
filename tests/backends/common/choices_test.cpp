// tests/backends/common/choices_test.cpp: fmax and fmin of generated code against the C library's, for numbers, zeros, infinities and NaN.
#include "backends/common/choices.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace {

template <class T>
bool same(T a, T b) {
  return std::isnan(a) ? std::isnan(b) : std::memcmp(&a, &b, sizeof a) == 0;
}

template <class T>
class Choices : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Choices, Types);

TYPED_TEST(Choices, TakeTheNumberBesideNaN) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN(), inf = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam a : {TypeParam(1), TypeParam(-2), inf, -inf, nan})
    for (const TypeParam b : {TypeParam(1), TypeParam(-2), inf, -inf, nan}) {
      EXPECT_TRUE(same(ops::backend::fmax(a, b), std::fmax(a, b))) << a << " " << b;
      EXPECT_TRUE(same(ops::backend::fmin(a, b), std::fmin(a, b))) << a << " " << b;
    }
}

TYPED_TEST(Choices, TakeTheSecondOfTwoZeros) {
  const TypeParam zero = 0, minus = -zero;
  for (const TypeParam a : {zero, minus})
    for (const TypeParam b : {zero, minus}) {
      EXPECT_EQ(std::signbit(ops::backend::fmax(a, b)), std::signbit(b));
      EXPECT_EQ(std::signbit(ops::backend::fmin(a, b)), std::signbit(b));
    }
}

}  // namespace

// tests/ops/data/half_test.cpp: all 65536 halves to float and back, and roundings to half, against a search among all
// of them.
#include "ops/data/half.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

static_assert(sizeof(half) == 2 && std::is_trivially_copyable_v<half> &&
              std::is_trivially_default_constructible_v<half>);
static_assert(std::is_same_v<decltype(half() * half()), float> && std::is_same_v<decltype(half() * 2), float>);
static_assert(std::is_same_v<decltype(half() + 1.0), double> && std::is_same_v<decltype(-half()), float>);

constexpr int infinite = 0x7c00;

half of_bits(int bits) { return std::bit_cast<half>(static_cast<std::uint16_t>(bits)); }
int bits_of(half h) { return std::bit_cast<std::uint16_t>(h); }

/// By the definition of the format, of the bits without the sign of a finite number.
double meaning(int bits) {
  const int exponent = bits >> 10, digits = bits & 0x3ff;
  return exponent == 0 ? std::ldexp(digits, -24) : std::ldexp(1024 + digits, exponent - 25);
}

/// The nearest half, as bits; of two, the even one. What would come after the largest counts as infinite.
int nearest(double value) {
  const double size = std::fabs(value);
  int low = 0, high = infinite;  // meaning(0) <= size
  if (!(size < meaning(infinite))) return (std::signbit(value) ? 0x8000 : 0) | infinite;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (meaning(middle) <= size ? low : high) = middle;
  }
  const double below = size - meaning(low), above = meaning(high) - size;
  return (std::signbit(value) ? 0x8000 : 0) | (below < above || (below == above && low % 2 == 0) ? low : high);
}

TEST(Half, EveryOneIsAFloatAndComesBack) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    const float value = of_bits(bits);
    const int size = bits & 0x7fff;
    ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
    if (size > infinite) {
      ASSERT_TRUE(std::isnan(value) && std::isnan(static_cast<float>(half(value)))) << bits;
      continue;
    }
    ASSERT_EQ(std::fabs(value), size == infinite ? std::numeric_limits<float>::infinity() : meaning(size)) << bits;
    ASSERT_EQ(bits_of(value), bits);
    ASSERT_EQ(bits_of(static_cast<double>(value)), bits);
  }
}

TEST(Half, RoundsOnceToTheNearestEven) {
  std::vector<double> values{0.0,
                             1e-300,
                             std::ldexp(1, -25),
                             65519.99999999999,
                             65520.0,
                             65536.0,
                             1e10,
                             1e300,
                             std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::denorm_min(),
                             std::numeric_limits<float>::denorm_min()};
  for (int bits = 0; bits < infinite; ++bits) {
    const double tie = (meaning(bits) + meaning(bits + 1)) / 2;
    for (const double value : {meaning(bits), tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e9)})
      values.push_back(value);
    values.push_back(std::nextafter(static_cast<float>(tie), 0.0F));
    values.push_back(std::nextafter(static_cast<float>(tie), 1e9F));
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-30, 17), digits(1, 2);
  for (int k = 0; k < 100000; ++k) values.push_back(digits(random) * std::exp2(exponent(random)));
  for (const double size : values)
    for (const double value : {size, -size}) {
      ASSERT_EQ(bits_of(value), nearest(value)) << value;
      ASSERT_EQ(bits_of(static_cast<float>(value)), nearest(static_cast<float>(value))) << value;
    }
}

TEST(Half, IntegersAndNaN) {
  for (int value = -70000; value < 70000; ++value) ASSERT_EQ(bits_of(value), nearest(value)) << value;
  EXPECT_EQ(bits_of(std::numeric_limits<long>::max()), infinite);
  EXPECT_TRUE(std::isnan(static_cast<float>(half(std::numeric_limits<double>::quiet_NaN()))));
  EXPECT_TRUE(std::isnan(static_cast<float>(half(-std::numeric_limits<float>::signaling_NaN()))));
}

TEST(Half, ArithmeticIsThatOfFloat) {
  half h = 2049.0 / 2048;  // between 1 and the next half, a tie: 1
  EXPECT_EQ(h, 1.0F);
  h += half(0.5);
  h *= 3;
  h -= 0.25;
  h /= 2.0F;
  EXPECT_EQ(h, 2.125F);
  EXPECT_EQ(h++, 2.125F);
  EXPECT_EQ(--h, 2.125F);
  EXPECT_EQ(std::sqrt(half(2)), std::sqrt(2.0F));
  half large = 40000;
  EXPECT_EQ(large + large, 80000.0F) << "only what is stored overflows";
  large += large;
  EXPECT_TRUE(std::isinf(static_cast<float>(large)));
}

}  // namespace

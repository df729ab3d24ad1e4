// tests/ops/loops/launch/reduce_test.cpp: totals do not depend on order or division; of real numbers see sum_test.py.
#include "ops/loops/launch/reduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "ops/loops/launch/float_mode.hpp"

namespace {

using ops::Box;
using ops::reduce::most_numbers;
using ops::reduce::Op;
using ops::reduce::PartialSum;
using ops::reduce::Sum;
using ops::reduce::Total;

template <Op op, class T>
T total(const std::vector<T>& values) {
  Total<op, T> all;
  all.add(values.data(), static_cast<int>(values.size()));
  return all.value();
}

/// In a few totals, each of every so many numbers.
template <Op op, class T>
T divided(const std::vector<T>& values, std::size_t shares) {
  std::vector<Total<op, T>> totals(shares);
  for (std::size_t k = values.size(); k-- > 0;) totals[k % shares].add(&values[k], 1);
  for (std::size_t s = 1; s < shares; ++s) totals[0].add(totals[s]);
  return totals[0].value();
}

std::vector<double> random_values(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::lognormal_distribution<double> size(0.0, 6.0);
  std::vector<double> values(n);
  for (double& v : values) v = size(random) * (random() % 2 == 0 ? 1 : -1);
  return values;
}

template <Op op, class T>
void expect_no_order(const std::vector<T>& values) {
  for (const std::size_t shares : {1u, 2u, 7u}) EXPECT_EQ((divided<op, T>(values, shares)), (total<op, T>(values)));
}

TEST(ReduceTest, DivisionDoesNotMatter) {
  for (const std::size_t n : {1u, 7u, 8u, 9u, 777u}) {
    const auto doubles = random_values(n, static_cast<unsigned>(n));
    const std::vector<float> floats(doubles.begin(), doubles.end());
    std::vector<int> integers;
    std::vector<std::complex<double>> complex;
    for (const double v : doubles) {
      integers.push_back(static_cast<int>(std::fmod(v, 1000)));
      complex.emplace_back(v, 1 / v);
    }
    expect_no_order<Op::sum>(doubles);
    expect_no_order<Op::sum>(floats);
    expect_no_order<Op::sum>(integers);
    expect_no_order<Op::sum>(complex);
    expect_no_order<Op::min>(doubles);
    expect_no_order<Op::max>(floats);
    expect_no_order<Op::max>(integers);
  }
}

/// Numbers of every size, zeros, and now and then one that is not finite.
double any_number(std::mt19937_64& random, bool finite) {
  switch (random() % 12) {
    case 0: return random() % 2 == 0 ? 0.0 : -0.0;
    case 1: return std::ldexp(static_cast<double>(random() % 100) - 50.0, -1070);
    case 2: return std::ldexp(static_cast<double>(random() % 7) - 3.0, 1019);
    case 3:
      return finite              ? 1.0
             : random() % 2 == 0 ? std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::quiet_NaN();
    default: return std::ldexp(static_cast<double>(random()) - 0x1p63, static_cast<int>(random() % 200) - 130);
  }
}

/// Partial sums of a few numbers each, some of them brought together, give the sum of all.
TEST(ReduceTest, PartialSumsGiveTheSameSums) {
  std::mt19937_64 random(2718);
  for (int trial = 0; trial < 3000; ++trial) {
    const bool finite = trial % 10 != 0;
    std::vector<double> numbers(1 + random() % 60);
    for (double& number : numbers) number = any_number(random, finite);
    Sum expected, found;
    expected.add(numbers.data(), static_cast<int>(numbers.size()));
    std::vector<PartialSum> parts(1 + random() % 5);
    for (const double number : numbers) parts[random() % parts.size()].add(number);
    while (parts.size() > 1) {
      if (random() % 2 == 0) parts.front().add(parts.back());
      else found.add(parts.back());
      parts.pop_back();
    }
    found.add(parts.front());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found.to_double()), std::bit_cast<std::uint64_t>(expected.to_double()))
        << "trial " << trial;
  }
}

/// Apart, so that compilers move nothing of it out of a mode.
[[gnu::noinline]] PartialSum part_of(const std::vector<double>& numbers) {
  PartialSum part;
  for (const double number : numbers) part.add(number);
  return part;
}

/// The smallest normal numbers, of which some bits are subnormal: they count where the processor takes subnormal
/// numbers for zero as well.
TEST(ReduceTest, PartialSumsOfTheSmallestNumbersSurviveFlushing) {
  if (!ops::FloatMode::can_flush) GTEST_SKIP() << "this processor's subnormal numbers cannot be switched off here";
  std::mt19937_64 random(1618);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<double> numbers(1 + random() % 20);
    for (double& number : numbers)
      number = std::ldexp(1.0 + std::ldexp(static_cast<double>(random() >> 12), -52),
                          static_cast<int>(random() % 300) - 1022);
    Sum expected, found;
    expected.add(numbers.data(), static_cast<int>(numbers.size()));
    {
      const ops::InFloatMode flushing(ops::FloatMode::present().flushing());
      found.add(part_of(numbers));
    }
    EXPECT_EQ(std::bit_cast<std::uint64_t>(found.to_double()), std::bit_cast<std::uint64_t>(expected.to_double()))
        << "trial " << trial;
  }
}

/// As many numbers as a partial sum may have, all alike.
TEST(ReduceTest, PartialSumsOfManyNumbersDoNotOverflow) {
  for (const double number : {1.0, -0x1.fffffffffffffp39, 0x1.fffffffffffffp-3}) {
    PartialSum part;
    Sum expected, found;
    for (int k = 0; k < most_numbers; ++k) part.add(number);
    expected.add(std::vector<double>(most_numbers, number).data(), most_numbers);
    found.add(part);
    EXPECT_EQ(found.to_double(), expected.to_double());
  }
}

TEST(ReduceTest, ComplexSumsAreSumsOfTheirParts) {
  const std::vector<std::complex<double>> values{{1.0, 1e20}, {2.0, 3.0}, {-4.0, -1e20}};
  EXPECT_EQ((total<Op::sum, std::complex<double>>(values)), std::complex<double>(-1.0, 3.0));
}

TEST(ReduceTest, MinAndMaxAreThose) {
  const auto values = random_values(777, 9);
  EXPECT_EQ((total<Op::min>(values)), *std::min_element(values.begin(), values.end()));
  EXPECT_EQ((total<Op::max>(values)), *std::max_element(values.begin(), values.end()));
  EXPECT_EQ((total<Op::min, int>({3, -4, 12})), -4);
  EXPECT_EQ((total<Op::sum, int>({3, -4, 12})), 11);
}

TEST(ReduceTest, MinimaAndMaximaLeaveNanOutAndHaveOneZero) {
  for (const std::size_t n : {1u, 3u, 8u, 20u}) {
    std::vector<double> values(n, std::nan(""));
    values[n / 2] = -2.5;
    EXPECT_EQ((total<Op::min>(values)), -2.5);
    EXPECT_EQ((total<Op::max>(values)), -2.5);
    values.assign(n, 0.0);
    values[n / 2] = -0.0;
    EXPECT_FALSE(std::signbit(total<Op::min>(values)) || std::signbit(total<Op::max>(values)));
  }
}

TEST(ReduceTest, NothingGivesTheNeutralElement) {
  EXPECT_EQ((total<Op::sum, double>({})), 0.0);
  EXPECT_EQ((total<Op::min, float>({})), std::numeric_limits<float>::max());
  EXPECT_EQ((total<Op::max, float>({})), std::numeric_limits<float>::lowest());
}

TEST(ReduceTest, BlocksCoverTheRangeOnceInLexicographicOrder) {
  Box range;
  range.lo = {-5000, 2, -1, 0, 0};
  range.hi = {4100, 5, 1, 1, 1};
  const auto blocks = ops::reduce::blocks_of(range);
  EXPECT_EQ(blocks.rows, 6);
  EXPECT_EQ(blocks.per_row, 4);
  EXPECT_EQ(blocks.lo(0), -5000);
  EXPECT_EQ(blocks.hi(0), -4096);
  EXPECT_EQ(blocks.hi(blocks.per_row - 1), 4100);
  for (int b = 0; b + 1 < blocks.per_row; ++b) EXPECT_EQ(blocks.hi(b), blocks.lo(b + 1));
  EXPECT_EQ(blocks.row(0), (ops::Index{-5000, 2, -1, 0, 0}));
  EXPECT_EQ(blocks.row(4), (ops::Index{-5000, 3, 0, 0, 0}));
}

}  // namespace

// tests/ops/loop/reduce_test.cpp: the shape of reductions is the documented one, bit for bit, and independent of how work is cut.
#include "ops/loop/reduce.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/ops/loop/block_total.hpp"

namespace {

using ops::Box;
using ops::reduce::Op;

/// Written from the text of docs/architecture.md alone: one point at a time, by the value of its index.
double documented_sum(const std::vector<double>& values, int first) {
  const auto floor_div = [](int a, int b) { return static_cast<int>(std::floor(static_cast<double>(a) / b)); };
  double total = 0;
  const int end = first + static_cast<int>(values.size());
  for (int block = floor_div(first, 4096); block <= floor_div(end - 1, 4096); ++block) {
    double lane[8] = {};
    for (int i = std::max(first, block * 4096); i < std::min(end, (block + 1) * 4096); ++i)
      lane[i - 8 * floor_div(i, 8)] += values[static_cast<std::size_t>(i - first)];
    total += ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
  }
  return total;
}

double sum(const std::vector<double>& values, int first) {
  Box range;
  range.lo[0] = first;
  range.hi[0] = first + static_cast<int>(values.size());
  const auto blocks = ops::reduce::blocks_of(range);
  std::vector<double> totals;
  for (int b = 0; b < blocks.per_row; ++b)
    totals.push_back(block_total<Op::sum>(values.data() + (blocks.lo(b) - first), blocks.lo(b), blocks.hi(b) - blocks.lo(b)));
  return ops::reduce::loop_total<Op::sum>(totals.data(), blocks.count());
}

std::vector<double> random_values(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::lognormal_distribution<double> size(0.0, 6.0);
  std::vector<double> values(n);
  for (double& v : values) v = size(random) * (random() % 2 == 0 ? 1 : -1);
  return values;
}

TEST(ReduceTest, SumHasTheDocumentedShape) {
  for (const int first : {0, 1, 7, -1, -9, 4090, -4100, 123456})
    for (const std::size_t n : {1u, 2u, 7u, 8u, 9u, 100u, 4096u, 9000u}) {
      const auto values = random_values(n, static_cast<unsigned>(first) + static_cast<unsigned>(n));
      EXPECT_EQ(sum(values, first), documented_sum(values, first)) << "first " << first << ", n " << n;
    }
}

TEST(ReduceTest, RowsMayComeInPieces) {
  const auto values = random_values(1000, 5);
  double lanes[8] = {};
  for (std::size_t done = 0; done < values.size();) {
    const std::size_t piece = std::min<std::size_t>(1 + done % 13, values.size() - done);
    ops::reduce::add_row<Op::sum>(lanes, values.data() + done, static_cast<int>(done) + 3, static_cast<int>(piece));
    done += piece;
  }
  EXPECT_EQ(ops::reduce::combine_lanes<Op::sum>(lanes), block_total<Op::sum>(values.data(), 3, 1000));
}

TEST(ReduceTest, SumIsCloseToTheExactOne) {
  std::vector<double> values(20000);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = 1.0 / static_cast<double>(k + 1);
  long double exact = 0;
  for (const double v : values) exact += v;
  EXPECT_NEAR(sum(values, -77), static_cast<double>(exact), 1e-13);
}

TEST(ReduceTest, MinAndMaxAreThose) {
  const auto values = random_values(777, 9);
  EXPECT_EQ(block_total<Op::min>(values.data(), 5, 777), *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(block_total<Op::max>(values.data(), 5, 777), *std::max_element(values.begin(), values.end()));
  const int integers[] = {3, -4, 12};
  EXPECT_EQ(block_total<Op::min>(integers, 0, 3), -4);
}

TEST(ReduceTest, NothingGivesTheNeutralElement) {
  EXPECT_EQ(block_total<Op::sum>(static_cast<const double*>(nullptr), 0, 0), 0.0);
  EXPECT_EQ(block_total<Op::min>(static_cast<const float*>(nullptr), 0, 0), std::numeric_limits<float>::max());
  EXPECT_EQ(block_total<Op::max>(static_cast<const float*>(nullptr), 0, 0), std::numeric_limits<float>::lowest());
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

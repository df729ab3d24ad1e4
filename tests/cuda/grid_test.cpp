// tests/cuda/grid_test.cpp: the threads of all launches over a range are its points, once each, however large the range
// is.
#include "backends/cuda/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

extern "C" void run_threads(int order, unsigned blocks);

namespace {

using namespace ops;
using cuda::Grid;

std::vector<Box> parts_of(const Box& range) {
  std::vector<Box> parts;
  cuda::for_parts(
      range, [](const Box& part) { return Grid(part).blocks(); }, [&](const Box& part) { parts.push_back(part); });
  return parts;
}

/// Exact, other than numbers of points in 64 bits.
long double volume(const Box& box) {
  long double product = 1;
  for (int axis = 0; axis < max_dim; ++axis) product *= static_cast<long double>(box.extent(axis));
  return product;
}

/// As many blocks as are needed, and no more than a launch may have.
void expect_fitting(const Box& part) {
  const auto blocks = Grid(part).blocks();
  EXPECT_GE(blocks, 1);
  EXPECT_LE(blocks, std::int64_t{cuda::most_blocks()});
  EXPECT_GE(static_cast<long double>(blocks) * cuda::threads, volume(part));
}

bool has(const Box& box, const Index& at) {
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (at[axis] < box.lo[axis] || at[axis] >= box.hi[axis]) return false;
  return true;
}

/// The points of the threads of every `step`th block and the last one: points of the range, and no two the same.
std::size_t points(const Grid& grid, unsigned step) {
  const Box& range = grid.range();
  const auto blocks = static_cast<unsigned>(grid.blocks());
  std::set<Index> seen;
  std::size_t count = 0;
  for (unsigned block = 0; block < blocks;
       block = block + step < blocks || block == blocks - 1 ? block + step : blocks - 1)
    for (int number = 0; number < cuda::threads; ++number)
      for (int k = 0; k < grid.each(); ++k) {
        Index at;
        if (!grid.find(grid.corner(block), number, k, at)) continue;
        ++count;
        EXPECT_TRUE(has(range, at));
        seen.insert(at);
      }
  EXPECT_EQ(seen.size(), count);
  return count;
}

Box box(std::initializer_list<int> lo, std::initializer_list<int> extent) {
  Box made;
  std::size_t axis = 0;
  for (const int first : lo) made.lo[axis++] = first;
  axis = 0;
  for (const int n : extent) made.hi[axis] = made.lo[axis] + n, ++axis;
  for (; axis < max_dim; ++axis) made.hi[axis] = made.lo[axis] + 1;
  return made;
}

TEST(Grid, ThreadsAreThePointsOfARange) {
  std::mt19937 random(4711);
  const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 40; ++trial) {
    const int longest = trial % 3 == 0 ? 700 : 90;
    const Box range = box({below(90) - 50, below(90) - 50, below(9) - 5, below(9) - 5, 3},
                          {1 + below(longest), 1 + below(40), 1 + below(4), 1 + below(3), 1 + below(2)});
    expect_fitting(range);
    for (const int each : {1, 2, 16})
      EXPECT_EQ(static_cast<long double>(points(Grid(range, cuda::threads, each), 1)), volume(range));
    Box line = range;  // of one row, whose threads have points further along it
    line.hi[0] += 9000 * (trial % 2), line.hi[1] = line.lo[1] + 1;
    for (const int each : {1, 4})
      EXPECT_EQ(static_cast<long double>(points(Grid(line, cuda::threads, each), 1)), volume(line));
  }
}

/// Blocks that a box of blocks has are those all of whose points lie in the inner box.
TEST(Grid, BlocksOfABoxHaveItsPointsOnly) {
  std::mt19937 random(815);
  const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 60; ++trial) {
    const Box range =
        box({below(9) - 5, below(9) - 5, below(3), 0, 0}, {1 + below(400), 1 + below(60), 1 + below(4), 1, 1});
    Box inner = range;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      inner.lo[axis] += below(4) - 1;
      inner.hi[axis] -= below(4) - 1;
    }
    const Grid grid(range, 128, 1 << below(3));
    const cuda::BlockBox blocks(grid, inner);
    std::size_t all = 0, of_box = 0;
    for (unsigned block = 0; block < static_cast<unsigned>(grid.blocks()); ++block) {
      const Grid::Corner corner = grid.corner(block);
      bool inside = true, some = false;
      for (int number = 0; number < 128; ++number)
        for (int k = 0; k < grid.each(); ++k) {
          Index at;
          if (!grid.find(corner, number, k, at)) continue;
          some = true;
          inside = inside && has(inner, at);
        }
      ASSERT_TRUE(some);
      EXPECT_EQ(blocks.has(corner), inside) << "trial " << trial << ", block " << block;
      all += inside ? 1 : 0;
      of_box += blocks.has(corner) ? 1 : 0;
    }
    EXPECT_EQ(all, of_box);
  }
}

void expect_divides(unsigned dividend, unsigned by) {
  unsigned rest = dividend;
  ASSERT_EQ(cuda::Divisor(by).divide(rest), dividend / by) << dividend << " / " << by;
  ASSERT_EQ(rest, dividend % by);
}

/// All dividends for small divisors, multiples and their neighbours for others, up to 2^31 - 1.
TEST(Divisor, QuotientsAreExact) {
  constexpr unsigned largest = 2147483647U;
  for (unsigned by = 1; by < 200; ++by)
    for (unsigned dividend = 0; dividend < 3000; ++dividend) expect_divides(dividend, by);
  std::mt19937 random(42);
  std::vector<unsigned> divisors{1, 2, 3, 7, 641, 6700417, 1U << 30, (1U << 30) + 1, largest - 1, largest, 1U << 31};
  for (int bit = 1; bit < 31; ++bit)
    divisors.insert(divisors.end(), {(1U << bit) - 1 + (bit == 1 ? 1 : 0), 1U << bit, (1U << bit) + 1});
  for (int k = 0; k < 2000; ++k)
    divisors.push_back(std::max(1U, static_cast<unsigned>(random() % largest) >> (random() % 31)));
  for (const unsigned by : divisors)
    for (int k = 0; k < 200; ++k) {
      const unsigned multiple = largest / by * by,
                     some = static_cast<unsigned>(std::uint64_t{random() % (largest / by + 1)} * by);
      for (const unsigned near : {0U, 1U, by - 1, by, by + 1, multiple - 1, multiple, largest - 1, largest, some - 1,
                                  some, some + 1, static_cast<unsigned>(random() & largest)})
        if (near <= largest) expect_divides(near, by);
    }
}

void expect_parts_of(const Box& range, unsigned limit) {
  run_threads(0, limit);
  const std::vector<Box> parts = parts_of(range);
  long double together = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    expect_fitting(parts[k]);
    EXPECT_EQ(intersection(parts[k], range), parts[k]);
    EXPECT_TRUE(k == 0 || intersection(parts[k - 1], parts[k]).empty());
    together += volume(parts[k]);
    if (k % (parts.size() / 3 + 1) == 0)
      points(Grid(parts[k]), 1 + static_cast<unsigned>(Grid(parts[k]).blocks() / 40));
  }
  EXPECT_EQ(together, volume(range));
  EXPECT_GT(parts.size(), 1U);
}

/// More points than numbers of 32 bits, along one axis and along all; more blocks than these.
TEST(Grid, LargeRangesTakeSeveralLaunches) {
  const int most = 2147483647;
  expect_parts_of(box({-(1 << 20), -(1 << 20), 0, 0, 0}, {1 << 21, 1 << 21, 1, 1, 1}), most);
  expect_parts_of(box({0, 0, 0, 0, 0}, {1 << 11, 1 << 11, 1 << 11, 1 << 11, 5}), most);
  for (const Box& range :
       {box({-5, 7, 0, 0, 0}, {90001, 70003, 3, 1, 1}), box({-(1 << 30), 0, 0, 0, 0}, {most, 1, 1, 1, 1}),
        box({0, -(1 << 30), 0, 0, 0}, {3, most, 1, 1, 1}), box({0, 0, 0, 0, 0}, {2000, 1500, 700, 40, 6}),
        box({0, 0, 0, 0, 0}, {65536, 65536, 1, 1, 1})})
    expect_parts_of(range, 1 << 14);
}

}  // namespace

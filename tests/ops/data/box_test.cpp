// tests/ops/data/box_test.cpp: boxes behave like the sets of points they stand for.
#include "ops/data/box.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace {

using ops::Box;
using ops::Index;
using Set = std::set<Index>;

Set points(const Box& box) {
  Set set;
  if (box.empty()) return set;
  Index at = box.lo;
  while (true) {
    set.insert(at);
    int axis = 0;
    for (; axis < ops::max_dim; ++axis) {
      if (++at[axis] < box.hi[axis]) break;
      at[axis] = box.lo[axis];
    }
    if (axis == ops::max_dim) return set;
  }
}

/// A small box, empty now and then, in up to five dimensions.
Box random_box(std::mt19937& random) {
  std::uniform_int_distribution<int> lo(-2, 1), extent(0, 3);
  Box box;
  for (int axis = 0; axis < ops::max_dim; ++axis) {
    box.lo[axis] = lo(random);
    box.hi[axis] = box.lo[axis] + (extent(random) == 0 && axis == 0 ? 0 : 1 + extent(random) % 3);
  }
  return box;
}

class BoxTest : public testing::Test {
 protected:
  std::mt19937 random{2024};
};

TEST_F(BoxTest, VolumeCountsPoints) {
  for (int n = 0; n < 50; ++n) {
    const Box box = random_box(random);
    EXPECT_EQ(box.volume(), static_cast<std::int64_t>(points(box).size()));
    EXPECT_EQ(box.empty(), points(box).empty());
  }
  EXPECT_TRUE(Box::none().empty());
}

TEST_F(BoxTest, IntersectionIsThatOfSets) {
  for (int n = 0; n < 50; ++n) {
    const Box a = random_box(random), b = random_box(random);
    Set both;
    for (const Index& at : points(a))
      if (points(b).contains(at)) both.insert(at);
    EXPECT_EQ(points(intersection(a, b)), both);
    EXPECT_EQ(intersection(a, b).empty(), both.empty());
  }
}

TEST_F(BoxTest, DifferenceIsDisjointAndExact) {
  for (int n = 0; n < 50; ++n) {
    const Box a = random_box(random), b = random_box(random);
    Set rest, covered;
    for (const Index& at : points(a))
      if (!points(b).contains(at)) rest.insert(at);
    std::size_t total = 0;
    const auto pieces = difference(a, b);
    for (const Box& piece : pieces) {
      EXPECT_FALSE(piece.empty());
      const Set some = points(piece);
      total += some.size();
      covered.insert(some.begin(), some.end());
    }
    EXPECT_EQ(covered, rest);
    EXPECT_EQ(total, rest.size()) << "pieces overlap";
    EXPECT_LE(pieces.size(), 2u * ops::max_dim);
  }
}

TEST_F(BoxTest, ContainsAgreesWithSetsAndHullIsTheSmallestAround) {
  for (int n = 0; n < 50; ++n) {
    const Box a = random_box(random), b = random_box(random), h = hull(a, b);
    const Set in_a = points(a), in_b = points(b);
    EXPECT_EQ(a.contains(b), std::includes(in_a.begin(), in_a.end(), in_b.begin(), in_b.end()));
    EXPECT_TRUE(h.contains(a) && h.contains(b));
    if (a.empty() || b.empty()) continue;
    for (int axis = 0; axis < ops::max_dim; ++axis) {
      EXPECT_EQ(h.lo[axis], std::min(a.lo[axis], b.lo[axis]));
      EXPECT_EQ(h.hi[axis], std::max(a.hi[axis], b.hi[axis]));
    }
  }
}

TEST_F(BoxTest, ShiftMovesEveryPoint) {
  const Box box = random_box(random);
  const Index by{1, -2, 3, 0, 5};
  Set moved;
  for (Index at : points(box)) {
    for (std::size_t axis = 0; axis < by.size(); ++axis) at[axis] += by[axis];
    moved.insert(at);
  }
  EXPECT_EQ(points(box.shifted(by)), moved);
}

TEST_F(BoxTest, IsWrittenByItsAxes) {
  EXPECT_EQ(ops::range_text(Box{{0, -1, 0, 0, 0}, {4, 3, 1, 1, 1}}, 2), "[0, 4) x [-1, 3)");
  EXPECT_EQ(ops::point_text(Index{1, -2, 0, 0, 0}, 2), "(1, -2)");
  EXPECT_EQ(ops::point_text(Index{7, 0, 0, 0, 0}, 1), "(7)");
}

TEST_F(BoxTest, FloorDivisionRoundsTowardsMinusInfinity) {
  for (int divisor = 1; divisor < 6; ++divisor)
    for (int i = -20; i <= 20; ++i)
      EXPECT_EQ(ops::floor_div(i, divisor), static_cast<int>(std::floor(static_cast<double>(i) / divisor)));
}

}  // namespace

// tests/ops/machines/ranks/offset_sets_test.cpp: boxes of offsets are these offsets and no others.
#include "ops/machines/ranks/offset_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "ops/loops/launch/work.hpp"

namespace ops::ranks {
namespace {

std::set<Index> held(const Offsets& boxes) {
  std::set<Index> all;
  for (const Box& box : boxes)
    for (int x = box.lo[0]; x < box.hi[0]; ++x)
      for (int y = box.lo[1]; y < box.hi[1]; ++y)
        for (int z = box.lo[2]; z < box.hi[2]; ++z) all.insert({x, y, z, 0, 0});
  return all;
}

std::vector<Index> some(std::mt19937& random) {
  std::vector<Index> points(1 + random() % 12);
  for (Index& point : points)
    for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = static_cast<int>(random() % 5) - 2;
  return points;
}

TEST(OffsetsTest, BoxesHoldThePointsAndNoOthers) {
  std::mt19937 random(5);
  for (int turn = 0; turn < 200; ++turn) {
    const std::vector<Index> points = some(random);
    ASSERT_EQ(held(covering(points)), std::set<Index>(points.begin(), points.end()));
  }
  EXPECT_TRUE(covering({}).empty());
}

TEST(OffsetsTest, UsualStencilsAreFewBoxes) {
  const std::vector<Index> star{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  EXPECT_EQ(covering(star).size(), 2u);
  std::vector<Index> block;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y) block.push_back({x, y});
  EXPECT_EQ(covering(block).size(), 1u);
}

TEST(OffsetsTest, AReachIsAroundAllAndAroundNone) {
  std::mt19937 random(6);
  const std::vector<Index> points = some(random);
  const Box reach = reach_of(points);
  EXPECT_TRUE(reach.contains(Index{}));
  for (const Index& point : points) EXPECT_TRUE(reach.contains(point));
}

}  // namespace
}  // namespace ops::ranks

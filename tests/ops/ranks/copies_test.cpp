// tests/ops/ranks/copies_test.cpp: copies are brought up to date when they are old, and not again.
#include "ops/ranks/copies.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace ops::ranks {
namespace {

Box line(int lo, int hi) {
  Box b;
  b.lo[0] = lo;
  b.hi[0] = hi;
  return b;
}
Reach around(int cells) {
  Reach reach;
  reach.below[0] = reach.above[0] = cells;
  return reach;
}
std::set<int> indices(const std::vector<Box>& boxes) {
  std::set<int> all;
  for (const Box& box : boxes)
    for (int i = box.lo[0]; i < box.hi[0]; ++i) all.insert(i);
  return all;
}

/// Against a list of how far each cell's copies are up to date.
TEST(CopiesTest, WhatIsBroughtIsWhatIsOld) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Buffer buffer{reinterpret_cast<std::byte*>(64), 64, nullptr};
  Copies copies;
  std::vector<int> fresh(40, 1000);
  for (int turn = 0; turn < 2000; ++turn) {
    const int lo = below(40), hi = lo + 1 + below(40 - lo), act = below(5), reach = 1 + below(3);
    if (act == 0) copies.owners_wrote(&buffer, line(lo, hi));
    if (act == 1) copies.all_wrote(&buffer, line(lo, hi));
    for (int i = lo; i < hi && act < 2; ++i) fresh[static_cast<std::size_t>(i)] = act == 0 ? 0 : 1000;
    if (act < 2) continue;
    const std::set<int> brought = indices(copies.bring(&buffer, line(lo, hi), around(reach)));
    for (int i = 0; i < 40; ++i) {
      int& known = fresh[static_cast<std::size_t>(i)];
      const bool old = i >= lo && i < hi && known < reach;
      ASSERT_TRUE(!old || brought.contains(i)) << "cell " << i << " was old";
      ASSERT_TRUE(!brought.contains(i) || (i >= lo && i < hi)) << "cell " << i << " was not asked for";
      if (old) known = reach;
    }
    ASSERT_TRUE(copies.bring(&buffer, line(lo, hi), around(reach)).empty()) << "brought twice";
  }
}

TEST(CopiesTest, CopiesOfCopiesAreAsOld) {
  Buffer a{reinterpret_cast<std::byte*>(64), 64, nullptr}, b{reinterpret_cast<std::byte*>(128), 64, nullptr};
  Copies copies;
  copies.owners_wrote(&a, line(0, 4));
  copies.copied(&b, &a, line(2, 8));
  EXPECT_EQ(indices(copies.bring(&b, line(0, 8), around(1))), (std::set<int>{2, 3}));
  copies.forget(a.address);
  EXPECT_TRUE(copies.bring(&a, line(0, 8), around(1)).empty());
}

TEST(CopiesTest, AnAdjointReachesAsFarAsItsPointsAndTheirsTogether) {
  const Index offsets[] = {{1, 0, 0, 0, 0}, {-2, 0, 0, 0, 0}}, up[] = {{0, 1, 0, 0, 0}};
  const Reach gathered = reach_of(offsets).mirrored();
  EXPECT_EQ(gathered.below[0], 1);
  EXPECT_EQ(gathered.above[0], 2);
  EXPECT_FALSE(gathered.corners);
  EXPECT_TRUE((gathered + reach_of(up)).corners);
}

}  // namespace
}  // namespace ops::ranks

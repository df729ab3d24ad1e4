// tests/ops/ranks/copies_test.cpp: copies are brought up to date when they are old, and not again.
#include "ops/ranks/copies.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>

namespace ops::ranks {
namespace {

constexpr int size = 12;

Box box(int x0, int x1, int y0, int y1) {
  Box b;
  b.lo = {x0, y0, 0, 0, 0};
  b.hi = {x1, y1, 1, 1, 1};
  return b;
}

/// Offsets of copies that a reach asks for.
std::set<std::pair<int, int>> offsets(const Reach& reach) {
  std::set<std::pair<int, int>> all;
  for (int x = -reach.below[0]; x <= reach.above[0]; ++x)
    for (int y = -reach.below[1]; y <= reach.above[1]; ++y)
      if ((x != 0) != (y != 0) || (x != 0 && reach.corners)) all.emplace(x, y);
  return all;
}

/// Against a list, for each cell, of the offsets at which its copies are up to date: what a process sent is what it has.
TEST(CopiesTest, WhatIsBroughtIsWhatIsOld) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Buffer buffer{reinterpret_cast<std::byte*>(64), 64, nullptr};
  Copies copies;
  std::map<std::pair<int, int>, std::set<std::pair<int, int>>> fresh;  // of cells that owners have written
  for (int turn = 0; turn < 3000; ++turn) {
    const int x = below(size), y = below(size), act = below(6);
    const Box cells = box(x, x + 1 + below(size - x), y, y + 1 + below(size - y));
    const auto each = [&](const auto& visit) {
      for (int i = cells.lo[0]; i < cells.hi[0]; ++i)
        for (int k = cells.lo[1]; k < cells.hi[1]; ++k) visit(std::pair(i, k));
    };
    if (act == 0) copies.owners_wrote(&buffer, cells);
    if (act == 1) copies.all_wrote(&buffer, cells);
    if (act == 0) each([&](const auto& cell) { fresh[cell].clear(); });
    if (act == 1) each([&](const auto& cell) { fresh.erase(cell); });
    if (act < 2) continue;
    Reach reach;
    reach.below = {below(3), below(3), 0, 0, 0};
    reach.above = {below(3), below(3), 0, 0, 0};
    reach.corners = below(2) == 0;
    for (const auto& [brought, how_far] : copies.bring(&buffer, cells, reach))
      for (int i = brought.lo[0]; i < brought.hi[0]; ++i)
        for (int k = brought.lo[1]; k < brought.hi[1]; ++k)
          if (const auto known = fresh.find({i, k}); known != fresh.end()) known->second.merge(offsets(how_far));
    each([&](const auto& cell) {
      const auto known = fresh.find(cell);
      for (const auto& offset : offsets(reach))
        ASSERT_TRUE(known == fresh.end() || known->second.contains(offset)) << "turn " << turn << ": cell " << cell.first << ", " << cell.second;
    });
    ASSERT_TRUE(copies.bring(&buffer, cells, reach).empty()) << "brought twice";
  }
}

TEST(CopiesTest, CopiesOfCopiesAreAsOld) {
  Buffer a{reinterpret_cast<std::byte*>(64), 64, nullptr}, b{reinterpret_cast<std::byte*>(128), 64, nullptr};
  Copies copies;
  Reach one;
  one.below[0] = 1;
  copies.owners_wrote(&a, box(0, 4, 0, 1));
  copies.copied(&b, &a, box(2, 8, 0, 1));
  const auto old = copies.bring(&b, box(0, 8, 0, 1), one);
  ASSERT_EQ(old.size(), 1u);
  EXPECT_EQ(old[0].cells, box(2, 4, 0, 1));
  copies.forget(a.address);
  EXPECT_TRUE(copies.bring(&a, box(0, 8, 0, 1), one).empty());
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

// tests/ops/machines/ranks/neighbour_copies_test.cpp: copies are brought up to date when they are old, and not again.
#include "ops/machines/ranks/neighbour_copies.hpp"

#include <gtest/gtest.h>

#include <limits>
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

using Cells = std::multiset<std::pair<int, int>>;

void visit(const Box& cells, const auto& each) {
  for (int i = cells.lo[0]; i < cells.hi[0]; ++i)
    for (int k = cells.lo[1]; k < cells.hi[1]; ++k) each(std::pair(i, k));
}

bool inside(const Box& cells, const std::pair<int, int>& cell) {
  return cells.contains(Index{cell.first, cell.second, 0, 0, 0});
}

/// Against a list, for each cell that owners have written, of the ways along which it has been sent since.
TEST(CopiesTest, WhatIsBroughtIsWhatIsOldAndNothingElse) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto any = [&] {
    const int x = below(size), y = below(size);
    return box(x, x + 1 + below(size - x), y, y + 1 + below(size - y));
  };
  Buffer buffer{reinterpret_cast<std::byte*>(64), 64, nullptr};
  Copies copies;
  std::map<std::pair<int, int>, std::set<Way>> sent;
  int brought = 0;
  for (int turn = 0; turn < 3000; ++turn) {
    const int act = below(7);
    if (turn % 16 == 0) {  // lists that grow too long would know less
      copies.forget(buffer.address);
      sent.clear();
    }
    const Box cells = any();
    if (act == 0) copies.owners_wrote(&buffer, cells);
    if (act == 6) {  // some ways have the new values at once
      const std::vector<Needed> zone{{{below(3), below(2) == 0}, {any()}}};
      copies.owners_wrote(&buffer, cells, 1, zone);
      visit(cells, [&](const auto& cell) { sent[cell].clear(); });
      visit(zone[0].cells[0], [&](const auto& cell) {
        if (inside(cells, cell)) sent[cell].insert(zone[0].way);
      });
      continue;
    }
    if (act == 1) copies.all_wrote(&buffer, cells);
    if (act == 0) visit(cells, [&](const auto& cell) { sent[cell].clear(); });
    if (act == 1) visit(cells, [&](const auto& cell) { sent.erase(cell); });
    if (act < 2) continue;
    const Way way{below(3), below(2) == 0};
    Cells expected, found;
    const std::vector<Box> wanted{cells, any()};
    for (const Box& one : wanted)
      visit(one, [&](const auto& cell) {
        if (const auto known = sent.find(cell); known != sent.end() && known->second.insert(way).second)
          expected.insert(cell);
      });
    for (const Box& one : copies.bring(&buffer, way, wanted)) visit(one, [&](const auto& cell) { found.insert(cell); });
    ASSERT_EQ(found, expected) << "turn " << turn;
    brought += static_cast<int>(found.size());
    ASSERT_TRUE(copies.bring(&buffer, way, wanted).empty()) << "brought twice";
  }
  EXPECT_GT(brought, 1000);
}

TEST(CopiesTest, ManyBoxesBecomeOneAndEachCellIsBroughtOnce) {
  Buffer buffer{reinterpret_cast<std::byte*>(64), 64, nullptr};
  Copies copies;
  for (int x = 0; x < 60; x += 2) copies.owners_wrote(&buffer, box(x, x + 1, 0, 1));
  copies.owners_wrote(&buffer, box(11, 12, 0, 1));
  Cells found;
  for (const Box& one : copies.bring(&buffer, {1, true}, {box(0, 60, 0, 1)}))
    visit(one, [&](const auto& cell) { found.insert(cell); });
  for (int x = 0; x < 60; x += 2) EXPECT_EQ(found.count({x, 0}), 1u) << x;
  EXPECT_EQ(found.count({11, 0}), 1u);
}

TEST(CopiesTest, WhatPartsHaveWrittenAsWellIsNotOld) {
  Buffer a{reinterpret_cast<std::byte*>(64), 64, nullptr}, b{reinterpret_cast<std::byte*>(128), 64, nullptr};
  Copies copies;
  const Way here{1, false};
  const std::vector<Needed> zone{{here, {box(4, 6, 0, 1)}}};
  EXPECT_EQ(copies.fresh(&a, Box::all()), std::numeric_limits<int>::max());
  copies.owners_wrote(&a, box(0, 8, 0, 1), 2, zone);
  EXPECT_EQ(copies.fresh(&a, Box::all()), 2);
  EXPECT_EQ(copies.bring(&a, here, {box(3, 7, 0, 1)}), (std::vector{box(3, 4, 0, 1), box(6, 7, 0, 1)}));
  copies.copied(&b, &a, box(0, 8, 0, 1));
  EXPECT_EQ(copies.fresh(&b, Box::all()), 2);
  copies.brought(&a, 5);
  EXPECT_EQ(copies.fresh(&a, Box::all()), 5);
  copies.owners_wrote(&a, box(0, 1, 0, 1));
  EXPECT_EQ(copies.fresh(&a, Box::all()), 0);
  EXPECT_EQ(copies.fresh(&a, box(1, 8, 0, 1)), 5);
}

TEST(CopiesTest, CopiesOfCopiesAreAsOld) {
  Buffer a{reinterpret_cast<std::byte*>(64), 64, nullptr}, b{reinterpret_cast<std::byte*>(128), 64, nullptr};
  Copies copies;
  const Way there{1, true};
  copies.owners_wrote(&a, box(0, 4, 0, 1));
  EXPECT_FALSE(copies.bring(&a, there, {box(3, 4, 0, 1)}).empty());
  copies.copied(&b, &a, box(2, 8, 0, 1));
  EXPECT_EQ(copies.bring(&b, there, {box(0, 8, 0, 1)}), std::vector{box(2, 3, 0, 1)});
  copies.forget(a.address);
  EXPECT_FALSE(copies.any_old(&a));
  EXPECT_TRUE(copies.bring(&a, there, {box(0, 8, 0, 1)}).empty());
}

}  // namespace
}  // namespace ops::ranks

// tests/backends/common/cells_test.cpp: parts of a piece are a partition of what a target reaches, and each part is uniform.
#include "backends/common/cells.hpp"

#include <gtest/gtest.h>

#include <map>

namespace {

using ops::Box;
using ops::Index;
using ops::backend::Cells;
using ops::backend::Piece;

constexpr Index star[] = {{0, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, {0, -2, 0, 0, 0}, {0, 1, 0, 0, 0}};

ops::AdjointArg target(double* at, const Box& hole) {
  ops::AdjointArg arg;
  arg.target.out = at;
  arg.hole = hole;
  return arg;
}

TEST(CellsTest, PartsCoverTheReachOnceAndKnowTheirCells) {
  double memory = 0;
  const Box range{{3, 4, 0, 0, 0}, {90, 11, 1, 1, 1}}, hole{{10, 6, 0, 0, 0}, {30, 40, 1, 1, 1}};
  const Cells cells({2, range}, target(&memory, hole), star);
  std::map<Index, int> seen;
  const Index row{};
  for (int y = 0; y < 16; y += 4)
    for (int x = 0; x < 128; x += 64)
      ops::backend::split<2>(cells, Piece{row, x, y, 64, 4}, [&](const Piece& s, bool write, bool rim) {
        for (int j = 0; j < s.rows; ++j)
          for (int i = 0; i < s.n; ++i) {
            const Index at{s.x + i, s.y + j, 0, 0, 0};
            ++seen[at];
            EXPECT_EQ(write, hole.contains(at));
            bool all = true;
            for (const Index& point : star) {
              const bool in = range.contains(Index{at[0] - point[0], at[1] - point[1], 0, 0, 0});
              EXPECT_EQ(in, ops::backend::inside<2>(range, s, i, j, point));
              all = all && in;
            }
            if (!rim) {
              EXPECT_TRUE(all);
            }
          }
      });
  EXPECT_EQ(static_cast<std::int64_t>(seen.size()), cells.reach.volume());
  for (const auto& [at, times] : seen) {
    EXPECT_EQ(times, 1);
    EXPECT_TRUE(cells.reach.contains(at));
  }
}

TEST(CellsTest, UnwantedTargetsHaveNoParts) {
  const Cells cells({2, {{0, 0, 0, 0, 0}, {9, 9, 1, 1, 1}}}, target(nullptr, Box::none()), star);
  const Index row{};
  ops::backend::split<2>(cells, Piece{row, 0, 0, 9, 4}, [](const Piece&, bool, bool) { FAIL(); });
  EXPECT_TRUE(ops::backend::reach_of({&cells, 1}).empty());
}

TEST(CellsTest, PointsAreSplitAtEveryHole) {
  double memory = 0;
  const Box range{{0, 0, 0, 0, 0}, {64, 4, 1, 1, 1}};
  const Box holes[] = {{{5, 1, 0, 0, 0}, {20, 3, 1, 1, 1}}, {{-4, -4, 0, 0, 0}, {80, 80, 1, 1, 1}}};
  const Cells targets[] = {Cells({2, range}, target(&memory, holes[0]), {star, 1}), Cells({2, range}, target(&memory, holes[1]), {star, 1})};
  int cells = 0;
  const Index row{};
  ops::backend::split_points<2>(targets, Piece{row, 0, 0, 64, 4}, [&](const Piece& s, const auto& found) {
    for (int j = 0; j < s.rows; ++j)
      for (int i = 0; i < s.n; ++i, ++cells)
        for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(found.has(k), holes[k].contains(Index{s.x + i, s.y + j, 0, 0, 0}));
  });
  EXPECT_EQ(cells, 64 * 4);
}

template <std::size_t... k>
void split_with_many(std::index_sequence<k...>) {
  double memory = 0;
  const Box range{{0, 0, 0, 0, 0}, {200, 1, 1, 1, 1}};
  const auto hole = [](std::size_t n) { return Box{{static_cast<int>(n), 0, 0, 0, 0}, {static_cast<int>(n) + 7, 1, 1, 1, 1}}; };
  const Cells targets[] = {Cells({1, range}, target(&memory, hole(k)), {star, 1})...};
  int cells = 0;
  ops::backend::split_points<1>(targets, Piece{{}, 0, 0, 200, 1}, [&](const Piece& s, auto found) {
    for (std::size_t n = 0; n < sizeof...(k); ++n) {
      EXPECT_EQ(found.has(n), hole(n).contains(Index{s.x, 0, 0, 0, 0})) << n << " at " << s.x;
      found.remove(n);
      EXPECT_FALSE(found.has(n));
      if (n > 0) {
        EXPECT_EQ(ops::backend::empty(targets, found, n - 1), false);
      }
    }
    cells += s.n;
  });
  EXPECT_EQ(cells, 200);
}

TEST(CellsTest, PointsOfMoreTargetsThanAWordHasBits) {
  split_with_many(std::make_index_sequence<33>());
  split_with_many(std::make_index_sequence<64>());
  split_with_many(std::make_index_sequence<100>());
}

}  // namespace

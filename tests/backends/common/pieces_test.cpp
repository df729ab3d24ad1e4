// tests/backends/common/pieces_test.cpp: the ordered walk covers a range once, in order, and reduces in the fixed shape.
#include "backends/common/pieces.hpp"

#include <gtest/gtest.h>

#include "tests/ops/loop/block_total.hpp"

namespace {

using ops::Box;
using ops::Index;
using ops::backend::Piece;

TEST(PiecesTest, OrderedWalkVisitsEveryPointOnceInLexicographicOrder) {
  for (const auto& [lo, hi] : {std::pair{-5, 4100}, {-5, 7}, {0, 300}, {1024, 1025}})
    for (const int most_rows : {1, 3, ops::backend::piece_cells}) {
      const Box range{{lo, 2, -1, 0, 0}, {hi, 2005, 1, 1, 1}};
      std::vector<Index> seen;
      ops::backend::for_pieces_in_order(range, most_rows, [&](const Piece& s) {
        EXPECT_LE(s.rows, most_rows);
        EXPECT_LE(s.n * s.rows, ops::backend::piece_cells);
        for (int y = 0; y < s.rows; ++y)
          for (int x = 0; x < s.n; ++x) seen.push_back({s.x + x, s.y + y, s.row[2], 0, 0});
      });
      std::vector<Index> expected;
      for (int z = -1; z < 1; ++z)
        for (int y = 2; y < 2005; ++y)
          for (int x = lo; x < hi; ++x) expected.push_back({x, y, z, 0, 0});
      EXPECT_EQ(seen, expected);
    }
}

TEST(PiecesTest, AColumnIsOnePiece) {
  std::vector<int> rows;
  ops::backend::for_pieces_in_order({{-1, 0, 0, 0, 0}, {0, 960, 1, 1, 1}}, ops::backend::piece_cells, [&](const Piece& s) { rows.push_back(s.rows); });
  EXPECT_EQ(rows, std::vector{960});
}

TEST(PiecesTest, EmptyRangeHasNoPieces) {
  ops::backend::for_pieces_in_order(Box::none(), 1, [](const Piece&) { FAIL(); });
}

TEST(PiecesTest, ReductionHasTheShapeOfReduceHpp) {
  const Box range{{-3, 0, 0, 0, 0}, {9000, 2, 1, 1, 1}};
  const auto value = [](int x, int y) { return 1.0 / (x + 17.5 + 3 * y); };
  ops::backend::Reduction<ops::reduce::Op::sum, double, 1> total(range);
  ops::backend::for_pieces_in_order(
      range, 1,
      [&](const Piece& s, auto& lanes) {
        double values[ops::backend::piece_cells];
        for (int x = 0; x < s.n; ++x) values[x] = value(s.x + x, s.y);
        lanes.add(values, s);
      },
      total);
  double result = 0.5;
  total.combine_into(&result);
  const ops::reduce::Blocks blocks = ops::reduce::blocks_of(range);
  std::vector<double> totals;
  for (int y = 0; y < 2; ++y)
    for (int b = 0; b < blocks.per_row; ++b) {
      std::vector<double> row;
      for (int x = blocks.lo(b); x < blocks.hi(b); ++x) row.push_back(value(x, y));
      totals.push_back(block_total<ops::reduce::Op::sum>(row.data(), blocks.lo(b), static_cast<int>(row.size())));
    }
  EXPECT_EQ(result, 0.5 + ops::reduce::loop_total<ops::reduce::Op::sum>(totals.data(), static_cast<std::int64_t>(totals.size())));
}

}  // namespace

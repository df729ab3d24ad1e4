// tests/backends/common/pieces_test.cpp: the ordered walk covers a range once, in order, and reduces what its points contribute.
#include "backends/common/pieces.hpp"

#include <gtest/gtest.h>

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

TEST(PiecesTest, ReductionIsTheTotalOfAllPoints) {
  const Box range{{-3, 0, 0, 0, 0}, {9000, 2, 1, 1, 1}};
  ops::backend::Reduction<ops::reduce::Op::sum, double, 1> reduction;
  std::vector<double> all;
  ops::backend::for_pieces_in_order(
      range, 1,
      [&](const Piece& s, auto& share) {
        double values[ops::backend::piece_cells];
        for (int x = 0; x < s.n; ++x) all.push_back(values[x] = 1.0 / (s.x + x + 17.5 + 3 * s.y));
        share.add(values, s);
      },
      reduction);
  ops::reduce::Total<ops::reduce::Op::sum, double> result;
  const double more = 0.5;
  result.add(&more, 1);
  reduction.combine_into(&result);
  ops::reduce::Total<ops::reduce::Op::sum, double> total;
  total.add(all.data(), static_cast<int>(all.size()));
  total.add(&more, 1);
  EXPECT_EQ(result.value(), total.value());
  EXPECT_EQ(all.size(), 2u * 9003);
}

}  // namespace

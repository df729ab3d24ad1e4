// tests/backends/openmp/pieces_test.cpp: the parallel walk covers a range once and gives the ordered walk's reductions, bit for bit.
#include "backends/openmp/pieces.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace {

using ops::Box;
using ops::backend::Piece;

const Box ranges[] = {
    {{0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}},         {{-7, 0, 0, 0, 0}, {50001, 1, 1, 1, 1}}, {{1, 1, 0, 0, 0}, {255, 130, 1, 1, 1}},
    {{4090, -3, 2, 0, 0}, {4100, 44, 45, 1, 1}}, {{0, 5, 0, 1, -1}, {33, 14, 7, 5, 3}},   {{5, 0, 0, 0, 0}, {6, 40000, 1, 1, 1}},
};

class RangeTest : public testing::TestWithParam<Box> {};

TEST_P(RangeTest, EveryPointOnceInPiecesThatFitTheirBuffers) {
  const Box range = GetParam();
  for (const ops::openmp::Shape shape : {ops::openmp::tile, ops::openmp::long_rows, ops::openmp::short_rows, ops::openmp::single_rows}) {
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(range.volume()));
    ops::openmp::for_pieces(range, shape, [&](const Piece& s) {
      EXPECT_LE(s.rows, shape.most_rows);
      EXPECT_LE(s.n * s.rows, shape.rows * shape.cells);
      EXPECT_LE(s.n, range.extent(1) == 1 ? ops::openmp::line_cells : shape.cells);
      for (int j = 0; j < s.rows; ++j)
        for (int i = 0; i < s.n; ++i) {
          std::int64_t number = 0;
          for (int axis = ops::max_dim - 1; axis >= 0; --axis) {
            const int at = axis == 0 ? s.x + i : axis == 1 ? s.y + j : s.row[static_cast<std::size_t>(axis)];
            number = number * range.extent(axis) + at - range.lo[static_cast<std::size_t>(axis)];
          }
          ++seen[static_cast<std::size_t>(number)];
        }
    });
    for (const auto& times : seen) ASSERT_EQ(times, 1);
  }
}

template <class Walk>
std::pair<double, float> reduced(const Box& range, const Walk& walk) {
  ops::backend::Reduction<ops::reduce::Op::sum, double, 2> sum;
  ops::backend::Reduction<ops::reduce::Op::max, float, 1> most;
  walk(
      [&](const Piece& s, auto& sums, auto& mosts) {
        double values[2 * ops::backend::piece_cells];
        float large[ops::backend::piece_cells];
        for (int j = 0; j < s.rows; ++j)
          for (int i = 0; i < s.n; ++i) {
            const int k = j * s.n + i;
            values[k] = 0.0;
            const double x = s.x + i;
            values[ops::backend::piece_cells + k] = 1.0 / (1.0 + x * x + 7 * (s.y + j) + s.row[2]);
            large[k] = static_cast<float>((s.x + i) % 101 + (s.y + j) % 7);
          }
        sums.add(values, s);
        mosts.add(large, s);
      },
      sum, most);
  ops::reduce::Total<ops::reduce::Op::sum, double> total[2];
  ops::reduce::Total<ops::reduce::Op::max, float> top;
  sum.combine_into(total);
  most.combine_into(&top);
  return {total[1].value(), top.value()};
}

TEST_P(RangeTest, ReductionsDoNotDependOnTheWalk) {
  const Box range = GetParam();
  const auto in_order = reduced(range, [&](const auto& body, auto&... all) { ops::backend::for_pieces_in_order(range, 1, body, all...); });
  EXPECT_EQ(in_order,
            reduced(range, [&](const auto& body, auto&... all) { ops::backend::for_pieces_in_order(range, ops::backend::piece_cells, body, all...); }));
  EXPECT_EQ(in_order, reduced(range, [&](const auto& body, auto&... all) { ops::openmp::for_pieces(range, ops::openmp::tile, body, all...); }));
  EXPECT_EQ(in_order, reduced(range, [&](const auto& body, auto&... all) { ops::openmp::for_pieces(range, ops::openmp::long_rows, body, all...); }));
}

TEST(TilingTest, AColumnIsOneCallForAThread) {
  const Box column{{-1, 0, 0, 0, 0}, {0, 960, 1, 1, 1}}, pair{{-2, -2, 0, 0, 0}, {0, 962, 1, 1, 1}};
  EXPECT_EQ(ops::openmp::Tiling(column, ops::openmp::long_rows, 1).tasks, 1);
  EXPECT_EQ(ops::openmp::Tiling(pair, ops::openmp::long_rows, 1).rows, 512);
  EXPECT_EQ(ops::openmp::Tiling(pair, ops::openmp::single_rows, 1).tasks, 964);
}

TEST(TilingTest, EachThreadHasItsShare) {
  const Box wall{{0, 0, 0, 0, 0}, {2, 1000, 20, 1, 1}}, whole{{0, 0, 0, 0, 0}, {200, 100, 1, 1, 1}};
  EXPECT_EQ(ops::openmp::Tiling(wall, ops::openmp::long_rows, 2).rows, 512);
  EXPECT_GE(ops::openmp::Tiling(wall, ops::openmp::long_rows, 16).tasks, 16 * ops::openmp::fair_share);
  EXPECT_EQ(ops::openmp::Tiling(whole, ops::openmp::long_rows, 2).rows, 5);
  EXPECT_EQ(ops::openmp::Tiling(whole, ops::openmp::long_rows, 64).rows, 1);
}

INSTANTIATE_TEST_SUITE_P(Ranges, RangeTest, testing::ValuesIn(ranges));

}  // namespace

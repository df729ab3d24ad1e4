// tests/backends/openmp/stream_test.cpp: streaming stores copy exactly what they are given, wherever it lies.
#include "backends/openmp/stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <vector>

namespace {

TEST(StreamTest, CopiesAnyLengthToAnyAddressAndNothingElse) {
  std::vector<float> from(400);
  std::iota(from.begin(), from.end(), 1.0F);
  for (std::size_t offset = 0; offset < 20; ++offset)
    for (const std::size_t n : {0UL, 1UL, 5UL, 15UL, 16UL, 17UL, 64UL, 333UL}) {
      std::vector<float> to(400, -1.0F);
      ops::openmp::store_stream(to.data() + offset, from.data() + 3, n);
      ops::openmp::store_fence();
      for (std::size_t k = 0; k < to.size(); ++k) ASSERT_EQ(to[k], k >= offset && k < offset + n ? from[3 + k - offset] : -1.0F);
    }
}

TEST(StreamTest, PiecesOfBothLayouts) {
  constexpr int rows = 3, n = 5;
  std::vector<double> buffer(2 * ops::openmp::streamed_cells), interleaved(200, -1), planes(200, -1);
  std::iota(buffer.begin(), buffer.end(), 0.0);
  ops::ArgView view;
  view.out = interleaved.data();
  view.step = {2, 20};
  const ops::Index row{};
  const ops::backend::Piece piece{row, 1, 2, n, rows};
  ops::openmp::store_piece<double, 2, 2, true>(view, piece, buffer.data());
  view.out = planes.data();
  view.step = {1, 10};
  view.component = 100;
  ops::openmp::store_piece<double, 2, 2, false>(view, piece, buffer.data());
  for (int r = 0; r < rows; ++r)
    for (int x = 0; x < n; ++x)
      for (int c = 0; c < 2; ++c) {
        EXPECT_EQ(interleaved[static_cast<std::size_t>((r + 2) * 20 + (x + 1) * 2 + c)], r * 2 * n + 2 * x + c);
        EXPECT_EQ(planes[static_cast<std::size_t>(c * 100 + (r + 2) * 10 + x + 1)], c * ops::openmp::streamed_cells + r * n + x);
      }
  EXPECT_EQ(std::count(interleaved.begin(), interleaved.end(), -1.0), 200 - 2 * rows * n);
}

TEST(StreamTest, ZeroPlusValuesToAnyAddress) {
  std::vector<double> from(100);
  std::iota(from.begin(), from.end(), -40.0);
  from[40] = -0.0;
  for (std::size_t offset = 0; offset < 10; ++offset)
    for (const std::size_t n : {0UL, 1UL, 7UL, 8UL, 9UL, 90UL}) {
      std::vector<double> to(120, -1.0);
      ops::openmp::store_sums(to.data() + offset, from.data() + 1, n);
      ops::openmp::store_fence();
      for (std::size_t k = 0; k < to.size(); ++k) ASSERT_EQ(to[k], k >= offset && k < offset + n ? from[1 + k - offset] : -1.0);
      if (n == 90) EXPECT_FALSE(std::signbit(to[offset + 39]));
    }
}

TEST(StreamTest, LinesOfBothLayouts) {
  alignas(64) double buffer[2 * 8];
  std::iota(std::begin(buffer), std::end(buffer), 1.0);
  alignas(64) double planes[64] = {}, interleaved[64] = {};
  ops::openmp::store_lines<2, 8, false>(planes + 8, 32, buffer);
  ops::openmp::store_lines<2, 8, true>(interleaved + 16, 0, buffer);
  ops::openmp::store_fence();
  for (int k = 0; k < 64; ++k) {
    EXPECT_EQ(planes[k], k >= 8 && k < 16 ? k - 7 : k >= 40 && k < 48 ? k - 31 : 0);
    EXPECT_EQ(interleaved[k], k >= 16 && k < 32 ? k - 15 : 0);
  }
}

TEST(StreamTest, LinesBeginWhereRowsAndComponentsDo) {
  alignas(64) double memory[64];
  ops::ArgView view;
  view.out = memory;
  view.step = {1, 16, 160};
  view.component = 1600;
  EXPECT_TRUE((ops::openmp::on_lines<double, 3, false>(view)));
  for (const auto& [component, row, plane, shift] : {std::array{1601, 16, 160, 0}, {1600, 17, 160, 0}, {1600, 16, 164, 0}, {1600, 16, 160, 1}}) {
    view.out = memory + shift;
    view.step = {1, row, plane};
    view.component = component;
    EXPECT_FALSE((ops::openmp::on_lines<double, 3, false>(view)));
  }
  view.out = memory;
  view.step = {3, 24, 240};
  view.component = 1;
  EXPECT_TRUE((ops::openmp::on_lines<double, 3, true>(view)));
}

TEST(StreamTest, PartsOfAPiece) {
  const ops::Index row{};
  using Parts = std::vector<std::tuple<int, int, bool>>;
  const auto parts = [&](int x, int n, bool stream) {
    Parts found;
    ops::openmp::by_lines<8>({row, x, 5, n, 3}, stream, [&](const ops::backend::Piece& s, bool whole) {
      EXPECT_EQ(s.y, 5);
      EXPECT_EQ(s.rows, 3);
      found.emplace_back(s.x, s.n, whole);
    });
    return found;
  };
  EXPECT_EQ(parts(-3, 30, true), (Parts{{-3, 3, false}, {0, 24, true}, {24, 3, false}}));
  EXPECT_EQ(parts(-16, 16, true), (Parts{{-16, 16, true}}));
  EXPECT_EQ(parts(1, 6, true), (Parts{{1, 6, false}}));
  EXPECT_EQ(parts(5, 6, true), (Parts{{5, 3, false}, {8, 3, false}}));
  EXPECT_EQ(parts(0, 64, false), (Parts{{0, 64, false}}));
}

}  // namespace

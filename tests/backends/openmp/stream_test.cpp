// tests/backends/openmp/stream_test.cpp: streaming stores copy exactly what they are given, wherever it lies.
#include "backends/openmp/stream.hpp"

#include <gtest/gtest.h>

#include <numeric>
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
        EXPECT_EQ(interleaved[static_cast<std::size_t>((r + 2) * 20 + (x + 1) * 2 + c)], r * 2 * ops::backend::tile_cells + 2 * x + c);
        EXPECT_EQ(planes[static_cast<std::size_t>(c * 100 + (r + 2) * 10 + x + 1)], c * ops::openmp::streamed_cells + r * ops::backend::tile_cells + x);
      }
  EXPECT_EQ(std::count(interleaved.begin(), interleaved.end(), -1.0), 200 - 2 * rows * n);
}

}  // namespace

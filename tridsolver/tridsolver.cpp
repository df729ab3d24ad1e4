// tridsolver/tridsolver.cpp: which way a batch is solved, and the two simple ones: strips in place, and blocks that are gathered.
#include "tridsolver/tridsolver.hpp"

#include <algorithm>
#include <stdexcept>

#include "tridsolver/chunks.hpp"
#include "tridsolver/strips.hpp"
#include "tridsolver/tile.hpp"

namespace tridsolver {
namespace {

constexpr std::int64_t few_systems = 64;        ///< fewer leave threads idle
constexpr std::int64_t long_rows = 2048;        ///< so many are worth cutting
constexpr std::int64_t longest_rows = 16384;    ///< more do not fit caches when they lie side by side

/// Many neighbouring systems at once, as they lie.
template <class T>
void solve_strips(const Batch<T>& batch, int along, const Parallel& parallel) {
  const Matrix<T> matrix(batch);
  const Others others(batch.shape, along);
  const auto lane = static_cast<std::size_t>(along);
  const std::int64_t rows = rows_of(batch.shape), cells = batch.shape.cells[lane], width = strip_lanes<T>(rows), strips = (cells + width - 1) / width;
  const Put put = put_of(batch);
  const bool over_right = in_place(batch);
  parallel(others.number * strips, [&](std::int64_t first, std::int64_t last) {
    const Scratch<T> upper = scratch<T>(rows * width), right = scratch<T>(over_right ? 0 : rows * width);
    for (std::int64_t number = first; number < last; ++number) {
      Index at = others.index(batch.shape, number / strips);
      at[lane] = number % strips * width;
      const auto lanes = [&](const auto& array) { return lanes_at(array, at, batch.shape.axis); };
      const Lanes<T> x = lanes(batch.x);
      kernels<T>().thomas({rows, std::min(width, cells - at[lane]), lanes(matrix.lower), lanes(matrix.middle), lanes(matrix.upper), lanes(batch.d),
                           x, put, upper.get(), over_right ? x.first : right.get(), over_right ? x.row : 0});
    }
  });
}

/// Some systems at a time are gathered side by side.
template <class T>
void solve_blocks(const Batch<T>& batch, const Parallel& parallel) {
  const Matrix<T> matrix(batch);
  const Others others(batch.shape, -1);
  const std::int64_t rows = rows_of(batch.shape);
  parallel((others.number + block_lanes<T> - 1) / block_lanes<T>, [&](std::int64_t first, std::int64_t last) {
    Tile<T> tile(rows);
    for (std::int64_t block = first; block < last; ++block) {
      LaneOffsets<T> at;
      for (std::int64_t n = block * block_lanes<T>; n < std::min((block + 1) * block_lanes<T>, others.number); ++n)
        at.add(batch, matrix, others.index(batch.shape, n), 0);
      tile.fetch(batch, matrix, at, rows, true);
      tile.solve(0, rows);
      tile.bring_back(batch, at, rows);
    }
  });
}

}  // namespace

bool in_chunks(const Shape& shape) noexcept {
  const std::int64_t rows = rows_of(shape);
  return rows > longest_rows || (rows >= long_rows && (shape.batch > 0 ? shape.batch : Others(shape, -1).number) < few_systems);
}

template <class T>
void solve(const Batch<T>& batch, const Parallel& parallel) {
  check(batch.shape);
  if (rows_of(batch.shape) == 0 || Others(batch.shape, -1).number == 0) return;
  const Parallel run = parallel ? parallel : [](std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) { body(0, n); };
  if (in_chunks(batch.shape)) return solve_in_chunks(batch, run);
  const int along = lane_axis(batch);
  if (along >= 0) return solve_strips(batch, along, run);
  solve_blocks(batch, run);
}
template void solve(const Batch<float>&, const Parallel&);
template void solve(const Batch<double>&, const Parallel&);

}  // namespace tridsolver

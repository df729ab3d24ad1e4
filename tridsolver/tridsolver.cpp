// tridsolver/tridsolver.cpp: which way a batch is solved, and the two simple ones: strips in place, and blocks that are
// gathered.
#include "tridsolver/tridsolver.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "tridsolver/chunks.hpp"
#include "tridsolver/strips.hpp"
#include "tridsolver/tile.hpp"

namespace tridsolver {
namespace {

constexpr std::int64_t few_systems = 64;      ///< fewer leave threads idle
constexpr std::int64_t long_rows = 2048;      ///< so many are worth cutting
constexpr std::int64_t longest_rows = 16384;  ///< more do not fit caches when they lie side by side

/// Many neighbouring systems at once, as they lie.
template <class T>
void solve_strips(const Batch<T>& batch, int along, const Parallel& parallel) {
  const Matrix<T> matrix(batch);
  const Others others(batch.shape, along);
  const auto lane = static_cast<std::size_t>(along);
  const std::int64_t rows = rows_of(batch.shape), cells = batch.shape.cells[lane], width = strip_lanes<T>(rows),
                     strips = (cells + width - 1) / width;
  const Put put = put_of(batch);
  const bool over_right = in_place(batch);
  parallel(others.number * strips, [&](std::int64_t first, std::int64_t last) {
    const Scratch<T> upper = scratch<T>(rows * width), right = scratch<T>(over_right ? 0 : rows * width);
    for (std::int64_t number = first; number < last; ++number) {
      Index at = others.index(batch.shape, number / strips);
      at[lane] = number % strips * width;
      const auto lanes = [&](const auto& array) { return lanes_at(array, at, batch.shape.axis); };
      const Lanes<T> x = lanes(batch.x);
      kernels<T>().thomas({rows, std::min(width, cells - at[lane]), lanes(matrix.lower), lanes(matrix.middle),
                           lanes(matrix.upper), lanes(batch.d), x, put, upper.get(), over_right ? x.first : right.get(),
                           over_right ? x.row : 0});
    }
  });
}

/// Some systems at a time, side by side: read as they lie, or gathered.
template <class T>
class Blocks {
 public:
  explicit Blocks(const Batch<T>& batch)
      : batch_(batch),
        matrix_(batch),
        others_(batch.shape, -1),
        rows_(rows_of(batch.shape)),
        lanes_(along_memory(batch, rows_) && rows_ <= most_rows_along ? line_lanes<T> : block_lanes<T>) {}

  void solve(const Parallel& parallel) const {
    parallel((others_.number + lanes_ - 1) / lanes_, [this](std::int64_t first, std::int64_t last) {
      const Scratch<T> lines = scratch<T>(lanes_ == line_lanes<T> ? 3 * rows_ * lanes_ : 0);
      std::optional<Tile<T>> tile;
      Block two[2], *now = &two[0], *next = &two[1];
      set(*now, first);
      for (std::int64_t number = first; number < last; ++number, std::swap(now, next)) {
        if (number + 1 < last) set(*next, number + 1);
        if (now->lies) {
          now->lines.scratch = lines.get();
          kernels<T>().thomas_along(now->lines, number + 1 < last && next->lies ? next->lines : now->lines);
        } else {
          if (!tile) tile.emplace(rows_);
          solve_gathered(*tile, now->at);
        }
      }
    });
  }

 private:
  static constexpr std::int64_t most_rows_along = 1536;  ///< of more, what is asked for ahead does not fit a cache

  struct Block {
    LaneOffsets<T> at;
    Lines<T> lines;
    bool lies = false;  ///< as `lines` says
  };

  void set(Block& b, std::int64_t number) const {
    b.at.lanes = 0;
    for (std::int64_t n = number * lanes_; n < std::min((number + 1) * lanes_, others_.number); ++n)
      b.at.add(batch_, matrix_, others_.index(batch_.shape, n), 0);
    b.lies = lanes_ == line_lanes<T> && b.at.lanes == lanes_;
    if (b.lies) set_lines(b.lines, batch_, matrix_, b.at, rows_, true);
  }

  void solve_gathered(Tile<T>& tile, const LaneOffsets<T>& at) const {
    tile.fetch(batch_, matrix_, at, rows_, true);
    tile.solve(0, rows_);
    tile.bring_back(batch_, at, rows_);
  }

  const Batch<T>& batch_;
  Matrix<T> matrix_;
  Others others_;
  std::int64_t rows_, lanes_;  ///< of a block
};

}  // namespace

bool in_chunks(const Shape& shape) noexcept {
  const std::int64_t rows = rows_of(shape);
  return rows > longest_rows ||
         (rows >= long_rows && (shape.batch > 0 ? shape.batch : Others(shape, -1).number) < few_systems);
}

template <class T>
void solve(const Batch<T>& batch, const Parallel& parallel) {
  check(batch.shape);
  if (rows_of(batch.shape) == 0 || Others(batch.shape, -1).number == 0) return;
  const Parallel run =
      parallel ? parallel
               : [](std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) { body(0, n); };
  if (in_chunks(batch.shape)) return solve_in_chunks(batch, run);
  const int along = lane_axis(batch);
  if (along >= 0) return solve_strips(batch, along, run);
  Blocks<T>(batch).solve(run);
}
template void solve(const Batch<float>&, const Parallel&);
template void solve(const Batch<double>&, const Parallel&);

}  // namespace tridsolver

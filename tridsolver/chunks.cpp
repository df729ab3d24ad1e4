// tridsolver/chunks.cpp: the hybrid of the Thomas algorithm and parallel cyclic reduction.
#include "tridsolver/chunks.hpp"

#include "tridsolver/reduced.hpp"
#include "tridsolver/tile.hpp"

namespace tridsolver {
namespace {

/// The chunks of a batch. A block is a number of chunks of the same length.
template <class T>
class Chunks {
 public:
  explicit Chunks(const Batch<T>& batch)
      : batch_(batch), matrix_(batch), others_(batch.shape, -1), rows_(batch.shape.cells[static_cast<std::size_t>(batch.shape.axis)]),
        each_(std::max<std::int64_t>(1, rows_ / chunk_rows + (rows_ % chunk_rows >= 2 ? 1 : 0))), reduced_(others_.number, 2 * each_),
        along_rows_(batch.d.step[static_cast<std::size_t>(batch.shape.axis)] == 1) {}

  void solve(const Parallel& parallel) {
    for_blocks(parallel, [this](Tile<T>& tile, const Block& block) { reduce(tile, block); });
    reduced_.solve(parallel);
    for_blocks(parallel, [this](Tile<T>& tile, const Block& block) { complete(tile, block); });
  }

 private:
  struct Block {
    LaneOffsets<T> at;
    std::array<std::int64_t, LaneOffsets<T>::most> ends;  ///< of each lane: its first row in the reduced system
    std::int64_t rows = 0;
    bool last = false;  ///< chunks at the ends of their systems
  };

  Block block(std::int64_t number, std::int64_t full_blocks) const {
    Block b;
    b.last = number >= full_blocks;
    b.rows = b.last ? rows_ - (each_ - 1) * chunk_rows : chunk_rows;
    const std::int64_t of_system = b.last ? 1 : each_ - 1, chunks = others_.number * of_system;
    const std::int64_t first = (b.last ? number - full_blocks : number) * block_lanes<T>;
    for (std::int64_t n = first; n < std::min(first + block_lanes<T>, chunks); ++n) {
      const std::int64_t system = along_rows_ ? n / of_system : n % others_.number;
      const std::int64_t chunk = b.last ? each_ - 1 : along_rows_ ? n % of_system : n / others_.number;
      b.ends[static_cast<std::size_t>(b.at.lanes)] = system * 2 * each_ + 2 * chunk;
      b.at.add(batch_, matrix_, others_.index(batch_.shape, system), chunk * chunk_rows);
    }
    return b;
  }

  template <class Do>
  void for_blocks(const Parallel& parallel, const Do& act) const {
    const auto blocks = [](std::int64_t chunks) { return (chunks + block_lanes<T> - 1) / block_lanes<T>; };
    const std::int64_t full = blocks(others_.number * (each_ - 1)), all = full + blocks(others_.number);
    parallel(all, [&](std::int64_t first, std::int64_t last) {
      Tile<T> tile(chunk_rows + 1);
      for (std::int64_t number = first; number < last; ++number) act(tile, block(number, full));
    });
  }

  void reduce(Tile<T>& tile, const Block& block) {
    tile.fetch(batch_, matrix_, block.at, block.rows, block.last);
    constexpr auto most = LaneOffsets<T>::most;
    std::array<T, most> before_first, after_first, right_first, before_last, after_last, right_last;
    kernels<T>().reduce(tile.lower.get(), tile.middle.get(), tile.upper.get(), tile.right.get(), block.rows,
                        {before_first.data(), after_first.data(), right_first.data(), before_last.data(), after_last.data(), right_last.data()});
    for (std::size_t l = 0; l < static_cast<std::size_t>(block.at.lanes); ++l) {
      reduced_.set(block.ends[l], before_first[l], after_first[l], right_first[l]);
      reduced_.set(block.ends[l] + 1, before_last[l], after_last[l], right_last[l]);
    }
  }

  void complete(Tile<T>& tile, const Block& block) {
    tile.fetch(batch_, matrix_, block.at, block.rows, block.last);
    const std::int64_t lanes = block_lanes<T>, last = block.rows - 1;
    T* const right = tile.right.get();
    for (std::int64_t l = 0; l < block.at.lanes; ++l) {
      const std::int64_t ends = block.ends[static_cast<std::size_t>(l)];
      const T x_first = reduced_.solution(ends), x_last = reduced_.solution(ends + 1);
      if (last > 1) {
        right[lanes + l] -= tile.lower[static_cast<std::size_t>(lanes + l)] * x_first;
        right[(last - 1) * lanes + l] -= tile.upper[static_cast<std::size_t>((last - 1) * lanes + l)] * x_last;
      }
      right[l] = x_first;
      right[last * lanes + l] = x_last;
    }
    if (last > 1) tile.solve(1, last - 1);
    tile.bring_back(batch_, block.at, block.rows);
  }

  const Batch<T>& batch_;
  Matrix<T> matrix_;
  Others others_;
  std::int64_t rows_, each_;  ///< unknowns and chunks of each system
  Reduced<T> reduced_;
  bool along_rows_;  ///< lanes are chunks of one system; otherwise one chunk of many
};

}  // namespace

template <class T>
void solve_in_chunks(const Batch<T>& batch, const Parallel& parallel) {
  Chunks<T>(batch).solve(parallel);
}
template void solve_in_chunks(const Batch<float>&, const Parallel&);
template void solve_in_chunks(const Batch<double>&, const Parallel&);

}  // namespace tridsolver

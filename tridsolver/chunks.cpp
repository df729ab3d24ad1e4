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
      : batch_(batch),
        matrix_(batch),
        others_(batch.shape, -1),
        rows_(batch.shape.cells[static_cast<std::size_t>(batch.shape.axis)]),
        each_(std::max<std::int64_t>(1, rows_ / chunk_rows + (rows_ % chunk_rows >= 2 ? 1 : 0))),
        reduced_(others_.number, 2 * each_),
        along_rows_(batch.d.step[static_cast<std::size_t>(batch.shape.axis)] == 1),
        lanes_(along_memory(batch, chunk_rows) ? line_lanes<T> : block_lanes<T>) {}

  void solve(const Parallel& parallel) {
    for_blocks(parallel, [this](Work& work, Block& block, const Block& next) {
      if (lies(block)) reduce_lines(work, block, next);
      else reduce(work.tile, block);
    });
    reduced_.solve(parallel);
    for_blocks(parallel, [this](Work& work, Block& block, const Block& next) {
      if (lies(block)) complete_lines(work, block, next);
      else complete(work.tile, block);
    });
  }

 private:
  struct Block {
    LaneOffsets<T> at;
    Lines<T> lines;                                       ///< the same, if they lie so
    std::array<std::int64_t, LaneOffsets<T>::most> ends;  ///< of each lane: its first row in the reduced system
    std::int64_t rows = 0;
    bool last = false;  ///< chunks at the ends of their systems
  };
  struct Work {
    Tile<T> tile{chunk_rows + 1};
    Scratch<T> lines = scratch<T>(3 * (chunk_rows + 1) * line_lanes<T>);
  };

  /// Whether kernels read it as it lies.
  bool lies(const Block& block) const {
    return lanes_ == line_lanes<T> && block.at.lanes == lanes_ && along_memory(batch_, block.rows);
  }

  void set(Block& b, std::int64_t number, std::int64_t full_blocks) const {
    b.at.lanes = 0;
    b.last = number >= full_blocks;
    b.rows = b.last ? rows_ - (each_ - 1) * chunk_rows : chunk_rows;
    const std::int64_t of_system = b.last ? 1 : each_ - 1, chunks = others_.number * of_system;
    const std::int64_t first = (b.last ? number - full_blocks : number) * lanes_;
    for (std::int64_t n = first; n < std::min(first + lanes_, chunks); ++n) {
      const std::int64_t system = along_rows_ ? n / of_system : n % others_.number;
      const std::int64_t chunk = b.last ? each_ - 1 : along_rows_ ? n % of_system : n / others_.number;
      b.ends[static_cast<std::size_t>(b.at.lanes)] = system * 2 * each_ + 2 * chunk;
      if (along_rows_ && !b.last && n > first && chunk > 0) b.at.add_later(batch_, matrix_, chunk_rows);
      else b.at.add(batch_, matrix_, others_.index(batch_.shape, system), chunk * chunk_rows);
    }
    if (lies(b)) set_lines(b.lines, batch_, matrix_, b.at, b.rows, b.last);
  }

  template <class Do>
  void for_blocks(const Parallel& parallel, const Do& act) const {
    const auto blocks = [this](std::int64_t chunks) { return (chunks + lanes_ - 1) / lanes_; };
    const std::int64_t full = blocks(others_.number * (each_ - 1)), all = full + blocks(others_.number);
    parallel(all, [&](std::int64_t first, std::int64_t last) {
      Work work;
      std::array<Block, 2> two;
      Block *now = &two[0], *next = &two[1];
      set(*now, first, full);
      for (std::int64_t number = first; number < last; ++number, std::swap(now, next)) {
        if (number + 1 < last) set(*next, number + 1, full);
        act(work, *now, number + 1 < last ? *next : *now);
      }
    });
  }

  void reduce_lines(Work& work, Block& block, const Block& next) {
    std::array<T, static_cast<std::size_t>(line_lanes<T>)> first, ends[6];
    for (std::size_t l = 0; l < first.size(); ++l)
      first[l] = block.at.begins[l] ? T{} : matrix_.lower.first[block.at.lower[l]];
    block.lines.first = first.data();
    block.lines.scratch = work.lines.get();
    kernels<T>().reduce_along(
        block.lines, lies(next) ? next.lines : block.lines,
        {ends[0].data(), ends[1].data(), ends[2].data(), ends[3].data(), ends[4].data(), ends[5].data()});
    for (std::size_t l = 0; l < first.size(); ++l) {
      reduced_.set(block.ends[l], ends[0][l], ends[1][l], ends[2][l]);
      reduced_.set(block.ends[l] + 1, ends[3][l], ends[4][l], ends[5][l]);
    }
  }

  void complete_lines(Work& work, Block& block, const Block& next) {
    std::array<T, static_cast<std::size_t>(2 * line_lanes<T>)> known;
    for (std::size_t l = 0; l < known.size() / 2; ++l) {
      known[l] = reduced_.solution(block.ends[l]);
      known[known.size() / 2 + l] = reduced_.solution(block.ends[l] + 1);
    }
    block.lines.ends = true;  // the last row's c is not needed
    block.lines.known = known.data();
    block.lines.scratch = work.lines.get();
    kernels<T>().thomas_along(block.lines, lies(next) ? next.lines : block.lines);
  }

  void reduce(Tile<T>& tile, const Block& block) {
    tile.fetch(batch_, matrix_, block.at, block.rows, block.last);
    constexpr auto most = LaneOffsets<T>::most;
    std::array<T, most> before_first, after_first, right_first, before_last, after_last, right_last;
    kernels<T>().reduce(tile.lower.get(), tile.middle.get(), tile.upper.get(), tile.right.get(), block.rows,
                        {before_first.data(), after_first.data(), right_first.data(), before_last.data(),
                         after_last.data(), right_last.data()});
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
  bool along_rows_;     ///< lanes are chunks of one system; otherwise one chunk of many
  std::int64_t lanes_;  ///< of a block
};

}  // namespace

template <class T>
void solve_in_chunks(const Batch<T>& batch, const Parallel& parallel) {
  Chunks<T>(batch).solve(parallel);
}
template void solve_in_chunks(const Batch<float>&, const Parallel&);
template void solve_in_chunks(const Batch<double>&, const Parallel&);

}  // namespace tridsolver

// tests/backends/openmp/rows_test.cpp: the row-buffered adjoint gives the bits of a serial scatter loop, whatever the tiles and the threads.
#include "backends/openmp/rows.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>

namespace {

using ops::Index;
using ops::backend::Piece;
using Arrays = std::vector<std::vector<double>>;

constexpr int margin = 6;  // cells around the range; terms go less far, so that some cells are out of reach
constexpr std::size_t target_count = 5;
constexpr int buffer_count = 3, first_direct = 100, components[] = {1, 1, 2, 1, 1};

/// Value `number` of a source point: of any size, so that sums depend on their order, and now and then a zero of either sign.
double value(int number, const Index& at) {
  std::uint64_t hash = static_cast<std::uint64_t>(number) + 1;
  for (const int i : at) hash = (hash ^ static_cast<std::uint64_t>(i + 1000)) * 0x9e3779b97f4a7c15U, hash ^= hash >> 29;
  if (hash % 16 == 0) return hash % 32 == 0 ? 0.0 : -0.0;
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(hash)), static_cast<int>(hash % 41) - 80);
}

/// Calls f(point) in lexicographic order, axis 0 fastest.
template <class F>
void for_points(const ops::Box& box, const F& f) {
  for (int z = box.lo[2]; z < box.hi[2]; ++z)
    for (int y = box.lo[1]; y < box.hi[1]; ++y)
      for (int x = box.lo[0]; x < box.hi[0]; ++x) f(Index{x, y, z, 0, 0});
}

/// A random loop with five targets: 0 has a sole direct term; 1 two direct terms in different rows; 2, of two components, several
/// buffered terms in one row, some more in others and, unless its components lie side by side (aos), a direct one; 3 and 4 get what 2 gets
/// in its first row, 3 in two rows, 4 in four, and in every other one of them the opposite.
template <int dims>
class Loop {
 public:
  Loop(unsigned seed, const Index& extent, bool aos) : random_(seed), aos_(aos) {
    for (std::size_t axis = 0; axis < dims; ++axis) range_.lo[axis] = pick(-8, 4), range_.hi[axis] = range_.lo[axis] + extent[axis] + pick(0, 9);
    add_direct(0, pick(-3, 3), true), add_direct(1, pick(1, 3), false), add_direct(1, pick(-3, 0), false);
    add_buffered(0, pick(0, 3), pick(1, 8)), add_buffered(0, -1, pick(2, 3)), add_buffered(1, pick(-3, 3), 2);
    if (!aos) add_direct(2, -2, false);
    add_same(3, 2, 1), add_same(4, 4, -1);
    for (std::size_t t = 0; t < target_count; ++t) make_target(t), wanted_[t] = pick(0, 3) != 0;
  }

  /// Done in three parts, one after another.
  Arrays by_rows_in_parts(int row_cells) {
    const auto axis = static_cast<std::size_t>(pick(0, dims - 1)), other = static_cast<std::size_t>(pick(0, dims - 1));
    ops::Box low = ops::Box::all(), high = low;
    low.hi[axis] = high.lo[axis] = pick(range_.lo[axis] - 3, range_.hi[axis] + 3);
    ops::Box higher = high;
    high.hi[other] = higher.lo[other] = pick(std::max(range_.lo[other], high.lo[other]), range_.hi[other] + 3);
    Arrays all = before_;
    for (const ops::Box& part : {higher, low, high}) add_rows(all, row_cells, part);
    return all;
  }

  Arrays by_rows(int row_cells) {
    Arrays all = before_;
    add_rows(all, row_cells, ops::Box::all());
    return all;
  }

  void add_rows(Arrays& all, int row_cells, const ops::Box& part) {
    for (std::size_t t = 0; t < target_count; ++t) args_[t].target.out = wanted_[t] ? all[t].data() + place(t, 0, {}) : nullptr;
    const ops::AdjointLaunch launch{dims, range_, args_, nullptr, false, part};
    std::vector<ops::backend::Cells> targets;
    for (std::size_t t = 0; t < target_count; ++t) targets.emplace_back(launch, args_[t], points_[t]);
    const auto evaluate = [&](const Piece& s, double* buffers, double* const* cells, const double* const* held, ops::openmp::Counted) {
      for (int x = 0; x < s.n; ++x) {
        const Index at{s.x + x, s.y, s.row[2], 0, 0};
        for (int k = 0; k < buffer_count; ++k) buffers[k * row_cells + x] = value(k, at);
        for (std::size_t d = 0; d < direct_.size(); ++d) cells[d][x] = held[d][x] + value(first_direct + static_cast<int>(d), at);
      }
    };
    const auto prepare = [&](const Piece& row) {
      using namespace ops::backend;
      for (const std::size_t t : {1, 3, 4})
        split<dims>(targets[t], row, [&](const Piece& s, bool write, bool) { if (write) zero<double, dims, 1, false>(args_[t].target, s); });
      const auto zero_both = aos_ ? zero<double, dims, 2, true> : zero<double, dims, 2, false>;
      split<dims>(targets[2], row, [&](const Piece& s, bool write, bool) { if (write) zero_both(args_[2].target, s); });
    };
    ops::openmp::Rows<double, decltype(evaluate), decltype(prepare)>(launch, targets, buffered_, direct_, row_cells, evaluate, prepare).run(false);
  }

  Arrays by_scatter() const {
    Arrays all = before_;
    for (std::size_t t = 0; t < target_count; ++t)
      for (int c = 0; wanted_[t] && c < components[t]; ++c) for_points(args_[t].hole, [&](const Index& at) { all[t][place(t, c, at)] = 0.0; });
    for_points(range_, [&](const Index& source) {
      const auto add = [&](const auto& term, double what) {
        if (const std::size_t t = static_cast<std::size_t>(term.target); wanted_[t]) all[t][place(t, term.component, source, term.offset)] += what;
      };
      for (const auto& b : buffered_) add(b, b.sign > 0 ? value(b.buffer, source) : -value(b.buffer, source));
      for (std::size_t d = 0; d < direct_.size(); ++d) add(direct_[d], value(first_direct + static_cast<int>(d), source));
    });
    return all;
  }

 private:
  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  Index offset(int x, int last) { return dims == 2 ? Index{x, last, 0, 0, 0} : Index{x, (last * 5 + 17) % 7 - 3, last, 0, 0}; }
  void add_direct(int target, int last, bool sole) {
    direct_.push_back({target, target, 0, offset(pick(-3, 3), last), sole});
    points_[target].push_back(direct_.back().offset);
  }
  void add_buffered(int component, int last, int terms) {
    for (int x = 4; x >= -4 && terms > 0; x -= pick(1, 2), --terms) {
      buffered_.push_back({2, 2, component, offset(x, last), static_cast<int>(buffered_.size()) % buffer_count, pick(0, 1) == 0 ? 1 : -1});
      points_[2].push_back(buffered_.back().offset);
    }
  }
  /// To `rows` rows of target `t`, from one to the next times `turn`, what target 2 gets in its first row.
  void add_same(int t, int rows, int turn) {
    const auto other = [&](const auto& b) { return b.component != 0 || b.offset[dims - 1] != buffered_[0].offset[dims - 1]; };
    const std::vector<ops::openmp::Buffered> first(buffered_.begin(), std::ranges::find_if(buffered_, other));
    for (int last = 3, sign = 1; last > 3 - rows; --last, sign *= turn)
      for (ops::openmp::Buffered same : first) {
        same.target = same.arg = t, same.offset = offset(same.offset[0], last), same.sign *= sign;
        buffered_.push_back(same);
        points_[static_cast<std::size_t>(t)].push_back(same.offset);
      }
  }
  void make_target(std::size_t t) {
    ops::ArgView& view = args_[t].target;
    std::ptrdiff_t size = aos_ ? components[t] : 1;
    for (int axis = 0; axis < dims; size *= range_.extent(axis++) + 2 * margin) view.step[static_cast<std::size_t>(axis)] = size;
    view.component = aos_ ? 1 : size;
    before_[t].resize(static_cast<std::size_t>(aos_ ? size : size * components[t]));
    for (double& cell : before_[t]) cell = pick(0, 15) == 0 ? -0.0 : pick(-1000, 1000) / 7.0;
    const ops::Box reach = ops::backend::Cells({dims, range_}, args_[t], points_[t]).reach;
    ops::Box& hole = args_[t].hole = pick(0, 3) == 0 ? ops::Box::none() : reach;
    for (std::size_t axis = 0; axis < dims && !hole.empty(); ++axis)
      if (pick(0, 2) > 0) hole.lo[axis] = pick(reach.lo[axis], reach.hi[axis] - 1), hole.hi[axis] = pick(hole.lo[axis] + 1, reach.hi[axis]);
    for (int c = 0; c < components[t]; ++c) for_points(hole, [&](const Index& at) { before_[t][place(t, c, at)] = std::nan(""); });
  }
  std::size_t place(std::size_t t, int component, const Index& at, const Index& by = {}) const {
    std::ptrdiff_t sum = component * args_[t].target.component;
    for (std::size_t axis = 0; axis < dims; ++axis) sum += (at[axis] + by[axis] - range_.lo[axis] + margin) * args_[t].target.step[axis];
    return static_cast<std::size_t>(sum);
  }

  std::mt19937 random_;
  bool aos_;
  ops::Box range_;
  std::vector<ops::openmp::Buffered> buffered_;
  std::vector<ops::openmp::Direct> direct_;
  std::vector<Index> points_[target_count];
  ops::AdjointArg args_[target_count];
  bool wanted_[target_count] = {};
  Arrays before_{target_count};
};

std::string bytes(const Arrays& all) {
  std::string text;
  for (const std::vector<double>& one : all) text.append(reinterpret_cast<const char*>(one.data()), one.size() * sizeof(double));
  return text;
}

template <int dims>
void compare(unsigned seeds, const Index& extent) {
  const int usual = omp_get_max_threads();
  for (unsigned seed = 0; seed < seeds; ++seed) {
    Loop<dims> loop(seed, extent, seed % 3 == 2);
    const Arrays expected = loop.by_scatter();
    for (const int threads : {1, 2, 5})
      for (const int row_cells : {ops::openmp::row_cells(buffer_count), ops::openmp::row_cells(256)}) {
        omp_set_num_threads(threads);
        const Arrays got = loop.by_rows(row_cells);
        for (std::size_t t = 0; t < target_count; ++t)
          EXPECT_EQ(std::memcmp(got[t].data(), expected[t].data(), got[t].size() * sizeof(double)), 0)
              << "seed " << seed << ", target " << t << ", " << threads << " threads, pieces of " << row_cells;
        EXPECT_EQ(bytes(loop.by_rows_in_parts(row_cells)), bytes(expected)) << "in parts: seed " << seed << ", " << threads << " threads";
      }
  }
  omp_set_num_threads(usual);
}

TEST(RowsTest, GivesTheBitsOfTheScatterLoopInPlanes) { compare<2>(24, {130, 140, 1, 1, 1}); }
TEST(RowsTest, GivesTheBitsOfTheScatterLoopInLongRows) { compare<2>(12, {1150, 17, 1, 1, 1}); }
TEST(RowsTest, GivesTheBitsOfTheScatterLoopInVolumesOfSeveralTiles) { compare<3>(24, {20, 61, 16, 1, 1}); }
TEST(RowsTest, GivesTheBitsOfTheScatterLoopInSmallRanges) { compare<2>(24, {1, 1, 1, 1, 1}), compare<3>(24, {1, 1, 1, 1, 1}); }

}  // namespace

// tests/cuda/alike_test.cpp: points and tiles that are said to be alike are; all that are, where no target has cells
// that hold nothing. Loops come to each point once, in blocks that are alike as well.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "backends/cuda/loop.hpp"
#include "backends/cuda/tile.hpp"

extern "C" void run_threads(int order, unsigned blocks);

namespace {

using namespace ops;

constexpr int dims = 3;
using Tile = cuda::Shape<double, dims, 8, 5, 4, 1, 1, -1, 0, -2, 0, 0, 2, 1, 1, 0, 0>;

struct Random {
  std::mt19937 numbers;
  int below(int n) { return static_cast<int>(numbers() % static_cast<unsigned>(n)); }
  /// Of at least so many cells along each axis.
  Box box(int least, int most) {
    Box made;
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      made.lo[axis] = axis < dims ? below(7) - 3 : 0;
      made.hi[axis] = axis < dims ? made.lo[axis] + least + below(most - least) : 1;
    }
    return made;
  }
  /// Cells some of which may be missing at each side.
  Box part_of(Box box, int at_most) {
    for (std::size_t axis = 0; axis < dims; ++axis) {
      box.lo[axis] += below(at_most + 1);
      box.hi[axis] -= below(at_most + 1);
    }
    return box;
  }
};

bool has(const Box& box, const Index& at) {
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (at[axis] < box.lo[axis] || at[axis] >= box.hi[axis]) return false;
  return true;
}
Box cells_from(const Index& corner, const Index& extent) {
  Box box;
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    box.lo[axis] = corner[axis], box.hi[axis] = corner[axis] + extent[axis];
  return box;
}
template <class Body>
void for_each(const Box& box, const Body& body) {
  for (int z = box.lo[2]; z < box.hi[2]; ++z)
    for (int y = box.lo[1]; y < box.hi[1]; ++y)
      for (int x = box.lo[0]; x < box.hi[0]; ++x) body(Index{x, y, z, 0, 0});
}
Box around(Box box, int by) {
  for (std::size_t axis = 0; axis < dims; ++axis) box.lo[axis] -= by, box.hi[axis] += by;
  return box;
}

points::Reach reach(const Box& range, const Box& part, const Box& hole, bool wanted) {
  static double some = 0;
  AdjointLaunch launch{};
  launch.range = range;
  launch.part = part;
  AdjointArg arg{};
  arg.target.out = wanted ? &some : nullptr;
  arg.hole = hole;
  return points::Reach(launch, arg);
}
/// None, all, or some.
Box hole_of(Random& random, const Box& cells) {
  const int kind = random.below(4);
  return kind < 2 ? Box::none() : kind == 2 ? around(cells, 3) : random.part_of(cells, 3);
}
bool all_or_none(const Box& cells, const Box& hole) {
  return hole.contains(cells) || intersection(cells, hole).empty();
}

TEST(Alike, TilesHaveAllSourcePointsAndTheCellsOfAllTargets) {
  Random random{std::mt19937(31)};
  int tiles = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Box range = random.box(4, 20);
    std::array<cuda::Aim<double, dims>, 2> aims{cuda::Aim<double, dims>{reach(range, {}, {}, true), {nullptr, {}}, 0},
                                                {reach(range, {}, {}, true), {nullptr, {}}, 0}};
    Box all = Box::none();
    for (auto& aim : aims) {
      aim.reach = reach(range, random.part_of(around(range, 2), 4), Box::none(), random.below(3) > 0);
      if (aim.reach.wanted) all = hull(all, aim.reach.part);
    }
    if (all.empty()) continue;
    bool same = true;
    for (auto& aim : aims) {
      aim.reach.hole = hole_of(random, all);
      same = same && (!aim.reach.wanted || all_or_none(all, aim.reach.hole));
    }
    const Box inside = cuda::corners_inside<Tile>(range, all, aims);
    for_each(around(all, 2), [&](const Index& corner) {
      Index first, sources, cells;
      for (int axis = 0; axis < max_dim; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        first[a] = corner[a] - Tile::most(axis);
        sources[a] = Tile::across(axis);
        cells[a] = Tile::cells(axis);
      }
      bool alike = same && range.contains(cells_from(first, sources));
      for (const auto& aim : aims)
        alike = alike && (!aim.reach.wanted || aim.reach.part.contains(cells_from(corner, cells)));
      ASSERT_EQ(has(inside, corner), alike)
          << "trial " << trial << ": " << corner[0] << ' ' << corner[1] << ' ' << corner[2];
      tiles += alike ? 1 : 0;
    });
    for (const auto& aim : aims) EXPECT_TRUE(!same || !aim.reach.wanted || aim.write == aim.reach.hole.contains(all));
  }
  EXPECT_GT(tiles, 1000);
}

TEST(Alike, PointsReachCellsOfThePartThatHoldSomethingOrNothing) {
  Random random{std::mt19937(32)};
  constexpr std::array<Index, 2> first{Index{-1, 0, 2, 0, 0}, Index{0, 0, 0, 0, 0}};
  constexpr std::array<Index, 3> second{Index{1, 1, 0, 0, 0}, Index{0, -2, 0, 0, 0}, Index{0, 0, -1, 0, 0}};
  int points = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const Box range = random.box(4, 16);
    const std::array<std::span<const Index>, 2> offsets{first, second};
    std::array<points::Reach, 2> reaches{reach(range, {}, {}, true), reach(range, {}, {}, true)};
    bool holes = false;
    for (auto& one : reaches) {
      const Box part = random.part_of(around(range, 2), 4);
      one = reach(range, part, hole_of(random, around(part, 1)), random.below(3) > 0);
      holes = holes || (one.wanted && !one.hole.empty());
    }
    const auto inner = cuda::inner_of<2>(range, reaches, offsets);
    for_each(around(range, 2), [&](const Index& at) {
      bool alike = has(range, at), right = true;
      for (std::size_t t = 0; t < 2; ++t)
        for (const Index& offset : offsets[t]) {
          if (!reaches[t].wanted) continue;
          Index cell;
          for (std::size_t axis = 0; axis < max_dim; ++axis) cell[axis] = at[axis] + offset[axis];
          alike = alike && has(reaches[t].part, cell);
          right = right && has(reaches[t].hole, cell) == inner.reach[t].write;
        }
      const bool said = has(inner.points, at);
      ASSERT_TRUE(!said || (alike && right)) << "trial " << trial << ": " << at[0] << ' ' << at[1] << ' ' << at[2];
      if (!holes) {
        ASSERT_EQ(said, alike);
      }
      points += said ? 1 : 0;
    });
    for (std::size_t t = 0; t < 2; ++t) EXPECT_EQ(inner.reach[t].wanted, reaches[t].wanted);
  }
  EXPECT_GT(points, 1000);
}

/// Counts how often a loop comes to each point, and in hundreds how often as one of a block that is alike. `bytes`:
/// that kernels have besides.
template <std::size_t bytes>
struct Counting {
  int* counts;
  Box range;
  std::array<std::byte, bytes> more{};

  int& at(const backend::Piece& s) const {
    EXPECT_TRUE(has(range, {s.x, s.y, s.row[2], 0, 0}));
    return counts[s.x - range.lo[0] +
                  range.extent(0) * (s.y - range.lo[1] + range.extent(1) * (s.row[2] - range.lo[2]))];
  }
  void operator()(const backend::Piece& s) const { ++at(s); }
  void with(const points::Alike&, const backend::Piece& s) const { at(s) += 100; }
};

template <std::size_t bytes>
void expect_each_point_once(const Box& range, const Box& inner) {
  std::vector<int> points(static_cast<std::size_t>(range.volume())), cells = points;
  cuda::for_points("a loop", range, Counting<bytes>{points.data(), range});
  cuda::for_cells("a loop", range, cuda::Inner<1>{inner, {{{true, false}}}}, Counting<bytes>{cells.data(), range});
  std::size_t k = 0;
  for_each(range, [&](const Index& at) {
    EXPECT_EQ(points[k], 1);
    EXPECT_TRUE(cells[k] == 1 || (cells[k] == 100 && has(inner, at))) << cells[k];
    ++k;
  });
  EXPECT_TRUE(range.volume() < 5000 || std::ranges::count(cells, 100) > 0);
}

TEST(Loops, ComeToEachPointOnce) {
  Random random{std::mt19937(33)};
  for (const auto& [order, blocks] : {std::pair{0, 1U << 31}, {1, 4U}, {2, 1U << 31}}) {
    run_threads(order, blocks);
    for (int trial = 0; trial < 12; ++trial) {
      const Box box = random.box(3, 19);
      Box plane = box, line = box;
      plane.hi[0] += 90, plane.hi[1] += 90, plane.hi[2] = plane.lo[2] + 1;
      line.hi[0] += 5000, line.hi[1] = line.lo[1] + 1, line.hi[2] = line.lo[2] + 1;
      for (const Box& range : {box, plane, line}) {
        Box inner = range;
        ++inner.lo[0];
        inner.hi[1] -= range.extent(1) > 1 ? 1 : 0;
        expect_each_point_once<8>(range, inner);
        expect_each_point_once<300>(range, inner);
      }
    }
  }
}

}  // namespace

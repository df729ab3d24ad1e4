// tests/ops/machines/ranks/divisions_test.cpp: what is kept is what would be found out again.
#include "ops/machines/ranks/divisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace ops::ranks {
namespace {

constexpr int cells = 24, arguments = 3;

class Random {
 public:
  explicit Random(unsigned seed) : numbers_(seed) {}
  int below(int n) { return static_cast<int>(numbers_() % static_cast<unsigned>(n)); }
  const auto& of(const auto& all) { return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))]; }

 private:
  std::mt19937 numbers_;
};

std::vector<Decomposition> decompositions() {
  std::vector<Decomposition> all(3);
  for (Decomposition& one : all) one.dims = 2, one.depth = 2;
  all[0].cuts = {std::vector{8, 16}, {}};
  all[1].cuts = {std::vector{12}, {12}};
  all[2].cuts = {std::vector{12}, {12}};
  all[2].depth = 4;
  return all;
}

Layout layout_of(const Decomposition& decomposition, Random& random) {
  Layout layout;
  layout.dims = 2;
  const int stride = 1 + random.below(2), halo = random.below(3);
  layout.placement.decomposition = &decomposition;
  layout.placement.stride = {stride, stride, 1, 1, 1};
  layout.collapsed[1] = layout.placement.whole[1] = random.below(4) == 0;
  layout.allocated.lo = {-halo, layout.collapsed[1] ? 0 : -halo, 0, 0, 0};
  layout.allocated.hi = {cells / stride + halo, layout.collapsed[1] ? 1 : cells / stride + halo, 1, 1, 1};
  layout.pitch = {1, cells + 4};
  return layout;
}

/// What ArgView says of a coarse dataset, a fine one, or one that does not move along axis 1.
ArgView view_of(const Layout& layout, Random& random) {
  ArgView view;
  view.layout = &layout;
  view.pitch = layout.pitch;
  const int by = 1 + random.below(2);
  view.step = {by * layout.pitch[0], layout.collapsed[1] ? 0 : by * layout.pitch[1]};
  view.divisor = {1 + random.below(2), 1 + random.below(2), 1, 1, 1};
  if (random.below(2) == 0)
    view.step = {layout.pitch[0], layout.collapsed[1] ? 0 : layout.pitch[1]}, view.divisor = {1, 1, 1, 1, 1};
  return view;
}

TEST(DivisionsTest, WhatIsKeptIsWhatWouldBeFoundOutAgain) {
  Random random(11);
  const std::vector<Decomposition> divided = decompositions();
  std::vector<Layout> layouts;
  for (int k = 0; k < 12; ++k) layouts.push_back(layout_of(random.of(divided), random));
  std::vector<ArgView> views;
  for (int k = 0; k < 24; ++k) views.push_back(view_of(random.of(layouts), random));
  const std::vector<Index> points{{0, 0}, {-1, 0}, {1, 0}, {2, 0}, {0, -1}};
  Divisions divisions;
  std::ptrdiff_t some = 0, none = 0, others = 0;
  for (int turn = 0; turn < 20000; ++turn) {
    Work work;
    const int low = random.below(2) - 1, high = cells - random.below(3);
    work.range.lo = {low, low, 0, 0, 0}, work.range.hi = {high, high, 1, 1, 1};
    work.own_points = random.below(2) == 0, work.once = random.below(2) == 0, work.by_cells = random.below(2) == 0;
    if (random.below(4) == 0) work.part.hi[0] = cells / 2;
    for (int k = 0; k < 1 + random.below(arguments); ++k) {
      Access access{.view = &random.of(views),
                    .reads = random.below(2) == 0,
                    .writes = random.below(2) == 0,
                    .own = random.below(4) == 0};
      const auto first = static_cast<std::size_t>(random.below(3)), number = static_cast<std::size_t>(random.below(3));
      access.points = Points(points).subspan(first, number);
      access.reach = reach_of(access.points);
      if (number == 0 && random.below(3) == 0) access.reach.lo[0] = -2;
      work.all.push_back(access);
    }
    Divisions nothing_yet;
    const Division &expected = nothing_yet.of(work), &kept = divisions.of(work);
    ASSERT_EQ(expected.reads, kept.reads) << "in turn " << turn;
    ASSERT_EQ(divided_as(work) == nullptr, kept.layout(work) == nullptr) << "in turn " << turn;
    if (kept.layout(work) != nullptr) {
      ASSERT_EQ(divided_as(work)->placement, kept.layout(work)->placement) << "in turn " << turn;
      others += std::ranges::count_if(kept.reads, [](const Division::Reads& reads) { return !reads.cells.empty(); });
    }
    (kept.as < 0 ? none : some)++;
  }
  EXPECT_GT(some, 1000);
  EXPECT_GT(none, 1000);
  EXPECT_GT(others, 500);
}

}  // namespace
}  // namespace ops::ranks

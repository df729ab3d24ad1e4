// tests/ops/data/decomposition_test.cpp: every cell has one owner, and copies are where they are said to be.
#include "ops/data/decomposition.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace ops {
namespace {

Decomposition grid(const Box& extents, const Index& parts, int depth) {
  Decomposition all;
  all.dims = 2;
  all.depth = depth;
  for (std::size_t axis = 0; axis < 2; ++axis)
    all.cuts[axis] = even_cuts(extents.lo[axis], extents.hi[axis], parts[axis]);
  return all;
}

Box box(int x0, int x1, int y0, int y1) {
  Box b;
  b.lo = {x0, y0, 0, 0, 0};
  b.hi = {x1, y1, 1, 1, 1};
  return b;
}

/// Odd sizes, more parts than cells, halos outside of the cuts, coarser levels.
TEST(DecompositionTest, EveryCellHasOneOwnerAndIsWithinWhatItHolds) {
  for (const int stride : {1, 2})
    for (const int parts : {1, 2, 3, 7}) {
      Decomposition all = grid(box(-1, 12, 0, 5), {parts, 2, 1, 1, 1}, 2);
      const Placement placement{.decomposition = &all, .stride = {stride, stride, 1, 1, 1}};
      const Box existing = box(-3, 15, -2, 7);
      for (int x = existing.lo[0]; x < existing.hi[0]; ++x)
        for (int y = existing.lo[1]; y < existing.hi[1]; ++y) {
          int owners = 0;
          for (int process = 0; process < all.processes(); ++process) {
            const Index part = all.part_of(process);
            EXPECT_EQ(all.process_of(part), process);
            const bool owns = placement.share(part).contains(Index{x, y, 0, 0, 0});
            owners += owns;
            if (owns) EXPECT_TRUE(placement.held(part, existing).contains(Index{x, y, 0, 0, 0}));
          }
          EXPECT_EQ(owners, 1) << x << ", " << y << " of " << parts << " parts";
        }
    }
}

TEST(DecompositionTest, MemoryIsThatOfTheLargestPart) {
  Decomposition all = grid(box(0, 10, 0, 4), {3, 1, 1, 1, 1}, 1);
  const Placement placement{.decomposition = &all};
  const Box existing = box(-1, 11, -1, 5);
  int longest = 0;
  for (int process = 0; process < 3; ++process)
    longest = std::max(longest, placement.held(all.part_of(process), existing).extent(0));
  EXPECT_EQ(placement.longest(0, existing), longest);
  EXPECT_EQ(placement.longest(1, existing), existing.extent(1));
}

TEST(DecompositionTest, AxesOfDatasetsOfLowerDimensionBelongToEverybody) {
  Decomposition all = grid(box(0, 10, 0, 4), {2, 2, 1, 1, 1}, 1);
  Placement placement{.decomposition = &all};
  placement.whole[1] = true;
  EXPECT_EQ(placement.share({0, 0, 0, 0, 0}), placement.share({0, 1, 0, 0, 0}));
}

TEST(DecompositionTest, FewFacesAreCutAndWhatIsAskedIsKept) {
  EXPECT_EQ(chosen_parts(2, box(0, 100, 0, 10), 4, {}), (Index{4, 1, 1, 1, 1}));
  EXPECT_EQ(chosen_parts(2, box(0, 64, 0, 64), 4, {}), (Index{2, 2, 1, 1, 1}));
  EXPECT_EQ(chosen_parts(2, box(0, 64, 0, 64), 2, {}), (Index{1, 2, 1, 1, 1}));
  EXPECT_EQ(chosen_parts(2, box(0, 100, 0, 10), 6, {0, 3, 0, 0, 0}), (Index{2, 3, 1, 1, 1}));
  EXPECT_EQ(chosen_parts(2, box(0, 100, 0, 10), 6, {4, 0, 0, 0, 0})[0], 0);
}

TEST(DecompositionTest, BlocksOfSomeProcessesBelongToTheseAlone) {
  const Box extents = box(-1, 12, 0, 9), existing = box(-3, 15, -2, 11);
  for (const auto& [parts, first, processes] :
       {std::tuple{Index{2, 2, 1, 1, 1}, 4, 8}, {Index{1, 3, 1, 1, 1}, 2, 7}, {Index{1, 1, 1, 1, 1}, 0, 3}}) {
    ASSERT_EQ(first_process(2, parts, first, processes), first);
    Decomposition all{.dims = 2, .cuts = cuts_from(2, extents, parts, first, processes), .here = {}, .depth = 2};
    ASSERT_EQ(all.processes(), processes);
    for (const int stride : {1, 4}) {
      const Placement placement{.decomposition = &all, .stride = {stride, stride, 1, 1, 1}};
      std::int64_t cells = 0;
      for (int process = 0; process < processes; ++process) {
        const Box own = intersection(placement.share(all.part_of(process)), existing);
        cells += own.volume();
        EXPECT_EQ(own.empty(), process < first || process >= first + parts[0] * parts[1]) << process;
        EXPECT_EQ(own.empty(), placement.held(all.part_of(process), existing).empty()) << process;
      }
      EXPECT_EQ(cells, existing.volume());
    }
  }
  EXPECT_EQ(first_process(2, {2, 2, 1, 1, 1}, 3, 8), 4);
  EXPECT_EQ(first_process(2, {2, 2, 1, 1, 1}, 5, 8), 0);
  EXPECT_EQ(first_process(2, {2, 2, 1, 1, 1}, 0, 7), -1);
}

}  // namespace
}  // namespace ops

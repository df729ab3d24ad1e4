// tests/ops/machines/ranks/transfers_test.cpp: what a part needs of others is all that it has copies of, and both ends
// of a way say the same.
#include "ops/machines/ranks/transfers.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <tuple>
#include <vector>

namespace ops::ranks {
namespace {

/// A dataset on some cells of a line that is cut, also on few of them, with deep copies, on a coarser level, and of
/// some of the processes.
struct Line {
  explicit Line(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const int parts = 2 + below(5), size = parts * (1 + below(6)), processes = parts + below(3), stride = 1 + below(3);
    Box cells;
    cells.lo[0] = 0, cells.hi[0] = size;
    decomposition = {.dims = 1,
                     .cuts = cuts_from(1, cells, {parts, 1, 1, 1, 1}, below(processes - parts + 1), processes),
                     .here = {},
                     .depth = 1 + below(8)};
    layout.dims = 1;
    layout.placement.decomposition = &decomposition;
    layout.placement.stride[0] = stride;
    const bool whole = below(2) == 0;
    layout.allocated.lo[0] = whole ? -below(4) : below(size / stride + 1);
    layout.allocated.hi[0] = whole ? size / stride + below(4) : layout.allocated.lo[0] + 1 + below(size);
  }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  Decomposition decomposition;
  Layout layout;
};

TEST(TransfersTest, EveryCopyHasOneWayAndBothEndsKnowIt) {
  int copies = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Line line(seed);
    const Placement& placement = line.layout.placement;
    const int processes = line.decomposition.processes();
    std::set<std::tuple<int, int, int>> out, in, expected;  // from, to, cell
    for (int process = 0; process < processes; ++process) {
      line.decomposition.here = line.decomposition.part_of(process);
      for (const Needed& one : needed(line.layout, [&](const Index& part) {
             return std::vector{placement.held(part, line.layout.allocated)};
           }))
        for (const Box& box : one.cells)
          for (int cell = box.lo[0]; cell < box.hi[0]; ++cell)
            (one.way.out ? out : in)
                .emplace(one.way.out ? process : one.way.other, one.way.out ? one.way.other : process, cell);
      for (int owner = 0; owner < processes; ++owner) {
        const Box copied = intersection(placement.share(line.decomposition.part_of(owner)),
                                        placement.held(line.decomposition.here, line.layout.allocated));
        for (int cell = copied.lo[0]; owner != process && cell < copied.hi[0]; ++cell)
          expected.emplace(owner, process, cell);
      }
    }
    ASSERT_EQ(in, expected) << seed;
    ASSERT_EQ(out, expected) << seed;
    copies += static_cast<int>(expected.size());
  }
  EXPECT_GT(copies, 10000);
}

}  // namespace
}  // namespace ops::ranks

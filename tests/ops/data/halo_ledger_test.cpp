// Mirrors ops/data/halo_ledger.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/data/halo_ledger.hpp"
#include "tests/ops/data/world.hpp"

namespace {

using ops::Box;
using ops::Index;

constexpr int N = 5;

/// A line of N cells with halos of two, of which each end brings one from the other end.
struct HaloLedgerTest : testing::Test {
  World world;
  ops_block line = world.block(1);
  ops_dat u = world.dat<double>(line, "u", "double", {N}, 2), next = world.dat<double>(line, "next", "double", {N}, 2);
  ops_dat narrow = world.dat<float>(line, "narrow", "float", {N}, 2);
  ops_halo_group around = ends(u, u), round_next = ends(next, next);
  ops::HaloLedger ledger{world.context};
  double value = 0.0;

  ops_halo_group ends(ops_dat from, ops_dat to) {
    int one[] = {1}, first[] = {0}, last[] = {N - 1}, before[] = {-1}, beyond[] = {N}, along[] = {1};
    ops_halo both[] = {
        ops::declare_halo(world.context, {from, to, one, last, before, along, along}, ops::Where::current()),
        ops::declare_halo(world.context, {from, to, one, first, beyond, along, along}, ops::Where::current())};
    return ops::declare_halo_group(world.context, 2, both, ops::Where::current());
  }
  /// Values that no cell had before, in [lo, hi).
  template <class T = double>
  void write(ops_dat dat, int lo, int hi, const char* what = "loop") {
    for (int i = lo; i < hi; ++i) at<T>(dat, {i, 0, 0, 0, 0}) = static_cast<T>(value += 1.0);
    Box cells;
    cells.lo[0] = lo;
    cells.hi[0] = hi;
    ledger.wrote(dat, cells, what);
  }
  void move(ops_halo_group group) {
    ops::transfer(group);
    ledger.transferred(group);
  }
  std::vector<int> stale(ops_dat dat) {
    std::vector<int> found;
    for_each_cell(dat, [&](const Index& at) {
      if (ledger.stale(dat, at)) found.push_back(at[0]);
    });
    return found;
  }
  const std::vector<int> none{}, both{-1, N};
};

TEST_F(HaloLedgerTest, WhatWasPutBackIsStaleOnlyOnceATransferAndAChangeHaveComeAgain) {
  write(u, 0, N);
  EXPECT_EQ(stale(u), both);
  ledger.restored();
  EXPECT_EQ(stale(u), none);
  write(u, 0, N);
  EXPECT_EQ(stale(u), none);
  move(around);
  write(u, 0, N);
  EXPECT_EQ(stale(u), both);
}

TEST_F(HaloLedgerTest, WhatATransferFilledIsStaleOnceItsSourceHasAnotherValue) {
  write(u, 0, N);
  move(around);
  EXPECT_EQ(stale(u), none);
  write(u, 1, N - 1);
  EXPECT_EQ(stale(u), none);
  write(u, N - 1, N, "change");
  ASSERT_EQ(stale(u), std::vector<int>{-1});
  const auto cell = ledger.stale(u, {-1, 0, 0, 0, 0});
  EXPECT_TRUE(cell->filled);
  EXPECT_EQ(cell->link->group, around);
  EXPECT_EQ(cell->source[0], N - 1);
  EXPECT_EQ(cell->changed, "change");
  at<double>(u, {-1, 0, 0, 0, 0}) = at<double>(u, {N - 1, 0, 0, 0, 0});
  EXPECT_EQ(stale(u), none) << "the same value";
  around->lagged = true;
  write(u, 0, N);
  EXPECT_EQ(stale(u), none);
}

TEST_F(HaloLedgerTest, CellsThatNothingHasFilledAreStaleWhereAHaloLeads) {
  EXPECT_EQ(stale(u), none);
  write(u, 0, N);
  EXPECT_EQ(stale(u), both);
  EXPECT_EQ(ledger.stale(u, {-1, 0, 0, 0, 0})->left, "");
  write(u, -2, N + 2, "fill");
  EXPECT_EQ(stale(u), none);
  write(u, 0, N);
  EXPECT_EQ(stale(u), both);
  EXPECT_EQ(ledger.stale(u, {-1, 0, 0, 0, 0})->left, "fill");
}

TEST_F(HaloLedgerTest, WhatWritesHaloCellsAloneOwnsThem) {
  write(u, 0, N);
  write(u, -2, 0);
  EXPECT_EQ(stale(u), std::vector<int>{N});
  move(around);
  write(u, -1, 0);
  write(u, 0, N);
  EXPECT_EQ(stale(u), std::vector<int>{N});
}

TEST_F(HaloLedgerTest, WhatTookThePlaceOfAnotherShouldBeFilledAsThatIs) {
  const ops_dat other = world.dat<double>(line, "other", "double", {N}, 2);
  write(u, 0, N);
  move(around);
  write(other, 0, N);
  EXPECT_EQ(stale(other), none);
  ledger.exchanged(u, other);
  EXPECT_EQ(stale(other), both);
  EXPECT_EQ(ledger.stale(other, {-1, 0, 0, 0, 0})->from, other);
  ledger.forget(u);
  EXPECT_EQ(stale(other), none);
}

TEST_F(HaloLedgerTest, CopiesAreAsStaleAsWhatTheyAreCopiesOf) {
  for (const bool fresh : {true, false}) {
    write(u, 0, N);
    if (fresh) move(around);
    at<double>(next, {-1, 0, 0, 0, 0}) = at<double>(u, {-1, 0, 0, 0, 0});
    at<double>(next, {N, 0, 0, 0, 0}) = at<double>(u, {N, 0, 0, 0, 0});
    for (int i = 0; i < N; ++i) at<double>(next, {i, 0, 0, 0, 0}) = at<double>(u, {i, 0, 0, 0, 0});
    ledger.copied(next, u);
    write(u, 0, N);
    EXPECT_EQ(stale(next), fresh ? none : both);
  }
}

TEST_F(HaloLedgerTest, WhatIsBroughtFromAStaleCellIsStale) {
  int one[] = {1}, from[] = {-1}, to[] = {-2}, along[] = {1};
  ops_halo outer = ops::declare_halo(world.context, {u, u, one, from, to, along, along}, ops::Where::current());
  const ops_halo_group further = ops::declare_halo_group(world.context, 1, &outer, ops::Where::current());
  write(u, 0, N);
  move(around);
  move(further);
  EXPECT_EQ(stale(u), none);
  write(u, 0, N);
  EXPECT_EQ(stale(u), (std::vector<int>{-2, -1, N}));
  EXPECT_EQ(ledger.stale(u, {-2, 0, 0, 0, 0})->link->group, around);
  move(around);
  EXPECT_EQ(stale(u), std::vector<int>{-2});
  EXPECT_EQ(ledger.stale(u, {-2, 0, 0, 0, 0})->link->group, further);
}

TEST_F(HaloLedgerTest, ConvertedValuesAreComparedAsATransferWouldConvertThem) {
  const ops_halo_group down = ends(u, narrow);
  value = 0.1;
  write(u, 0, N);
  move(down);
  ledger.wrote(u, u->layout.interior, "the same again");
  EXPECT_EQ(stale(narrow), none);
  write(u, 0, N);
  ledger.wrote(narrow, narrow->layout.interior, "loop");
  EXPECT_EQ(stale(narrow), both);
}

// Once stale for being older than its source, though its own dataset was of the same moment.
TEST_F(HaloLedgerTest, BlocksMayTakeTurnsAfterATransfer) {
  const ops_halo_group across = ends(u, next);
  write(u, 0, N);
  write(next, 0, N);
  move(across);
  write(u, 0, N);
  EXPECT_EQ(stale(next), none);
  write(next, 0, N);
  EXPECT_EQ(stale(next), both);
}

}  // namespace

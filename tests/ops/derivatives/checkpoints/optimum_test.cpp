// tests/ops/derivatives/checkpoints/optimum_test.cpp: executed steps equal known optima.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ops/derivatives/checkpoints/division.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

namespace {

using ops::Capacity;
using ops::Division;
using ops::Interpreter;
using ops::MemoryBudget;

std::int64_t revolve(std::int64_t steps, std::int64_t slots) {
  return Interpreter({slots, 0, 1}).play(*ops::offline(Capacity::slots(slots), steps), steps).executed;
}

/// A slot holds a state or a tape; one tape more is at work.
std::int64_t mixed(std::int64_t steps, std::int64_t slots) {
  const auto things = static_cast<std::size_t>(slots) + 1;
  return Interpreter({MemoryBudget::none, 0, MemoryBudget::none, 1, 1, slots + 1})
      .play(*ops::offline(Capacity::bytes({1, 1, things}), steps), steps)
      .executed;
}

struct Row {
  std::int64_t steps, slots, advances, mixed;  ///< mixed 0: no published value
};

/// Advances: Griewank and Walther 2000. Mixed: Maddison 2024.
const std::vector<Row> published{
    {10, 1, 45, 54},        {10, 2, 20, 26},        {10, 3, 15, 19},          {10, 5, 13, 15},
    {50, 5, 122, 138},      {50, 10, 88, 94},       {56, 5, 140, 161},        {87, 10, 183, 0},
    {87, 20, 152, 0},       {100, 3, 490, 554},     {100, 5, 316, 352},       {100, 10, 222, 237},
    {100, 20, 178, 184},    {100, 50, 148, 150},    {500, 10, 1636, 1732},    {1000, 5, 6284, 6828},
    {1000, 10, 3636, 3921}, {1000, 50, 1948, 1974}, {1000, 100, 1898, 1909},  {2955, 20, 9796, 0},
    {2955, 50, 7487, 0},    {10000, 100, 24747, 0}, {1000000, 50, 4658945, 0}};

TEST(OptimumTest, PublishedValuesAreExecuted) {
  for (const Row& row : published) {
    SCOPED_TRACE(std::to_string(row.steps) + " steps, " + std::to_string(row.slots) + " slots");
    EXPECT_EQ(revolve(row.steps, row.slots), row.advances + row.steps);
    if (row.mixed > 0) {
      EXPECT_EQ(mixed(row.steps, row.slots), row.mixed);
    }
  }
}

constexpr std::int64_t impossible = std::numeric_limits<std::int64_t>::max() / 4;

/// [j][n]: fewest executed steps for n steps beside j checkpoints, by trying every division.
std::vector<std::vector<std::int64_t>> fewest(const std::vector<std::int64_t>& leaf, std::int64_t steps) {
  const auto size = static_cast<std::size_t>(steps) + 1;
  std::vector<std::vector<std::int64_t>> best(leaf.size() + 1, std::vector<std::int64_t>(size, impossible));
  for (std::size_t j = leaf.size(); j-- > 0;) {
    for (std::size_t n = 1; n < size; ++n) {
      if (static_cast<std::int64_t>(n) <= leaf[j]) best[j][n] = static_cast<std::int64_t>(n);
      for (std::size_t i = 1; i<n&& static_cast<std::int64_t>(n)> leaf[j]; ++i) {
        best[j][n] = std::min(best[j][n], static_cast<std::int64_t>(i) + best[j][i] + best[j + 1][n - i]);
      }
    }
  }
  return best;
}

/// Executed steps by walking the tree, each part of which must fit.
std::int64_t walk(const Division& division, const Division::Part& part, const std::vector<std::int64_t>& leaf) {
  EXPECT_GE(part.steps, 1);
  if (division.is_leaf(part)) {
    EXPECT_LE(part.steps, leaf[static_cast<std::size_t>(part.held)]);
    return part.steps;
  }
  const auto [first, rest] = division.divide(part);
  EXPECT_EQ(first.steps + rest.steps, part.steps);
  return first.steps + walk(division, first, leaf) + walk(division, rest, leaf);
}

/// Of states and tapes that share bytes.
std::vector<std::int64_t> leaves(std::int64_t state, std::int64_t tape, std::int64_t budget) {
  std::vector<std::int64_t> leaf;
  for (std::int64_t room = budget; room >= tape; room -= state) leaf.push_back(room / tape);
  return leaf;
}

TEST(OptimumTest, SlotsAndEqualSizesAreOptimal) {
  constexpr std::int64_t steps = 150;
  for (std::int64_t slots = 1; slots <= 30; ++slots) {
    for (const std::vector<std::int64_t>& leaf :
         {leaves(1, 1, slots + 1), std::vector<std::int64_t>(static_cast<std::size_t>(slots) + 1, 1)}) {
      const std::vector<std::vector<std::int64_t>> best = fewest(leaf, steps);
      for (std::int64_t n = 1; n <= steps; ++n) {
        EXPECT_EQ(Division(leaf, n, false).executed(), best[0][static_cast<std::size_t>(n)])
            << n << " steps, " << slots << " slots";
      }
    }
  }
}

TEST(OptimumTest, UnequalSizesAreOptimal) {
  constexpr std::int64_t steps = 120;
  for (std::int64_t state = 1; state <= 12; ++state) {
    for (std::int64_t tape = 1; tape <= 12; ++tape) {
      for (const std::int64_t budget : {tape + state, tape + 2 * state + 1, 20 + tape, 60 + tape}) {
        const std::vector<std::int64_t> leaf = leaves(state, tape, budget);
        SCOPED_TRACE("state " + std::to_string(state) + ", tape " + std::to_string(tape) + ", budget " +
                     std::to_string(budget));
        const std::vector<std::vector<std::int64_t>> best = fewest(leaf, steps);
        for (std::int64_t n = 1; n <= (leaf.size() == 1 ? leaf[0] : steps); n += 1 + n / 9) {
          const Division division(leaf, n, true);
          EXPECT_EQ(division.executed(), best[0][static_cast<std::size_t>(n)]) << n << " steps";
          EXPECT_EQ(walk(division, division.whole(), leaf), division.executed());
        }
      }
    }
  }
}

/// Fewest executed steps for n steps within `room` bytes, where the first step may also be taped and its tape kept to
/// the end.
class AnyOrder {
 public:
  AnyOrder(std::int64_t state, std::int64_t tape) : state_(state), tape_(tape) {}
  std::int64_t fewest(std::int64_t n, std::int64_t room) {
    if (room < tape_) return impossible;
    if (n <= room / tape_) return n;
    const auto [known, is_new] = known_.try_emplace({n, room}, impossible);
    if (!is_new) return known->second;
    std::int64_t best = 1 + fewest(n - 1, room - tape_);
    for (std::int64_t i = 1; i < n && room >= state_ + tape_; ++i)
      best = std::min(best, i + fewest(i, room) + fewest(n - i, room - state_));
    return known_[{n, room}] = std::min(best, impossible);
  }

 private:
  std::int64_t state_, tape_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> known_;
};

TEST(OptimumTest, NothingIsGainedByTapingBeforeSaving) {
  for (const auto& [state, tape] :
       std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1}, {1, 3}, {3, 1}, {2, 3}, {3, 2}, {7, 4}}) {
    AnyOrder any_order(state, tape);
    for (std::int64_t budget = state + tape; budget <= 4 * (state + tape); ++budget) {
      const std::vector<std::int64_t> leaf = leaves(state, tape, budget);
      for (std::int64_t n = 1; n <= 40; ++n) {
        EXPECT_EQ(Division(leaf, n, true).executed(), any_order.fewest(n, budget))
            << n << " steps, state " << state << ", tape " << tape << ", budget " << budget;
      }
    }
  }
}

TEST(OptimumTest, ManyStepsOfUnequalSizesAreNearlyOptimal) {
  constexpr std::int64_t steps = 1600;
  for (const auto& [state, tape, budget] : std::vector<std::array<std::int64_t, 3>>{
           {1, 3, 30}, {1, 2, 20}, {3, 10, 100}, {10, 7, 100}, {7, 10, 200}, {1, 5, 50}, {30, 1, 300}, {9, 10, 100}}) {
    const std::vector<std::int64_t> leaf = leaves(state, tape, budget);
    SCOPED_TRACE("state " + std::to_string(state) + ", tape " + std::to_string(tape) + ", budget " +
                 std::to_string(budget));
    const std::vector<std::vector<std::int64_t>> best = fewest(leaf, steps);
    for (std::int64_t n = 1; n <= steps; n += 1 + n / 9) {
      const Division division(leaf, n, false), revolve(std::vector<std::int64_t>(leaf.size(), 1), n, false);
      EXPECT_LE(division.executed() * 1000, best[0][static_cast<std::size_t>(n)] * 1013) << n << " steps";
      EXPECT_LE(division.executed(), revolve.executed()) << n << " steps";
      EXPECT_EQ(walk(division, division.whole(), leaf), division.executed());
    }
  }
}

}  // namespace

// tests/ops/derivatives/checkpoints/validity_test.cpp: every action of every schedule is legal, whatever the program
// does.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "ops/support/error.hpp"
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

namespace {

using ops::Capacity;
using ops::MemoryBudget;
using ops::Sizes;
using ops::Totals;

Totals play(ops::Schedule& schedule, std::int64_t steps, const MemoryBudget& limits) {
  return ops::Interpreter(limits).play(schedule, steps);
}

MemoryBudget slots(std::int64_t memory, std::int64_t disk = 0) { return {memory, disk, 1}; }

MemoryBudget bytes(const Sizes& sizes, std::int64_t disk = 0) {
  return {MemoryBudget::none,
          disk,
          MemoryBudget::none,
          static_cast<std::int64_t>(sizes.state),
          static_cast<std::int64_t>(sizes.tape),
          static_cast<std::int64_t>(sizes.budget)};
}

const std::vector<std::int64_t> counts{1, 2, 3, 4, 5, 7, 10, 19, 33, 64, 101, 150};

/// As announced, and with programs that end earlier or later.
void try_offline(const Capacity& capacity, std::int64_t steps, const MemoryBudget& limits) {
  for (const std::int64_t actual :
       {steps, steps - 1, steps / 2, std::int64_t{1}, std::int64_t{0}, steps + 1, 2 * steps + 3}) {
    SCOPED_TRACE(std::to_string(actual) + " of " + std::to_string(steps) + " announced steps");
    EXPECT_NO_THROW(play(*ops::offline(capacity, steps, false), actual, limits));
  }
}

TEST(ValidityTest, StoreAllRunsEveryStepOnce) {
  for (const std::int64_t steps : counts) {
    const Totals totals = play(*ops::store_all(), steps, MemoryBudget{});
    EXPECT_EQ(totals.executed, steps);
    EXPECT_EQ(totals.actions, 2);
  }
}

TEST(ValidityTest, OfflineInSlots) {
  for (const std::int64_t steps : counts) {
    for (const std::int64_t memory : {1, 2, 3, 5, 8, 40, 149, 150, 151, 1000}) {
      SCOPED_TRACE(std::to_string(memory) + " slots");
      try_offline(Capacity::slots(memory), steps, slots(memory));
    }
  }
}

TEST(ValidityTest, OfflineInMemoryAndOnDisk) {
  for (const std::int64_t steps : counts) {
    for (const std::int64_t memory : {0, 1, 2, 7}) {
      for (const std::int64_t disk : {1, 2, 5, 200}) {
        SCOPED_TRACE(std::to_string(memory) + " slots in memory, " + std::to_string(disk) + " on disk");
        try_offline(Capacity::slots(memory, disk), steps, slots(memory, disk));
      }
    }
  }
}

TEST(ValidityTest, OnlineInSlots) {
  for (const std::int64_t steps : counts) {
    for (const std::int64_t memory : {1, 2, 3, 5, 8, 40, 149, 150, 151}) {
      for (const std::int64_t disk : {0, 1, 4}) {
        SCOPED_TRACE(std::to_string(steps) + " steps, " + std::to_string(memory) + " slots in memory, " +
                     std::to_string(disk) + " on disk");
        EXPECT_NO_THROW(play(*ops::online(Capacity::slots(memory, disk)), steps, slots(memory, disk)));
      }
    }
  }
}

/// All ways in which states and tapes of a few bytes share a budget.
void for_sizes(const std::function<void(const Sizes&)>& body) {
  for (const std::size_t state : {0, 1, 2, 3, 7}) {
    for (const std::size_t tape : {0, 1, 2, 3, 10}) {
      for (const std::size_t budget : {1, 4, 10, 13, 17, 40, 500}) {
        if (budget < state + tape) continue;
        SCOPED_TRACE("state " + std::to_string(state) + ", tape " + std::to_string(tape) + ", budget " +
                     std::to_string(budget));
        body({state, tape, budget});
      }
    }
  }
}

TEST(ValidityTest, OfflineInBytes) {
  for_sizes([](const Sizes& sizes) {
    for (const std::int64_t disk : {0, 3}) {
      const Capacity capacity = Capacity::bytes(sizes, disk);
      for (const std::int64_t steps : counts) try_offline(capacity, steps, bytes(sizes, disk));
    }
  });
}

TEST(ValidityTest, OnlineInBytes) {
  for_sizes([](const Sizes& sizes) {
    for (const std::int64_t disk : {0, 3}) {
      for (const std::int64_t steps : counts)
        EXPECT_NO_THROW(play(*ops::online(Capacity::bytes(sizes, disk)), steps, bytes(sizes, disk)));
    }
  });
}

TEST(ValidityTest, OnlyTapesAreKeptWhereTheCountIsSure) {
  const Sizes sizes{2, 1, 10};
  const Capacity capacity = Capacity::bytes(sizes);
  for (const std::int64_t actual : {10, 9, 1, 0})
    EXPECT_EQ(play(*ops::offline(capacity, 10), actual, bytes(sizes)).executed, actual);
  try {
    play(*ops::offline(capacity, 10), 11, bytes(sizes));
    ADD_FAILURE() << "accepted";
  } catch (const OPSException& error) {
    EXPECT_STREQ(error.what(),
                 "checkpoints: step 11 begins, but the program announced only 10 steps, and the tapes of these steps "
                 "fill the available memory; "
                 "announce more steps, or omit the number of steps");
  }
  EXPECT_EQ(play(*ops::offline(capacity, 10, false), 10, bytes(sizes)).executed, 12);
}

}  // namespace

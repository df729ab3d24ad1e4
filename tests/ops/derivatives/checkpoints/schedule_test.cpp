// tests/ops/derivatives/checkpoints/schedule_test.cpp: actions as text, read from schedules that are short enough to
// know by heart.
#include "ops/derivatives/checkpoints/schedule.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ops/derivatives/checkpoints/capacity.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "ops/support/error.hpp"

namespace {

using ops::Action;
using ops::Capacity;

/// All actions of a program of `steps` steps, in one line each; "--" where it ends.
std::string all(ops::Schedule& schedule, std::int64_t steps) {
  std::string lines;
  for (std::int64_t present = 0; present < steps;) {
    const Action action = schedule.next();
    if (action.kind == Action::Kind::advance || action.kind == Action::Kind::tape) present = action.last;
    lines += text(action) + "\n";
  }
  schedule.finish(steps);
  lines += "--\n";
  for (Action action{Action::Kind::save}; action.kind != Action::Kind::done;)
    lines += text(action = schedule.next()) + "\n";
  return lines;
}

TEST(ScheduleTest, StoreAll) { EXPECT_EQ(all(*ops::store_all(), 3), "tape [0, ...)\n--\nreverse [0, 3)\ndone\n"); }

TEST(ScheduleTest, KnownCount) {
  EXPECT_EQ(all(*ops::offline(Capacity::slots(1, 1), 3), 3),
            "save 0 on disk\nadvance [0, 1)\nsave 1\nadvance [1, 2)\ntape [2, 3)\n--\n"
            "reverse [2, 3)\nrestore 1\ndrop 1\ntape [1, 2) to reverse\nreverse [1, 2)\n"
            "restore 0 on disk\ndrop 0 on disk\ntape [0, 1) to reverse\nreverse [0, 1)\ndone\n");
}

TEST(ScheduleTest, UnknownCount) {
  EXPECT_EQ(all(*ops::online(Capacity::slots(2)), 3),
            "save 0\ntape [0, 1)\ndrop_tape [0, 1)\nsave 1\ntape [1, 2)\ndrop_tape [1, 2)\ntape [2, 3)\n--\n"
            "reverse [2, 3)\nrestore 1\ndrop 1\ntape [1, 2) to reverse\nreverse [1, 2)\n"
            "restore 0\ndrop 0\ntape [0, 1) to reverse\nreverse [0, 1)\ndone\n");
}

TEST(ScheduleTest, AnnouncedCountsHaveLimits) {
  for (const std::int64_t steps : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1} << 31}) {
    try {
      ops::offline(Capacity::slots(2), steps);
      ADD_FAILURE() << "accepted";
    } catch (const OPSException& error) {
      EXPECT_EQ(error.what(), "checkpoints: the number of steps is " + std::to_string(steps) +
                                  "; it must be between 1 and 2147483647, or be omitted");
    }
  }
}

}  // namespace

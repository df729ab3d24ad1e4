// tests/ops/derivatives/checkpoints/online_test.cpp: not knowing the number of steps costs little.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

namespace {

using ops::Capacity;
using ops::Interpreter;

std::int64_t executed(ops::Schedule& schedule, std::int64_t steps, std::int64_t slots) {
  return Interpreter({slots, 0, 1}).play(schedule, steps).executed;
}

TEST(OnlineTest, CloseToRevolveWithAKnownCount) {
  double sum = 0, worst = 0;
  int count = 0;
  for (std::int64_t slots = 3; slots <= 50; slots += slots < 12 ? 1 : 6) {
    for (std::int64_t steps = 1; steps <= 3000; steps += 1 + steps / 12) {
      const double known = static_cast<double>(executed(*ops::offline(Capacity::slots(slots), steps), steps, slots));
      const double ratio = static_cast<double>(executed(*ops::online(Capacity::slots(slots)), steps, slots)) / known;
      EXPECT_LE(ratio, 1.32) << steps << " steps, " << slots << " slots";
      worst = std::max(worst, ratio);
      sum += ratio;
      ++count;
    }
  }
  EXPECT_LE(sum / count, 1.10);
  RecordProperty("mean", std::to_string(sum / count));
  RecordProperty("worst", std::to_string(worst));
}

TEST(OnlineTest, CloseToTheOptimumWhereTapesShareTheMemory) {
  for (const ops::Sizes sizes : {ops::Sizes{1, 1, 11}, ops::Sizes{1, 2, 300}, ops::Sizes{3, 1, 30},
                                 ops::Sizes{10, 3, 100}, ops::Sizes{20, 1, 200}}) {
    double sum = 0;
    int count = 0;
    for (std::int64_t steps = 1; steps <= 3000; steps += 1 + steps / 12, ++count) {
      const double known =
          static_cast<double>(Interpreter({}).play(*ops::offline(Capacity::bytes(sizes), steps), steps).executed);
      const double ratio =
          static_cast<double>(Interpreter({}).play(*ops::online(Capacity::bytes(sizes)), steps).executed) / known;
      EXPECT_LE(ratio, 1.32) << steps << " steps, budget " << sizes.budget;
      sum += ratio;
    }
    EXPECT_LE(sum / count, 1.10) << "budget " << sizes.budget;
  }
}

TEST(OnlineTest, WithRoomForEverythingNoStepIsRunTwice) {
  for (const std::int64_t steps : {1, 2, 30, 50}) {
    const Capacity capacity = Capacity::bytes({1, 1, 100});
    EXPECT_EQ(Interpreter({}).play(*ops::online(capacity), steps).executed, steps);
  }
}

}  // namespace

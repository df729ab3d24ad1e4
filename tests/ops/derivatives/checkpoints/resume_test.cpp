// tests/ops/derivatives/checkpoints/resume_test.cpp: sizes turn out to be others than thought, in the middle of the run
// or of the reversal.
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

namespace {

using ops::Action;
using ops::Capacity;
using Kind = Action::Kind;

/// Another schedule until a step begins; from there on what is kept goes on within less.
class Shrinking final : public ops::Schedule {
 public:
  Shrinking(std::unique_ptr<ops::Schedule> begin, const Capacity& less, std::int64_t at)
      : rest_(std::move(begin)), less_(less), at_(at) {}

  Action next() override {
    if (present_ == at_ && !resumed_) resume();
    if (drops_.empty()) drops_.push_back(rest_->next());
    Action action = drops_.front();
    drops_.pop_front();
    const bool runs = !finished_ && (action.kind == Kind::tape || action.kind == Kind::advance);
    if (runs && !resumed_) action.last = std::min(action.last, at_);  // the program comes back here
    if (runs) present_ = action.last;
    follow(action);
    return action;
  }
  void finish(std::int64_t steps) override {
    finished_ = true;
    rest_->finish(steps);
  }

 private:
  void resume() {
    resumed_ = true;
    ops::Halfway kept{{}, tapes_first_, at_};
    for (const auto& [step, storage] : states_) kept.states.push_back({step, storage});
    ops::Resumption next = ops::resume(less_, kept);
    rest_ = std::move(next.rest);
    drops_.assign(next.drops.begin(), next.drops.end());
  }
  void follow(const Action& action) {
    if (action.kind == Kind::save) states_[action.first] = action.storage;
    if (action.kind == Kind::drop) states_.erase(action.first);
    if (action.kind == Kind::advance || action.kind == Kind::drop_tape)
      tapes_first_ = std::max(tapes_first_, action.last);
  }

  std::unique_ptr<ops::Schedule> rest_;
  Capacity less_;
  std::int64_t at_, present_ = 0, tapes_first_ = 0;
  std::map<std::int64_t, ops::Storage> states_;
  std::deque<Action> drops_;
  bool resumed_ = false, finished_ = false;
};

Capacity room(std::size_t tape, std::int64_t disk = 0) { return Capacity::bytes({2, tape, 40}, disk); }

TEST(ResumeTest, EveryStepIsReversedOnceAfterSizesHaveGrown) {
  for (const std::int64_t steps : {5, 17, 60, 200})
    for (const std::int64_t at : {1, 2, 4, 16, 59, 150})
      for (const std::size_t tape : {1, 3, 10, 38})
        for (const bool announced : {false, true}) {
          SCOPED_TRACE(std::to_string(steps) + " steps, larger from " + std::to_string(at) + " on");
          auto begin = announced ? ops::offline(room(1), steps, false) : ops::online(room(1));
          Shrinking schedule(std::move(begin), room(tape), at);
          ops::Interpreter interpreter({.budget = ops::MemoryBudget::none});
          EXPECT_NO_THROW(interpreter.play(schedule, steps));
        }
}

/// Also where memory has no room for the first state, which is there all the same, or the disk for fewer states than it
/// has.
TEST(ResumeTest, StatesOnDiskStayAndAreOfUse) {
  for (const std::int64_t steps : {5, 17, 60, 200})
    for (const std::int64_t at : {1, 2, 4, 16, 59, 150})
      for (const std::size_t tape : {1, 3, 10, 38, 40})
        for (const std::int64_t disk : {1, 2, 5, 1000})
          for (const std::int64_t disk_later : {1, 3, 1000})
            for (const bool announced : {false, true}) {
              SCOPED_TRACE(std::to_string(steps) + " steps, larger from " + std::to_string(at) +
                           " on, states on disk: " + std::to_string(disk) + ", then " + std::to_string(disk_later));
              auto begin = announced ? ops::offline(room(1, disk), steps, false) : ops::online(room(1, disk));
              Shrinking schedule(std::move(begin), room(tape, disk_later), at);
              ops::Interpreter interpreter({.disk = std::max(disk, disk_later), .budget = ops::MemoryBudget::none});
              EXPECT_NO_THROW(interpreter.play(schedule, steps));
            }
}

TEST(ResumeTest, StatesOnDiskAreNotGivenUp) {
  const ops::Halfway kept{
      {{0, ops::Storage::disk}, {10, ops::Storage::memory}, {11, ops::Storage::disk}, {20, ops::Storage::memory}},
      22,
      32};
  const ops::Resumption next = ops::resume(Capacity::bytes({5, 2, 6}, 1), kept);  // no state and three tapes
  EXPECT_EQ(next.drops,
            (std::vector<Action>{{Kind::drop, 10, 10, {}}, {Kind::drop, 20, 20, {}}, {Kind::drop_tape, 22, 29, {}}}));
}

/// Nothing else than one tape at a time is left for the others.
TEST(ResumeTest, AFirstStateThatMemoryHasNoRoomForCountsOnce) {
  for (const std::int64_t steps : {3, 30}) {
    ops::Resumption next = ops::resume(Capacity::bytes({5, 2, 6}, 2),
                                       {{{0, ops::Storage::memory}, {1, ops::Storage::disk}}, steps, steps});
    EXPECT_TRUE(next.drops.empty());
    next.rest->finish(steps);
    std::int64_t reversed = 0, longest = 0;
    for (Action action = next.rest->next(); action.kind != Kind::done; action = next.rest->next()) {
      if (action.kind == Kind::reverse) reversed += action.last - action.first;
      if (action.kind == Kind::reverse && reversed < steps) longest = std::max(longest, action.last - action.first);
    }
    EXPECT_EQ(reversed, steps);
    EXPECT_EQ(longest, 1);
  }
}

TEST(ResumeTest, WhatIsTooMuchIsGivenUpAtOnce) {
  const ops::Halfway kept{
      {{0, ops::Storage::memory}, {10, ops::Storage::memory}, {11, ops::Storage::memory}, {20, ops::Storage::memory}},
      22,
      32};
  const ops::Resumption next = ops::resume(Capacity::bytes({5, 2, 21}), kept);  // three states and three tapes
  EXPECT_EQ(next.drops, (std::vector<Action>{{Kind::drop, 11, 11, {}}, {Kind::drop_tape, 22, 29, {}}}));
}

TEST(ResumeTest, TheFirstStateStays) {
  const ops::Halfway kept{{{0, ops::Storage::memory}, {1, ops::Storage::memory}, {2, ops::Storage::memory}}, 3, 3};
  const ops::Resumption next = ops::resume(Capacity::bytes({5, 5, 10}), kept);
  EXPECT_EQ(next.drops, (std::vector<Action>{{Kind::drop, 1, 1, {}}, {Kind::drop, 2, 2, {}}}));
}

/// Then the steps after it share what a schedule may spend with it to the end.
TEST(ResumeTest, AFirstStateThatIsNeverGivenUpLeavesLessRoomForTapes) {
  for (const bool stays : {false, true}) {
    const auto schedule =
        ops::offline(Capacity::bytes({.state = 10, .tape = 1, .budget = 14, .fixed = 0, .first_stays = stays}), 20);
    std::int64_t longest = 0;
    while (schedule->next().last < 20) continue;
    schedule->finish(20);
    for (Action action = schedule->next(); action.kind != Kind::done; action = schedule->next())
      if (action.kind == Kind::tape) longest = std::max(longest, action.last - action.first);
    EXPECT_EQ(longest <= 4, stays) << longest;
  }
}

}  // namespace

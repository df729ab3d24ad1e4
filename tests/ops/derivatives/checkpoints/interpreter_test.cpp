// tests/ops/derivatives/checkpoints/interpreter_test.cpp: the interpreter that judges schedules refuses each kind of
// mistake.
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using ops::Action;
using ops::Interpreter;
using ops::MemoryBudget;
using Kind = ops::Action::Kind;
using Script = std::vector<Action>;

/// Yields what it is told.
class Told final : public ops::Schedule {
 public:
  explicit Told(Script script) : script_(std::move(script)) {}
  Action next() override { return at_ < script_.size() ? script_[at_++] : Action{}; }
  void finish(std::int64_t) override {}

 private:
  Script script_;
  std::size_t at_ = 0;
};

Action save(std::int64_t step) { return {Kind::save, step, step}; }
Action restore(std::int64_t step) { return {Kind::restore, step, step}; }
Action drop(std::int64_t step) { return {Kind::drop, step, step}; }
Action advance(std::int64_t first, std::int64_t last) { return {Kind::advance, first, last}; }
Action tape(std::int64_t first, std::int64_t last) { return {Kind::tape, first, last}; }
Action reverse(std::int64_t first, std::int64_t last) { return {Kind::reverse, first, last}; }

/// Two steps in one slot: right.
const Script right{save(0), advance(0, 1), tape(1, 2), reverse(1, 2), restore(0), drop(0), tape(0, 1), reverse(0, 1)};

Script with(std::size_t i, const Action& action) {
  Script script = right;
  script[i] = action;
  return script;
}

Script without(std::size_t i) {
  Script script = right;
  script.erase(script.begin() + static_cast<std::ptrdiff_t>(i));
  return script;
}

std::string verdict(Script script, const MemoryBudget& limits = {1, 0, 1}) {
  Told schedule(std::move(script));
  try {
    Interpreter(limits).play(schedule, 2);
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    return text.substr(text.find('\''), text.find("', ") + 1 - text.find('\''));
  }
  return "right";
}

TEST(InterpreterTest, RightActionsPass) { EXPECT_EQ(verdict(right), "right"); }

TEST(InterpreterTest, EachMistakeIsRefusedWhereItIsMade) {
  EXPECT_EQ(verdict(with(0, save(1))), "'save 1'") << "a state that is not present";
  EXPECT_EQ(verdict(without(0)), "'restore 0'") << "nothing was saved";
  EXPECT_EQ(verdict(with(4, restore(1))), "'restore 1'") << "another state was saved";
  EXPECT_EQ(verdict(with(4, {Kind::restore, 0, 0, ops::Storage::disk})), "'restore 0 on disk'") << "it is in memory";
  EXPECT_EQ(verdict(without(4)), "'tape [0, 1)'") << "another state is present";
  EXPECT_EQ(verdict(without(5)), "'done'") << "a checkpoint is left";
  EXPECT_EQ(verdict(without(6)), "'reverse [0, 1)'") << "no tape";
  EXPECT_EQ(verdict(without(7)), "'done'") << "a step is left, and its tape";
  EXPECT_EQ(verdict(with(3, {Kind::drop_tape, 1, 2})), "'reverse [0, 1)'") << "the step after it was not reversed";
  EXPECT_EQ(verdict(with(7, reverse(0, 0))), "'reverse [0, 0)'") << "no step";
  EXPECT_EQ(verdict(with(1, restore(0))), "'restore 0'") << "the program is running";
  Action last = tape(0, 1);
  last.to_reverse = true;
  EXPECT_EQ(verdict(with(6, last)), "right");
  EXPECT_EQ(verdict({save(0), last, save(1)}), "'save 1'") << "no state is present";
}

TEST(InterpreterTest, EachLimitIsHeld) {
  EXPECT_EQ(verdict(right, {0, 0, 1}), "'save 0'");
  EXPECT_EQ(verdict(with(0, {Kind::save, 0, 0, ops::Storage::disk})), "'save 0 on disk'");
  EXPECT_EQ(verdict({tape(0, 2), reverse(0, 2)}), "'tape [0, 2)'");
  EXPECT_EQ(verdict(right, {MemoryBudget::none, 0, MemoryBudget::none, 3, 4, 7}), "right");
  EXPECT_EQ(verdict(right, {MemoryBudget::none, 0, MemoryBudget::none, 3, 4, 6}), "'tape [1, 2)'");
}

}  // namespace

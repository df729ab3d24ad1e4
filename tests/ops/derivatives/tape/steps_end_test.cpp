// tests/ops/derivatives/tape/steps_end_test.cpp: after an interpretation the values at the end of the program are there
// again, held meanwhile or not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/external_function.hpp"
#include "tests/ops/derivatives/tape/nonlinear_steps.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"
#include "tests/tier.hpp"

namespace {

class StepsEndTest : public fixture::NonlinearSteps {
 protected:
  StepsEndTest() {
    early = declare("early");
    shown = declare("shown");
    for (ops_dat& dat : work) {
      dat = declare("work");
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { at(dat, i) = 0.3; });  // its halo stays
    }
  }
  /// @param part  one in so many steps at most runs for the values at the end; more than there are steps: they are held
  void limit(const ops::MemoryBudget& limits, std::int64_t part = 1) {
    tape.stepping.plan(program::steps_of(tape, limits));
    tape.stepping.steps()->end.part = part;
  }
  /// Work arrays from one loop to the next; values that no adjoint needs, of each step and of one alone.
  void step(int k) {
    tape.step({});
    run(square, {u, v}, all);
    ops_dat from = v;
    for (const ops_dat dat : work) run(copy, {std::exchange(from, dat), dat}, all);
    run(jacobi, {from, f, u}, all);
    run(copy, {v, shown}, all, true);
    if (k == 3) run(copy, {v, early}, box_inside, true);
  }
  double program(int steps) override {
    for (int k = 0; k < steps; ++k) step(k);
    return objective(u);
  }
  std::vector<double> present() {
    std::vector<double> values;
    for (const auto& dat : context.dats)
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { values.push_back(at(dat.get(), i)); });
    return values;
  }

  static constexpr int steps = 40;
  ops_dat early = nullptr, shown = nullptr;
  std::array<ops_dat, 12> work{};
  ops::Box box_inside = fixture::box(2, 6, 1, 4);
};

TEST_F(StepsEndTest, ValuesAreThereAgain) {
  const std::vector<double> right = expected(steps, f);
  for (const int slots : {1, 3, 10}) {
    start();
    limit({.slots = slots});
    program(steps);
    const std::vector<double> end = present();
    for (int interpretation = 0; interpretation < 3; ++interpretation) {
      ops_interpret_adjoints(&context);
      EXPECT_EQ(gradient(f), right);
      EXPECT_EQ(present(), end) << slots << " slots, interpretation " << interpretation;
    }
    ops_ad_reset(&context);
  }
}

/// Those that are let go at first may be too far from the new end.
TEST_F(StepsEndTest, StepsGoOnFromThem) {
  std::vector<double> end, right;
  for (const auto& [slots, part] : {std::pair{0, 1}, {1, 1}, {3, 1}, {3, 8}, {3, 100}}) {
    SCOPED_TRACE(std::to_string(slots) + " slots, one step in " + std::to_string(part));
    start();
    if (slots > 0) limit({.slots = slots}, part);
    program(steps);
    ops_interpret_adjoints(&context);
    for (int k = steps; k < steps + 10; ++k) step(k);
    objective(u);
    if (slots == 0) end = present();
    EXPECT_EQ(present(), end);
    ops_interpret_adjoints(&context);
    if (slots == 0) right = gradient(f);
    EXPECT_EQ(gradient(f), right);
    EXPECT_EQ(present(), end);
    ops_ad_reset(&context);
  }
}

/// The state that they come from is beyond the budget.
TEST_F(StepsEndTest, AsManyStepsRunAsIfTheyWereHeld) {
  const std::size_t each = (u->layout.bytes + 63) / 64 * 64;
  for (std::size_t quarters = 80; quarters < 200; quarters += full_tier() ? 1 : 23) {
    std::array<std::int64_t, 2> executed{};
    for (const bool held : {false, true}) {
      start();
      limit({.steps = steps, .memory = quarters * each / 4}, held ? 100 : 1);
      program(steps);
      ops_interpret_adjoints(&context);
      ops_interpret_adjoints(&context);
      executed[held] = tape.stepping.steps()->state.executed;
      ops_ad_reset(&context);
    }
    EXPECT_EQ(executed[false], executed[true]) << quarters << " quarters of a buffer";
  }
}

TEST_F(StepsEndTest, TheyTakeNoMemoryMeanwhile) {
  std::size_t peak[2];
  for (const bool handed_out : {false, true}) {
    start();
    limit({.slots = 2});
    program(steps);
    const std::vector<double> end = present();
    const double* const pointer = &at(shown, {0, 0});
    shown->raw_out = handed_out;
    peak[handed_out] = program::peak_of_interpretation(tape);
    shown->raw_out = 0;
    EXPECT_EQ(present(), end);
    if (handed_out) EXPECT_EQ(pointer, &at(shown, {0, 0})) << "somebody has it";
    ops_ad_reset(&context);
  }
  EXPECT_LE(peak[false] + work.size() * u->layout.bytes, peak[true]);
}

TEST_F(StepsEndTest, WhereManyStepsWouldRunForThemTheyAreHeld) {
  start();
  auto of_states =
      program::steps_of(tape, {}, [](const ops::Demand&) { return ops::offline(ops::Capacity::slots(1), steps); });
  tape.stepping.plan(std::move(of_states));
  int loops = 0;
  tape.stepping.steps()->state.run_loop = [&, before = tape.stepping.steps()->state.run_loop](
                                              const ops::CallRef& call, const auto& values, const auto& constants) {
    ++loops;
    before(call, values, constants);
  };
  program(steps);
  const std::vector<double> end = present();
  ops_interpret_adjoints(&context);
  EXPECT_EQ(present(), end);
  EXPECT_EQ(tape.stepping.steps()->state.executed, steps * (steps + 1) / 2);
  EXPECT_LE(loops, (steps - 1) * steps / 2 * static_cast<int>(work.size() + 2)) << "none of 'shown' and 'early'";
}

TEST_F(StepsEndTest, AnAdjointThatThrowsLeavesThem) {
  const std::size_t each = (u->layout.bytes + 63) / 64 * 64;
  for (const ops::MemoryBudget& limits : {ops::MemoryBudget{.slots = 2}, {.memory = 60 * each}})
    for (const int throwing : {steps - 1, steps / 2, 0}) {
      std::vector<double> right, end;
      for (const bool kept : {true, false}) {
        bool throws = !kept;
        start();
        if (!kept) limit(limits);
        for (int k = 0; k < steps; ++k) {
          step(k);
          const auto adjoint = [&] {
            if (throws) throw std::runtime_error("no adjoint");
          };
          if (k == throwing) ops_execute_external_function([] {}, adjoint, arg(u, OPS_RW));
          run(square_in_place, {u}, box_inside);
        }
        objective(u);
        end = present();
        if (throws) EXPECT_THROW(ops_interpret_adjoints(&context), std::runtime_error);
        EXPECT_EQ(present(), end) << "at step " << throwing;
        throws = false;
        ops_interpret_adjoints(&context);
        if (kept) right = gradient(f);
        EXPECT_EQ(gradient(f), right) << "at step " << throwing;
        EXPECT_EQ(present(), end) << "at step " << throwing;
        ops_ad_reset(&context);
      }
    }
  EXPECT_EQ(said.str(), "");
}

/// What it was declared with is what steps find that run again, though later ones overwrite it.
TEST_F(StepsEndTest, ADatasetDeclaredInAStepAndUsedLaterHasItsFirstValuesThere) {
  std::vector<double> right;
  for (const int slots : {0, 1, 4}) {
    start();
    if (slots > 0) limit({.slots = slots});
    ops_dat late = nullptr;
    for (int k = 0; k < 12; ++k) {
      tape.step({});
      if (k == 2) late = declare("late");
      run(square, {u, v}, all);
      run(jacobi, {v, k >= 6 ? late : f, u}, all);
      if (k >= 6) run(square_in_place, {late}, all);
    }
    objective(u);
    ops_interpret_adjoints(&context);
    const std::vector<double> found = gradient(f);
    if (slots == 0) right = found;
    EXPECT_EQ(found, right) << slots << " slots";
    ops_ad_reset(&context);
    tape.recorder.forget(late);
  }
}

}  // namespace

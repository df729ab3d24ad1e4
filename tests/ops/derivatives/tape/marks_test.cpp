// tests/ops/derivatives/tape/marks_test.cpp: programs that mark no steps: where they begin all the same, and when
// nothing is looked for.
#include "ops/data/memory_limit.hpp"
#include "ops/derivatives/events/event_keys.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "ops/support/alive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/derivatives/tape/nonlinear_steps.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using testing::HasSubstr;

class MarksTest : public fixture::NonlinearSteps {
 protected:
  /// A loop of its own at the place where this is called.
  void loop(const program::Kernel& kernel, std::vector<ops_dat> dats, const ops::Box& range,
            std::source_location where = std::source_location::current()) {
    program::Call call;
    call.kernel = &kernel;
    call.range = range;
    call.dats = std::move(dats);
    call.where = where;
    call.motions.assign(call.dats.size(), program::motion_of(u));
    program::run(context, call);
  }
  void step() {
    loop(square, {u, v}, all);
    loop(jacobi, {v, f, u}, all);
  }
  double program(int steps) override {
    for (int k = 0; k < steps; ++k) step();
    return objective(u);
  }
  void look_for_steps(std::size_t memory, bool only_found = false) {
    tape.stepping.limits.memory = memory;
    tape.marks = std::make_unique<ops::StepMarkers>(tape.stepping, only_found);
  }
  /// The loops of steps that are found run again on the engine of these tests.
  void plan_steps(std::size_t memory) {
    look_for_steps(memory);
    tape.stepping.plan(program::steps_of(tape, {.memory = memory}));
  }
  std::size_t each() const { return (u->layout.bytes + 63) / 64 * 64; }
  std::int64_t steps() const { return tape.stepping.steps() ? tape.stepping.steps()->state.steps() : 0; }
};

TEST_F(MarksTest, AProgramWithoutMarksStaysWithinABudget) {
  const std::vector<double> right = expected(60, f);
  const std::size_t before = context.pool.bytes_in_use();
  for (const std::size_t buffers : {30u, 40u, 60u}) {
    plan_steps(buffers * each());
    program(60);
    EXPECT_GT(steps(), 10) << "of four loops at least";
    EXPECT_LE(context.pool.bytes_in_use() - before, (buffers + 1) * each()) << "what came before the first step counts";
    ops_interpret_adjoints(&context);
    EXPECT_EQ(gradient(f), right);
    EXPECT_GT(tape.stepping.steps()->state.executed, steps());
    ops_ad_reset(&context);
    start();
  }
}

TEST_F(MarksTest, NothingIsLookedForWhereMemoryIsPlenty) {
  look_for_steps(10'000 * each());
  program(200);
  EXPECT_EQ(tape.stepping.steps(), nullptr);
}

TEST_F(MarksTest, LinearStepsNeedNone) {
  look_for_steps(1);
  for (int k = 0; k < 50; ++k) loop(jacobi, {k % 2 ? v : u, f, k % 2 ? u : v}, all);
  EXPECT_EQ(tape.stepping.steps(), nullptr);
}

TEST_F(MarksTest, TheProgramsOwnMarksCountAndNothingElse) {
  look_for_steps(1);
  tape.step({});
  tape.stepping.plan(program::steps_of(tape, {}));
  for (int k = 0; k < 20; ++k) step();
  EXPECT_EQ(steps(), 0);
  ops_ad_reset(&context);
  for (int k = 0; k < 20; ++k) step();
  EXPECT_EQ(tape.stepping.steps(), nullptr) << "in later recordings neither";
}

TEST_F(MarksTest, TheFirstMarkOfTheProgramReplacesThoseThatWereFound) {
  plan_steps(1 << 20);
  tape.stepping.limits.memory = 1;
  for (int k = 0; k < 40; ++k) step();
  ASSERT_GT(steps(), 1);
  ASSERT_TRUE(tape.stepping.steps()->state.tapes.all());
  tape.stepping.limits.memory = 1 << 20;
  for (int k = 0; k < 5; ++k) {
    tape.step({});
    step();
  }
  EXPECT_EQ(steps(), 5);
}

TEST_F(MarksTest, TheProgramsOwnMarksMayBeIgnored) {
  look_for_steps(1 << 20, true);
  for (int k = 0; k < 5; ++k) {
    tape.step({});
    step();
  }
  EXPECT_EQ(tape.stepping.steps(), nullptr);
}

TEST_F(MarksTest, WhatCannotRunAgainIsKeptAsLongAsAllIs) {
  const std::vector<double> right = expected(60, f);
  plan_steps(1 << 20);
  tape.stepping.limits.memory = 1;
  for (int k = 0; k < 60; ++k) {
    step();
    if (k != 40) continue;
    ASSERT_GT(steps(), 1);
    tape.stepping.steps()->state.history.give_up("a thing of the program's own");
  }
  EXPECT_EQ(tape.stepping.steps(), nullptr);
  EXPECT_THAT(said.str(),
              HasSubstr("OPS warning: from this point on, all values are kept, because the time steps that the "
                        "library detected cannot be recomputed: "
                        "a thing of the program's own"));
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
}

TEST_F(MarksTest, WhatCannotRunAgainIsAnErrorOnceSomethingWasGivenUp) {
  plan_steps(30 * each());
  for (int k = 0; k < 60; ++k) step();
  ASSERT_FALSE(tape.stepping.steps()->state.tapes.all());
  tape.stepping.steps()->state.history.give_up("a thing of the program's own");
  for (int k = 0; k < 10; ++k) step();
  objective(u);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }), HasSubstr("a thing of the program's own"));
}

TEST_F(MarksTest, TheFirstMarkOfTheProgramGoesOnWhereSomethingWasGivenUp) {
  const std::vector<double> right = expected(80, f);
  plan_steps(30 * each());
  for (int k = 0; k < 60; ++k) step();
  ASSERT_FALSE(tape.stepping.steps()->state.tapes.all());
  const std::int64_t found = steps();
  for (int k = 0; k < 20; ++k) {
    tape.step({});
    step();
  }
  EXPECT_EQ(steps(), found + 20);
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
}

TEST_F(MarksTest, ALoopAndWhatTheLibraryRunsBeforeItBelongToOneStep) {
  plan_steps(40 * each());
  zero.implementation.primal = nullptr;  // as the start of a reduction into a dataset has none
  for (int k = 0; k < 40; ++k) {
    const auto where = std::source_location::current();
    loop(zero, {v}, all, where);
    const std::int64_t begun = steps();
    loop(square, {u, v}, all, where);
    EXPECT_EQ(steps(), begun);
    loop(jacobi, {v, f, u}, all);
  }
  EXPECT_GT(steps(), 5);
}

TEST_F(MarksTest, SlotsAreEnoughToLookForSteps) {
  const std::vector<double> right = expected(60, f);
  tape.marks = std::make_unique<ops::StepMarkers>(tape.stepping);
  ops_ad_set_checkpoint_count(&context, 3, 60);
  tape.stepping.plan(program::steps_of(tape, {.slots = 3}));
  program(60);
  EXPECT_GT(steps(), 5);
  EXPECT_FALSE(tape.stepping.steps()->state.tapes.all());
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
}

TEST_F(MarksTest, NoStepBeginsWhileAPointerIsOut) {
  plan_steps(1);
  f->raw_out = 1;
  for (int k = 0; k < 20; ++k) step();
  EXPECT_EQ(steps(), 0);
  f->raw_out = 0;
}

TEST_F(MarksTest, LaterPhasesOfAProgramHaveStepsOfTheirOwn) {
  plan_steps(60 * each());
  for (int k = 0; k < 30; ++k) step();
  const std::int64_t first = steps();
  for (int k = 0; k < 200; ++k) {
    loop(square, {u, v}, all);
    loop(copy, {v, u}, all);
  }
  EXPECT_GT(steps(), first + 20);
}

TEST_F(MarksTest, APlanSaysWhereStepsWereFound) {
  context.options.words["OPS_AD_PLAN"] = "";
  plan_steps(40 * each());
  program(60);
  EXPECT_THAT(said.str(),
              HasSubstr("OPS: the library has found the program's time steps; each step begins with loop 'loop' at "));
  EXPECT_THAT(said.str(), HasSubstr("marks_test.cpp:"));
}

TEST_F(MarksTest, APlanSaysWhyThereIsNone) {
  context.options.words["OPS_AD_PLAN"] = "";
  look_for_steps(10'000 * each());
  program(20);
  ops_interpret_adjoints(&context);
  EXPECT_THAT(said.str(),
              HasSubstr("are kept, because the library plans checkpoints only if these values occupy more than "));
  ops_ad_reset(&context);
  said.str("");
  look_for_steps(1);
  step();
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_THAT(said.str(), HasSubstr("the library found no time steps, so it plans no checkpoints and keeps"));
  EXPECT_THAT(said.str(), HasSubstr("call ops_ad_step() at the beginning of each time step"));
}

TEST_F(MarksTest, APlanForOneLoopNamesTheLimit) {
  context.options.words["OPS_AD_PLAN"] = "";
  look_for_steps(10'000 * each());
  loop(square, {u, v}, all);
  loop(copy, {v, u}, all);
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_THAT(said.str(), HasSubstr("only if these values occupy more than " + ops::bytes_text(10'000 * each() / 8)));
}

TEST_F(MarksTest, APlanSaysThatNothingIsKept) {
  context.options.words["OPS_AD_PLAN"] = "";
  look_for_steps(1);
  for (int k = 0; k < 50; ++k) loop(jacobi, {k % 2 ? v : u, f, k % 2 ? u : v}, all);
  tape.shown->seed(tape.recording.tracked(u));
  ops_interpret_adjoints(&context);
  EXPECT_EQ(said.str(),
            "OPS: -OPS_AD_PLAN: no checkpointing plan is needed, because the derivatives need no stored values\n");
}

TEST_F(MarksTest, MomentsSayWhatIsKeptAndAlive) {
  const std::size_t bytes = u->layout.bytes;
  for (int k = 0; k < 4; ++k) step();
  const ops::EventKeys moments = ops::keys_of(tape.recording.events, 0, tape.recording.events.nodes.size());
  ASSERT_EQ(moments.list.size(), 8u);
  for (std::size_t i = 0; i + 1 < 8; ++i) {
    EXPECT_EQ(moments.list[i].site, static_cast<int>(i % 2));
    EXPECT_EQ(moments.list[i].kept, i % 2 == 0 ? bytes : 0u) << "square keeps u, jacobi nothing";
    EXPECT_EQ(moments.list[i].alive, bytes) << "u before square, v before jacobi; f is never overwritten";
  }
  EXPECT_EQ(moments.examples.size(), 2u);
}

}  // namespace

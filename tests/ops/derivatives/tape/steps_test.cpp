// tests/ops/derivatives/tape/steps_test.cpp: recordings in steps: what is kept, how often steps run, what cannot run
// again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/derivatives/checkpoints/holdings.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "tests/ops/derivatives/tape/nonlinear_steps.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using testing::ElementsAre;
using testing::HasSubstr;

class StepsTest : public fixture::NonlinearSteps {
 protected:
  void limit(const ops::MemoryBudget& limits) { tape.stepping.plan(program::steps_of(tape, limits)); }
  /// States alone, and the tape of one step.
  static ops::Stepped::Planner revolve(std::int64_t steps, std::int64_t slots) {
    return [=](const ops::Demand&) { return ops::offline(ops::Capacity::slots(slots), steps); };
  }
  /// Two datasets in turn, each step not linear.
  double program(int steps) override {
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
    }
    return objective(u);
  }
};

/// Griewank and Walther 2000, Algorithm 799: table of ANCHORS: steps, slots, executed steps.
TEST_F(StepsTest, ExecutedStepsAreThoseOfTheSchedule) {
  for (const auto& [steps, slots, executed] :
       {std::tuple{10, 1, 55}, {10, 2, 30}, {10, 3, 25}, {10, 5, 23}, {50, 5, 172}, {100, 10, 322}}) {
    const std::vector<double> right = expected(steps, f);
    tape.stepping.plan(program::steps_of(tape, {}, revolve(steps, slots)));
    program(steps);
    ops_interpret_adjoints(&context);
    EXPECT_EQ(tape.stepping.steps()->state.executed, executed) << steps << " steps, " << slots << " slots";
    EXPECT_EQ(gradient(f), right);
    ops_ad_reset(&context);
  }
}

TEST_F(StepsTest, AnyNumberOfSlotsAndAnyAnnouncedCountGiveTheSameBits) {
  for (const int steps : {1, 2, 7}) {
    const std::vector<double> right = expected(steps, f);
    for (const int slots : {1, 2, 3, 20})
      for (const int announced : {0, 1, 5, 7, 9}) {
        start();
        ops::MemoryBudget limits{.slots = slots};
        if (announced > 0) limits.steps = announced;
        limit(limits);
        program(steps);
        ops_interpret_adjoints(&context);
        EXPECT_EQ(gradient(f), right) << steps << " steps, " << slots << " slots, " << announced << " announced";
        ops_interpret_adjoints(&context);
        EXPECT_EQ(gradient(f), right) << "second interpretation";
        ops_ad_reset(&context);
      }
  }
}

TEST_F(StepsTest, SlotsLimitWhatIsKept) {
  start();
  const std::size_t before = context.pool.bytes_in_use(), each = (u->layout.bytes + 63) / 64 * 64;
  limit({.steps = 100, .slots = 4});
  program(100);
  EXPECT_LE(context.pool.bytes_in_use() - before, 9 * each);  // u and the halo of v of each state; the tape of one step
  ops_interpret_adjoints(&context);
  EXPECT_LE(context.pool.peak_bytes() - before, 14 * each);  // and what is present at the end, and derivatives
}

/// Tapes take the place of states where that saves steps.
TEST_F(StepsTest, SlotsAreMemoryForStatesAndTapes) {
  for (const int slots : {3, 10}) {
    const std::vector<double> right = expected(50, f);
    limit({.steps = 50, .slots = slots});
    program(50);
    ops_interpret_adjoints(&context);
    EXPECT_EQ(gradient(f), right);
    const std::int64_t executed = tape.stepping.steps()->state.executed;
    ops_ad_reset(&context);
    EXPECT_LT(executed, ops::forecast({.steps = 50, .memory = {}, .slots = slots, .disk = {}}, 50).executed);
    start();
    limit({.slots = slots});
    program(50);
    ops_interpret_adjoints(&context);
    EXPECT_EQ(gradient(f), right) << "the number of steps was not announced";
    EXPECT_LT(tape.stepping.steps()->state.executed,
              ops::forecast({.steps = {}, .memory = {}, .slots = slots, .disk = {}}, 50).executed);
    ops_ad_reset(&context);
  }
}

TEST_F(StepsTest, MemoryLimitsWhatIsKept) {
  const std::vector<double> right = expected(60, f);
  const std::size_t before = context.pool.bytes_in_use(), each = (u->layout.bytes + 63) / 64 * 64;
  limit({.memory = 20 * each});
  program(60);
  EXPECT_LE(context.pool.bytes_in_use() - before, 21 * each);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
  EXPECT_GT(tape.stepping.steps()->state.executed, 60);
  EXPECT_LT(tape.stepping.steps()->state.executed, 180);
}

/// What the first steps refer to and nothing overwrites takes no memory of its own.
TEST_F(StepsTest, DatasetsThatNeverChangeNeedNoRoom) {
  const std::vector<double> right = expected(20, f);
  limit({.memory = 3 * ((u->layout.bytes + 63) / 64 * 64)});
  program(20);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
}

TEST_F(StepsTest, TooLittleMemoryIsAnErrorThatSaysWhatWouldDo) {
  limit({.memory = 100});
  EXPECT_THAT(error_of([&] { program(5); }),
              testing::AllOf(HasSubstr("ops_ad_step"), HasSubstr("100 bytes"), HasSubstr("would suffice")));
}

TEST_F(StepsTest, LinearStepsKeepNothingWhateverTheLimit) {
  limit({.memory = 1 << 20});
  for (int k = 0; k < 40; ++k) {
    tape.step({});
    run(jacobi, {u, f, v}, all);
    std::swap(u, v);
  }
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(tape.stepping.steps()->state.executed, 40);
  EXPECT_LE(tape.statistics().versions, 2u);
}

TEST_F(StepsTest, WhatIsOverwrittenBeforeItIsReadIsNotPartOfAState) {
  tape.recording.tracked(f), tape.recording.tracked(u), tape.recording.tracked(v);
  ops::SavedState state(tape.recording.live);
  state.writes(tape.recording.tracked(u), u->layout.allocated, context.pool);
  state.reads(tape.recording.tracked(u), all);
  state.writes(tape.recording.tracked(v), all, context.pool);
  state.reads(tape.recording.tracked(v), box(-1, 0, 0, 1));
  state.settle(context.pool);
  EXPECT_THAT(state.datasets(), ElementsAre(&tape.recording.tracked(v), &tape.recording.tracked(f)));
}

TEST_F(StepsTest, WhatAKernelMayLeaveAloneIsPartOfAState) {
  for (const bool leaves_some : {false, true}) {
    square.facts[1].reads_old = leaves_some;  // declared OPS_WRITE, but not written on every path
    limit({.slots = 2});
    tape.step({});
    run(square, {u, v}, v->layout.allocated);
    ops::SavedState& state = *tape.stepping.steps()->state.states.unsettled();
    state.settle(context.pool);
    EXPECT_EQ(std::ranges::count(state.datasets(), &tape.recording.tracked(v)), leaves_some ? 1 : 0);
    ops_ad_reset(&context);
  }
}

TEST_F(StepsTest, CellsThatAreNeverOverwrittenStay) {
  tape.recording.tracked(u);
  ops::SavedState state(tape.recording.live);
  const double corner = at(u, {-1, -1});
  state.writes(tape.recording.tracked(u), all, context.pool);
  state.settle(context.pool);
  EXPECT_LT(ops::state_bytes(tape.recording, state, ops::Counted::all), u->layout.bytes);
  state.restore(tape.recording.live, context.pool, true);
  EXPECT_EQ(at(u, {-1, -1}), corner);
  EXPECT_TRUE(std::isnan(at(u, {3, 3})));
}

TEST_F(StepsTest, AStateLetsGoWhatTheStepOverwritesAtOnce) {
  tape.recording.tracked(f), tape.recording.tracked(u), tape.recording.tracked(v);
  ops::SavedState state(tape.recording.live);
  const std::size_t before = ops::state_bytes(tape.recording, state, ops::Counted::all);
  state.reads(tape.recording.tracked(u), all);
  state.writes(tape.recording.tracked(v), all, context.pool);
  EXPECT_LT(ops::state_bytes(tape.recording, state, ops::Counted::all), before) << "only the halo of v is left";
  EXPECT_TRUE(tape.recording.tracked(v).frozen.empty()) << "v is overwritten where it is";
  EXPECT_FALSE(tape.recording.tracked(u).frozen.empty());
  state.settle(context.pool);
  EXPECT_EQ(state.datasets().size(), 3u);
}

TEST_F(StepsTest, ARestoredStateIsOverwrittenWhereItHoldsNothing) {
  tape.recording.tracked(u);
  ops::SavedState state(tape.recording.live);
  ops::Box rim = u->layout.allocated;
  rim.hi[1] = rim.lo[1] + 1;
  state.writes(tape.recording.tracked(u), rim, context.pool);
  state.settle(context.pool);
  state.restore(tape.recording.live, context.pool, true);
  EXPECT_TRUE(meet(tape.recording.tracked(u).frozen, rim));
  state.unfreeze_dropped(true);
  EXPECT_FALSE(meet(tape.recording.tracked(u).frozen, rim));
  EXPECT_TRUE(meet(tape.recording.tracked(u).frozen, all));
  EXPECT_TRUE(std::isnan(at(u, {0, -1})));
  const ops::BufferRef shared = u->buffer;
  state.restore(tape.recording.live, context.pool, false);
  state.unfreeze_dropped(false);
  EXPECT_TRUE(meet(tape.recording.tracked(u).frozen, rim)) << "somebody else has it too";
}

/// Adjoints read u, with which a step begins; what the step makes of it is for the next one.
TEST_F(StepsTest, WhatOnlyLaterStepsReadIsNotComputedForAReversal) {
  const std::vector<double> right = expected(10, f);
  tape.stepping.plan(program::steps_of(tape, {}, revolve(10, 1)));
  program(10);
  int loops = 0;
  tape.stepping.steps()->state.run_loop = [&, before = tape.stepping.steps()->state.run_loop](
                                              const ops::CallRef& call, const auto& values, const auto& constants) {
    ++loops;
    before(call, values, constants);
  };
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
  EXPECT_EQ(tape.stepping.steps()->state.executed, 55);
  EXPECT_EQ(loops, 36 * 2) << "of the 45 steps that run again 9 are reversed next";
}

TEST_F(StepsTest, TangentsComputeAllStatesAgain) {
  limit({.slots = 1});
  program(6);
  ops_interpret_adjoints(&context);
  const std::vector<double> first = gradient(f);
  tape.complete("test", {});
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), first);
}

TEST_F(StepsTest, AListMarksAStepAndIsVerified) {
  for (const bool complete : {true, false}) {
    said.str("");
    limit({.slots = 2});
    for (int k = 0; k < 5; ++k) {
      if (complete) ops_ad_manual_checkpoint_datlist(u, v);
      else ops_ad_manual_checkpoint_datlist(v);
      run(square, {u, v}, all);
      run(jacobi, {v, f, u}, all);
    }
    objective(u);
    ops_interpret_adjoints(&context);
    EXPECT_EQ(tape.stepping.steps()->state.steps(), 5);
    if (complete) EXPECT_EQ(said.str(), "");
    else EXPECT_THAT(said.str(), HasSubstr("a step reads dataset 'u' before"));
    ops_ad_reset(&context);
  }
}

TEST_F(StepsTest, WhatCannotRunAgainIsNamed) {
  limit({.slots = 1});
  tape.step({});
  run(square, {u, v}, all);
  tape.step({});
  run(square, {v, u}, all);
  ops_ad_tape* own = ops_create_tape(&context);
  ops_remove_tape(&context, own);
  tape.step({});
  objective(u);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              testing::AllOf(HasSubstr("a tape was created at"), HasSubstr("recomputed")));
}

TEST_F(StepsTest, ADatasetFreedOnTheWayIsNamed) {
  limit({.slots = 1});
  const ops_dat extra = declare("extra");
  tape.step({});
  run(square, {u, extra}, all);
  run(square, {extra, v}, all);
  tape.step({});
  run(square, {v, u}, all);
  tape.recorder.forget(extra);
  tape.step({});
  objective(u);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }), HasSubstr("dataset 'extra' has been freed"));
}

TEST_F(StepsTest, AStepThatTakesValuesFromADerivativeIsNamed) {
  for (const bool copied : {false, true}) {
    limit({.slots = 1});
    program(3);
    ops_interpret_adjoints(&context);
    const ops_dat derivative = ops_get_derivative_as_ops_dat(u);
    tape.step({});
    copied ? tape.recorder.copy(f, derivative, {}) : run(copy, {derivative, f}, all, true);
    program(2);
    EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
                testing::AllOf(HasSubstr("dataset 'f'"), HasSubstr("ops_ad_reset")));
    ops_ad_reset(&context);
  }
}

TEST_F(StepsTest, LoopsWhoseResultsNobodyNeedsDoNotRunAgain) {
  const std::vector<double> right = expected(8, f);
  start();
  limit({.slots = 2});
  const ops_dat shown = declare("shown"), middle = declare("middle");
  std::map<std::string, int> again;
  tape.stepping.steps()->state.run_loop = [&, before = tape.stepping.steps()->state.run_loop](
                                              const ops::CallRef& call, const auto& values, const auto& constants) {
    ++again[call->args[1].dat ? call->args[1].dat->name : "a reduction"];
    before(call, values, constants);
  };
  for (int k = 0; k < 8; ++k) {
    tape.step({});
    run(square, {u, v}, all);
    run(copy, {v, middle}, all);
    run(copy, {middle, shown}, all);
    run(jacobi, {v, f, u}, all);
  }
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
  EXPECT_EQ(again["shown"], 0);
  EXPECT_EQ(again["middle"], 0);
  EXPECT_GT(again["v"], 0);
  tape.complete("test", {});
  EXPECT_EQ(again["shown"], 8);
}

TEST_F(StepsTest, ADatasetThatNothingUsesMayBeFreedOnTheWay) {
  const std::vector<double> right = expected(6, f);
  start();
  limit({.slots = 2});
  const ops_dat extra = declare("extra");
  tape.step({});
  tape.recorder.forget(extra);
  const std::vector<char> reuse(sizeof(ops::Tracked), 'x');  // of memory that would have been given back
  program(6);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right);
}

TEST_F(StepsTest, AnErrorInALoopWithoutDerivativeCannotRunAgain) {
  tape.stepping.plan(program::steps_of(tape, {}, revolve(3, 1)));
  tape.step({});
  run(square, {u, v}, all, true);
  tape.recorder.loop_failed("loop", {});
  tape.step({});
  run(square, {v, u}, all);
  tape.step({});
  objective(u);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }), HasSubstr("ended in an error"));
}

TEST_F(StepsTest, AConstantAssignedWithoutNoticeIsNamedWhereTheReferenceReadsIt) {
  limit({.slots = 1});
  const double assigned = 2;  // published: 1
  context.constants["scale"].variable = &assigned;
  square.implementation.primal = nullptr;
  for (int k = 0; k < 3; ++k) {
    tape.step({});
    run(square, {u, v}, all);
    run(square, {v, u}, all);
  }
  objective(u);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              HasSubstr("constant 'scale' was assigned without ops_update_const before loop"));
}

TEST_F(StepsTest, AConstantAssignedWithoutNoticeIsAnErrorWhereTheReferenceHasReadIt) {
  const double assigned = 2;  // published: 1
  context.constants["scale"].variable = &assigned;
  square.implementation.primal = nullptr;
  run(square, {u, v}, all);
  objective(v);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              HasSubstr("constant 'scale' was assigned without ops_update_const before"));
}

TEST_F(StepsTest, ANumberOfSlotsThatComesTooLateIsTold) {
  limit({.slots = 1});
  ops_ad_set_checkpoint_count(&context, 3, 10);
  EXPECT_THAT(said.str(), HasSubstr("was called after the first step"));
}

TEST(Memory, AmountsAsUsersWriteThem) {
  using ops::memory_of;
  EXPECT_EQ(memory_of("8GB", 0), 8000000000u);
  EXPECT_EQ(memory_of("500 MiB", 0), 500u << 20);
  EXPECT_EQ(memory_of("12345", 0), 12345u);
  EXPECT_EQ(memory_of("1.5k", 0), 1500u);
  EXPECT_EQ(memory_of("50%", 1000), 500u);
  for (const char* wrong : {"", "GB", "-1", "0", "8 apples", "120%", "1e300GB", "nan"})
    EXPECT_EQ(memory_of(wrong, 1000), std::nullopt) << wrong;
}

}  // namespace

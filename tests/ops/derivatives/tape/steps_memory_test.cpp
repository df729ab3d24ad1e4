// tests/ops/derivatives/tape/steps_memory_test.cpp: what there is while steps are reversed: no more than is still to be
// used.
#include <gtest/gtest.h>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/external_function.hpp"
#include "tests/ops/derivatives/tape/nonlinear_steps.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"

namespace {

using fixture::box;

class StepsMemoryTest : public fixture::NonlinearSteps {
 protected:
  /// Each step keeps versions of `v` for its adjoint. Between them two external functions look at how much there is
  /// when they are reversed.
  double program(int steps) override {
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      look(early);
      for (int pair = 0; pair < pairs; ++pair) {
        run(jacobi, {u, f, v}, all);
        run(square, {v, u}, all);
        run(zero, {v}, box(2, 4, 1, 3));  // what was there is kept beside the version, and holds it, too
      }
      look(late);
    }
    return objective(u);
  }
  void look(std::vector<std::size_t>& seen) {
    const auto adjoint = [&] {
      seen.push_back(context.pool.bytes_in_use());
      if (!declares) return;
      declared = declare("declared by an adjoint");
      program::for_points(all, [&](const ops::Index& i) { at(declared, i) = 0.1 + 0.01 * i[0]; });
      tape.recording.tracked(declared);
      ops_get_derivative_as_ops_dat(f);
    };
    ops_execute_external_function([] {}, adjoint, arg(f, OPS_READ));
  }
  std::int64_t executed(const ops::MemoryBudget& limits, int steps) {
    start();
    tape.stepping.plan(program::steps_of(tape, limits));
    program(steps);
    ops_interpret_adjoints(&context);
    return tape.stepping.steps()->state.executed;
  }

  static constexpr int pairs = 6;
  bool declares = false;
  ops_dat declared = nullptr;  ///< the last one
  std::vector<std::size_t> early, late;
};

TEST_F(StepsMemoryTest, WhatReversedLoopsHadKeptIsFreeForThoseBeforeThem) {
  constexpr int steps = 20;
  const std::vector<double> right = expected(steps, f);
  early.clear(), late.clear();
  executed({.slots = 1}, steps);
  EXPECT_EQ(gradient(f), right);
  ASSERT_EQ(early.size(), static_cast<std::size_t>(steps));
  for (std::size_t k = 0; k < steps; ++k)
    EXPECT_LE(early[k] + (pairs - 2) * u->layout.bytes, late[k]) << "step " << k << " of the sweep";
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), right) << "second interpretation";
  ops_ad_reset(&context);
}

/// Where nothing has to run again everything stays, for the next interpretation.
TEST_F(StepsMemoryTest, WhereEverythingIsKeptNothingIsGivenBack) {
  start();
  program(20);
  ops_interpret_adjoints(&context);
  const std::vector<double> first = gradient(f);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), first);
  for (std::size_t k = 0; k + 1 < early.size(); ++k) EXPECT_LE(late[k], early[k] + 2 * u->layout.bytes);
  ops_ad_reset(&context);
}

/// No event is added under the feet of the sweep; steps may use them afterwards, the one under way too.
TEST_F(StepsMemoryTest, AdjointsMayDeclareDatasets) {
  std::vector<double> right;
  for (const int slots : {0, 1, 4}) {
    start();
    if (slots > 0) tape.stepping.plan(program::steps_of(tape, {.slots = slots}));
    declares = true;
    program(12);
    ops_interpret_adjoints(&context);
    declares = false;
    for (int k = 0; k < 6; ++k) {
      run(jacobi, {u, declared, v}, all);
      run(square_in_place, {declared}, all);
      run(square, {v, u}, all);
      tape.step({});
    }
    objective(u);
    for (int interpretation = 0; interpretation < 2; ++interpretation) {
      ops_interpret_adjoints(&context);
      const std::vector<double> found = gradient(f);
      if (right.empty()) right = found;
      EXPECT_EQ(found, right) << slots << " slots, interpretation " << interpretation;
    }
    ops_ad_reset(&context);
  }
}

/// A step that is recomputed has no need of a derivative's values.
TEST_F(StepsMemoryTest, NoCopyIsKeptOfADatasetThatShowsADerivative) {
  executed({.slots = 1}, 8);
  EXPECT_NE(ops_get_derivative_as_ops_dat(f), nullptr);
  EXPECT_EQ(tape.stepping.steps()->state.history.bytes(), 0u);
  ops_ad_reset(&context);
}

TEST_F(StepsMemoryTest, OfEightSlotsOneIsForTheEnd) {
  std::vector<std::int64_t> times;
  for (const int slots : {6, 7, 8, 9}) {
    times.push_back(executed({.steps = 60, .slots = slots}, 60));
    ops_ad_reset(&context);
  }
  EXPECT_GT(times[0], times[1]);
  EXPECT_EQ(times[1], times[2]);
  EXPECT_GT(times[2], times[3]);
}

}  // namespace

// tests/ops/derivatives/checks/random_program_test.cpp: random programs are right, so no check may report anything, or
// change a bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ops/derivatives/checks/checks.hpp"
#include "tests/ops/derivatives/tape/random_schedule.hpp"
#include "tests/ops/derivatives/tape/random_world.hpp"

namespace {

void checked(ops::Context& context, ops::Tape& tape) {
  if (tape.recording.events.nodes.empty()) return;
  const ops_ad_loops_result loops = ops_ad_loops_test(&context, {.repetitions = 0});
  for (const ops_ad_loop_fault& fault : loops.faults) RC_FAIL(fault.text);
  const ops_ad_poison_result poison = ops_ad_poison_test(&context);
  if (!poison.passed) RC_FAIL(poison.verdict);
}

/// Poison of restored states first, while they are still needed.
void poison_first(ops::Context& context, ops::Tape& tape) {
  if (tape.recording.events.nodes.empty()) return;
  const ops_ad_poison_result poison = ops_ad_poison_test(&context);
  if (!poison.passed) RC_FAIL(poison.verdict);
  checked(context, tape);
}

template <class T>
void random_steps() {
  for (int k = 0; k < 5; ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    random_world::World<T> world(seed, true, *rc::gen::arbitrary<bool>());
    auto random = std::make_shared<std::mt19937>(seed);
    world.run_in_steps(
        [random](const ops::Demand&) { return std::make_unique<random_schedule::RandomSchedule>(*random); });
    for (int steps = *rc::gen::inRange(1, 20); steps > 0; --steps) world.step();
    world.finish(poison_first);
  }
}

template <class T>
void random_programs() {
  for (int k = 0; k < 10; ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const bool owner = *rc::gen::weightedElement<bool>({{3, true}, {1, false}}), in_place = *rc::gen::arbitrary<bool>();
    random_world::World<T> world(seed, owner, in_place);
    for (int steps = *rc::gen::inRange(1, 15); steps > 0; --steps) world.step();
    world.finish(checked);
  }
}

/// A program whose terms cancel: what is left of them is mostly rounding.
template <class T>
void cancelling() {
  random_world::World<T> world(279162, true, false);
  for (int step = 0; step < 4; ++step) world.step();
  world.finish([](ops::Context& context, ops::Tape&) {
    for (const ops_ad_loop_fault& fault : ops_ad_loops_test(&context, {.repetitions = 0}).faults)
      ADD_FAILURE() << fault.text;
  });
}
TEST(RandomProgram, RoundingOfTermsThatCancelIsNoFault) {
  cancelling<double>();
  cancelling<float>();
}

RC_GTEST_PROP(RandomProgram, NoCheckReportsAnythingInSteps, ()) { random_steps<double>(); }
RC_GTEST_PROP(RandomProgram, NoCheckReportsAnythingInDouble, ()) { random_programs<double>(); }
RC_GTEST_PROP(RandomProgram, NoCheckReportsAnythingInFloat, ()) { random_programs<float>(); }

}  // namespace

// tests/ops/check/random_program_test.cpp: random programs are right, so no check may report anything, or change a bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ops/check/checks.hpp"
#include "tests/ops/tape/random_world.hpp"

namespace {

void checked(ops::Context& context, ops::Tape& tape) {
  if (tape.events().nodes.empty()) return;
  const ops_ad_loops_result loops = ops_ad_loops_test(&context, {.repetitions = 0});
  for (const ops_ad_loop_fault& fault : loops.faults) RC_FAIL(fault.text);
  const ops_ad_poison_result poison = ops_ad_poison_test(&context);
  if (!poison.passed) RC_FAIL(poison.verdict);
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

RC_GTEST_PROP(RandomProgram, NoCheckReportsAnythingInDouble, ()) { random_programs<double>(); }
RC_GTEST_PROP(RandomProgram, NoCheckReportsAnythingInFloat, ()) { random_programs<float>(); }

}  // namespace

// tests/ops/tape/random_program_test.cpp: random programs, their tape against an oracle that stores every state.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/ops/tape/random_world.hpp"

namespace {

template <class T>
void random_programs() {
  for (int k = 0; k < 20; ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const bool owner = *rc::gen::weightedElement<bool>({{3, true}, {1, false}}), in_place = *rc::gen::arbitrary<bool>();
    random_world::World<T> world(seed, owner, in_place);
    for (int steps = *rc::gen::inRange(1, 20); steps > 0; --steps) world.step();
    world.finish();
  }
}

RC_GTEST_PROP(RandomProgram, TapeGivesTheOraclesGradientInDouble, ()) { random_programs<double>(); }
RC_GTEST_PROP(RandomProgram, TapeGivesTheOraclesGradientInFloat, ()) { random_programs<float>(); }

}  // namespace

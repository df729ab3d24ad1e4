// tests/ops/tape/random_program_test.cpp: random programs, their tape against an oracle that stores every state.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ops/diag/error.hpp"
#include "ops/tape/marks.hpp"
#include "tests/ops/tape/random_schedule.hpp"
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

/// Checkpoints and tapes wherever it pleases; what is not kept is NaN when a state is restored.
template <class T>
void random_steps() {
  for (int k = 0; k < 20; ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    random_world::World<T> world(seed, true, *rc::gen::arbitrary<bool>());
    for (int steps = *rc::gen::inRange(0, 5); steps > 0; --steps) world.step();
    auto random = std::make_shared<std::mt19937>(seed);
    world.run_in_steps([random](const ops::Demand&) { return std::make_unique<random_schedule::RandomSchedule>(*random); });
    for (int steps = *rc::gen::inRange(1, 30); steps > 0; --steps) world.step();
    world.finish();
  }
}

/// Steps that keep something else each time, with whatever memory, which may be too little.
template <class T>
void random_budgets() {
  for (int k = 0; k < 20; ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    random_world::World<T> world(seed, true, *rc::gen::arbitrary<bool>());
    for (int steps = *rc::gen::inRange(0, 5); steps > 0; --steps) world.step();
    const auto memory = static_cast<std::size_t>(*rc::gen::inRange(500, 40000));
    world.run_in_steps(ops::choose, {.memory = memory, .asked = *rc::gen::arbitrary<bool>()}, *rc::gen::arbitrary<bool>());
    try {
      for (int steps = *rc::gen::inRange(1, 60); steps > 0; --steps) world.step();
      world.finish();
    } catch (const OPSException& error) {
      RC_ASSERT(std::string(error.what()).find("would be enough") != std::string::npos);
    }
  }
}

RC_GTEST_PROP(RandomProgram, BudgetsChangeNoBitInDouble, ()) { random_budgets<double>(); }
RC_GTEST_PROP(RandomProgram, BudgetsChangeNoBitInFloat, ()) { random_budgets<float>(); }

/// With every so many loops or halo transfers, which change now and then.
ops::Marks::Finder random_finder(const std::shared_ptr<std::mt19937>& random) {
  return [random](std::span<const ops::Moment> moments) -> std::optional<ops::Repetition> {
    const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(*random); };
    if (moments.empty() || below(3) == 0) return {};
    return ops::Repetition{moments[below(moments.size())].site, 1 + static_cast<int>(below(3)), 1, 1};
  };
}

template <class T>
void random_found_steps() {
  for (int k = 0; k < 20; ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    random_world::World<T> world(seed, true, *rc::gen::arbitrary<bool>());
    auto random = std::make_shared<std::mt19937>(seed);
    world.tape().limits.memory = 1;
    world.tape().marks = std::make_unique<ops::Marks>(world.tape(), true, random_finder(random));
    const auto planner = [random](const ops::Demand&) { return std::make_unique<random_schedule::RandomSchedule>(*random); };
    world.tape().plan(program::steps_of(world.tape(), {}, planner));
    for (int steps = *rc::gen::inRange(1, 40); steps > 0; --steps) world.step();
    world.finish();
  }
}

RC_GTEST_PROP(RandomProgram, StepsThatAreFoundChangeNoBitInDouble, ()) { random_found_steps<double>(); }
RC_GTEST_PROP(RandomProgram, StepsThatAreFoundChangeNoBitInFloat, ()) { random_found_steps<float>(); }
RC_GTEST_PROP(RandomProgram, CheckpointsChangeNoBitInDouble, ()) { random_steps<double>(); }
RC_GTEST_PROP(RandomProgram, CheckpointsChangeNoBitInFloat, ()) { random_steps<float>(); }
RC_GTEST_PROP(RandomProgram, TapeGivesTheOraclesGradientInDouble, ()) { random_programs<double>(); }
RC_GTEST_PROP(RandomProgram, TapeGivesTheOraclesGradientInFloat, ()) { random_programs<float>(); }

}  // namespace

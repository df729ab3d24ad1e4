// tests/ops/derivatives/tape/random_program_test.cpp: random programs, their tape against an oracle that stores every
// state.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cerrno>
#include <filesystem>

#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/support/error.hpp"
#include "tests/ops/derivatives/tape/random_schedule.hpp"
#include "tests/ops/derivatives/tape/random_world.hpp"
#include "tests/ops/support/faulty_disk.hpp"
#include "tests/tier.hpp"

namespace {

/// Of so many programs of a case: half of them outside the full tier, where other ones are drawn in every run.
int some(int count) { return full_tier() ? count : (count + 1) / 2; }

template <class T>
void random_programs() {
  for (int k = 0; k < some(20); ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    const bool owner = *rc::gen::weightedElement<bool>({{3, true}, {1, false}}), in_place = *rc::gen::arbitrary<bool>();
    random_world::World<T> world(seed, owner, in_place);
    for (int steps = *rc::gen::inRange(1, 20); steps > 0; --steps) world.step();
    world.finish();
  }
}

/// Checkpoints and tapes wherever it pleases; what is not kept is NaN when a state is restored.
template <class T>
void random_steps(const ops::MemoryBudget& limits = {}) {
  const auto seed = *rc::gen::arbitrary<unsigned>();
  random_world::World<T> world(seed, true, *rc::gen::arbitrary<bool>());
  for (int steps = *rc::gen::inRange(0, 5); steps > 0; --steps) world.step();
  auto random = std::make_shared<std::mt19937>(seed);
  world.run_in_steps(
      [random](const ops::Demand&) { return std::make_unique<random_schedule::RandomSchedule>(*random); }, limits);
  for (int steps = *rc::gen::inRange(1, 30); steps > 0; --steps) world.step();
  world.finish();
}

ops::MemoryBudget on_disk(std::size_t bytes) {
  ops::MemoryBudget limits;
  limits.disk = {std::filesystem::temp_directory_path(), bytes, *rc::gen::arbitrary<bool>()};
  return limits;
}

/// One kind of fault for a while.
class FaultyDisk {
 public:
  FaultyDisk() {
    auto& faults = faulty_disk::faults();
    faults.writes = 0;
    faults.good_writes = *rc::gen::inRange(0, 40);
    switch (*rc::gen::inRange(0, 4)) {
      case 0: faults.write_error = *rc::gen::element(ENOSPC, EIO); break;
      case 1: faults.read_error = EIO; break;
      case 2: faults.flip = *rc::gen::inRange(0, 40); break;
      default: faults.interrupt = true;
    }
  }
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;
  ~FaultyDisk() {
    auto& faults = faulty_disk::faults();
    faults.write_error = faults.read_error = 0;
    faults.flip = -1;
    faults.interrupt = false;
  }
};

/// The right bits, or an error where the first state is lost; never other bits.
template <class T>
void random_faults() {
  const FaultyDisk faulty;
  try {
    random_steps<T>(on_disk(1 << 30));
  } catch (const OPSException& error) {
    RC_ASSERT(std::string(error.what()).find("there is no earlier state") != std::string::npos);
  }
}

/// A random program, and how it is held within its memory.
struct Budgeted {
  unsigned seed;
  bool in_place;
  int before;  ///< steps before it is
  std::size_t memory;
  std::optional<ops::DiskLimit> disk;
  bool asked, poison;
  int steps;
};

Budgeted random_budget(std::optional<ops::DiskLimit> disk) {
  Budgeted drawn;
  drawn.seed = *rc::gen::arbitrary<unsigned>();
  drawn.in_place = *rc::gen::arbitrary<bool>();
  drawn.before = *rc::gen::inRange(0, 5);
  drawn.memory = static_cast<std::size_t>(*rc::gen::inRange(500, 40000));
  drawn.disk = std::move(disk);
  drawn.poison = *rc::gen::arbitrary<bool>();
  drawn.asked = *rc::gen::arbitrary<bool>();
  drawn.steps = *rc::gen::inRange(1, 60);
  return drawn;
}

/// Steps that keep something else each time, with whatever memory, which may be too little.
template <class T>
void within_budget(const Budgeted& drawn) {
  random_world::World<T> world(drawn.seed, true, drawn.in_place);
  for (int steps = drawn.before; steps > 0; --steps) world.step();
  world.run_in_steps(ops::choose, {.memory = drawn.memory, .disk = drawn.disk, .asked = drawn.asked}, drawn.poison);
  try {
    for (int steps = drawn.steps; steps > 0; --steps) world.step();
    world.finish();
  } catch (const OPSException& error) {
    if (std::string(error.what()).find("would suffice") == std::string::npos) throw;
  }
}

template <class T>
void random_budgets(std::optional<ops::DiskLimit> disk = {}) {
  within_budget<T>(random_budget(std::move(disk)));
}

template <class T>
void random_budgets_and_faults() {
  const FaultyDisk faulty;
  try {
    random_budgets<T>(on_disk(1 << 30).disk);
  } catch (const OPSException& error) {
    RC_ASSERT(std::string(error.what()).find("there is no earlier state") != std::string::npos);
  }
}

template <class Fn>
void times(int count, Fn fn) {
  for (int k = 0; k < some(count); ++k) fn();
}

/// With every so many loops or halo transfers, which change now and then.
ops::StepMarkers::Finder random_finder(const std::shared_ptr<std::mt19937>& random) {
  return [random](std::span<const ops::EventKey> moments) -> std::optional<ops::Repetition> {
    const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(*random); };
    if (moments.empty() || below(3) == 0) return {};
    return ops::Repetition{moments[below(moments.size())].site, 1 + static_cast<int>(below(3)), 1, 1};
  };
}

template <class T>
void random_found_steps() {
  for (int k = 0; k < some(20); ++k) {
    const auto seed = *rc::gen::arbitrary<unsigned>();
    random_world::World<T> world(seed, true, *rc::gen::arbitrary<bool>());
    auto random = std::make_shared<std::mt19937>(seed);
    world.tape().stepping.limits.memory = 1;
    world.tape().marks = std::make_unique<ops::StepMarkers>(world.tape().stepping, true, random_finder(random));
    const auto planner = [random](const ops::Demand&) {
      return std::make_unique<random_schedule::RandomSchedule>(*random);
    };
    world.tape().stepping.plan(program::steps_of(world.tape(), {}, planner));
    for (int steps = *rc::gen::inRange(1, 40); steps > 0; --steps) world.step();
    world.finish();
  }
}

RC_GTEST_PROP(RandomProgram, StepsThatAreFoundChangeNoBitInDouble, ()) { random_found_steps<double>(); }
RC_GTEST_PROP(RandomProgram, StepsThatAreFoundChangeNoBitInFloat, ()) { random_found_steps<float>(); }
RC_GTEST_PROP(RandomProgram, BudgetsChangeNoBitInDouble, ()) {
  times(20, [] { random_budgets<double>(); });
}
RC_GTEST_PROP(RandomProgram, BudgetsChangeNoBitInFloat, ()) {
  times(20, [] { random_budgets<float>(); });
}
RC_GTEST_PROP(RandomProgram, BudgetsWithADiskChangeNoBit, ()) {
  times(10, [] { random_budgets<double>(on_disk(*rc::gen::inRange<std::size_t>(0, 100'000)).disk); });
}
// The first state goes to disk, and another stays in memory: with that, steps take too much, and there is nothing else
// to give up.
TEST(RandomProgram, OneStateInMemoryBesideTheFirstOnDisk) {
  within_budget<double>({.seed = 13036,
                         .in_place = true,
                         .before = 0,
                         .memory = 10637,
                         .disk = ops::DiskLimit{std::filesystem::temp_directory_path(), 6904, true},
                         .asked = false,
                         .poison = true,
                         .steps = 28});
}
RC_GTEST_PROP(RandomProgram, BudgetsWithAFaultyDiskChangeNoBit, ()) {
  times(5, [] { random_budgets_and_faults<double>(); });
}
RC_GTEST_PROP(RandomProgram, CheckpointsChangeNoBitInDouble, ()) {
  times(20, [] { random_steps<double>(); });
}
RC_GTEST_PROP(RandomProgram, CheckpointsChangeNoBitInFloat, ()) {
  times(20, [] { random_steps<float>(); });
}
RC_GTEST_PROP(RandomProgram, CheckpointsOnDiskChangeNoBit, ()) {
  times(5, [] { random_steps<double>(on_disk(1 << 30)); });
}
RC_GTEST_PROP(RandomProgram, ADiskOfAnySizeChangesNoBit, ()) {
  times(5, [] { random_steps<double>(on_disk(*rc::gen::inRange<std::size_t>(0, 10'000))); });
}
RC_GTEST_PROP(RandomProgram, AFaultyDiskChangesNoBit, ()) {
  times(5, [] { random_faults<double>(); });
}
RC_GTEST_PROP(RandomProgram, TapeGivesTheOraclesGradientInDouble, ()) { random_programs<double>(); }
RC_GTEST_PROP(RandomProgram, TapeGivesTheOraclesGradientInFloat, ()) { random_programs<float>(); }

}  // namespace

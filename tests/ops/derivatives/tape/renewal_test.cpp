// tests/ops/derivatives/tape/renewal_test.cpp: steps that overwrite the level before the last: their seeds stay in
// place until the next step's adjoint adds to them.
#include <random>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::Kernel;

class RenewalTest : public fixture::TapeTest {
 protected:
  RenewalTest() {
    make(leap, {OPS_READ, OPS_READ, OPS_RW},
         {{.coefficient = 0.3, .out = 2, .a = 0, .a_offset = {-1, 0}},
          {.coefficient = 0.4, .out = 2, .a = 0, .a_offset = {0, 1}},
          {.kind = program::Term::product, .coefficient = 0.2, .out = 2, .a = 0, .b = 1},
          {.coefficient = -0.9, .out = 2, .a = 2}});
    make(damp, {OPS_RW}, {{.coefficient = 0.8, .out = 0, .a = 0}});
    make(blend, {OPS_READ, OPS_RW},
         {{.coefficient = 0.5, .out = 1, .a = 1}, {.coefficient = 0.1, .out = 1, .a = 0, .a_offset = {1, 0}}});
    make(add, {OPS_READ, OPS_INC}, {{.coefficient = 0.7, .out = 1, .a = 0}});
  }
  void steps(int count) {
    for (int k = 0; k < count; ++k) {
      run(leap, {u, f, v}, all);
      std::swap(u, v);
    }
  }
  std::vector<double> gradient() {
    std::vector<double> values;
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { values.push_back(derivative(dat, i)); });
    return values;
  }
  /// One of the things that programs do between such steps, on the whole field or on a part of it.
  void anything(std::mt19937& random) {
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const ops::Box some = pick(3) > 0 ? all : box(pick(4), 4 + pick(5), pick(3), 3 + pick(4));
    switch (pick(11)) {
      case 0: return run(damp, {pick(2) ? u : v}, some);
      case 1: return run(blend, {u, v}, some);
      case 2: return run(add, {f, pick(2) ? u : v}, some);
      case 3: return run(add, {u, f}, some);
      case 4: return run(square, {u, v}, some);
      case 5: objective(u); return;
      case 6: run(leap, {u, f, v}, some); return;
      default: steps(1 + pick(3));
    }
  }
  Kernel leap, damp, blend, add;
};

TEST_F(RenewalTest, NoOtherMemoryIsNeededForTheSeeds) {
  steps(40);
  objective(u);
  const std::size_t before = context.pool.bytes_in_use();
  tape.interpret({});
  EXPECT_LE(context.pool.bytes_in_use() - before, 3 * (u->layout.bytes + 64));
  EXPECT_EQ(tape.statistics().postponed, 39u);
  EXPECT_EQ(tape.statistics().fused, 39u);
}

TEST_F(RenewalTest, BitsAreThoseOfStepsReversedOneByOne) {
  std::size_t fused = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    start();
    for (int k = 0; k < 9; ++k) anything(random);
    objective(u);
    tape.interpret({});
    fused += tape.statistics().fused;
    const std::vector<double> once = gradient();
    ASSERT_TRUE(all_finite(once));
    tape.switches.postpone = false;
    tape.interpret({});
    ASSERT_EQ(once, gradient()) << "seed " << seed;
    tape.switches.owner = false;
    tape.interpret({});
    ASSERT_EQ(once, gradient()) << "seed " << seed << ", against the serial scatter";
    tape.switches = {};
    ops_ad_reset(&context);
  }
  EXPECT_GT(fused, 200u);
}

}  // namespace

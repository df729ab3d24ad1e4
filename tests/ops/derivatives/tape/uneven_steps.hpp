// tests/ops/derivatives/tape/uneven_steps.hpp: programs whose steps keep more than the first ones did, or less.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/ops/derivatives/tape/fixture.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"
#include "tests/tier.hpp"

namespace fixture {

/// Steps of as many loops as are said, one step after another.
class UnevenStepsTest : public TapeTest {
 protected:
  void limit(const ops::MemoryBudget& limits) { tape.stepping.plan(program::steps_of(tape, limits)); }
  static constexpr int count = 40;
  void play(const std::vector<int>& loops) {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated,
                          [&](const ops::Index& i) { at(dat, i) = 0.01 * i[0] - 0.006 * i[1] + 0.05; });
    const std::size_t before = context.pool.bytes_in_use();
    most = 0;
    for (const int pairs : loops) {
      tape.step({});
      for (int k = 0; k < pairs; ++k) {
        run(square, {u, v}, all);
        run(jacobi, {v, f, u}, all);
        most = std::max(most, context.pool.bytes_in_use() - before);
      }
    }
    objective(u);
  }
  /// The gradient of a program of so many steps; the recording is forgotten.
  std::vector<double> play_and_interpret(const std::function<void(int)>& step, int steps) {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated,
                          [&](const ops::Index& i) { at(dat, i) = 0.01 * i[0] - 0.006 * i[1] + 0.05; });
    for (int k = 0; k < steps; ++k) {
      tape.step({});
      step(k);
    }
    objective(u);
    std::vector<double> values = interpreted();
    ops_ad_reset(&context);
    return values;
  }
  std::vector<double> interpreted() {
    ops_interpret_adjoints(&context);
    std::vector<double> values;
    program::for_points(all, [&](const ops::Index& i) { values.push_back(derivative(f, i)); });
    return values;
  }
  /// The gradient with everything kept.
  std::vector<double> right(const std::vector<int>& loops) {
    play(loops);
    std::vector<double> values = interpreted();
    ops_ad_reset(&context);
    return values;
  }
  /// @param within  limits for so many bytes
  void expect_kept_within_the_memory(const std::function<ops::MemoryBudget(std::size_t)>& within) {
    for (const std::vector<int>& loops : programs()) {
      const std::vector<double> gradient = right(loops);
      for (const std::size_t buffers : {24, 30, 45})
        for (const bool announced : {false, true}) {
          SCOPED_TRACE(std::to_string(buffers) + " buffers, " + std::to_string(loops[0]) +
                       " pairs of loops in the first step");
          ops::MemoryBudget limits = within(buffers * each);
          if (announced) limits.steps = count;
          limit(limits);
          play(loops);
          EXPECT_LE(most, (buffers + 1) * each);
          EXPECT_EQ(interpreted(), gradient);
          EXPECT_EQ(interpreted(), gradient) << "second interpretation";
          EXPECT_GT(tape.stepping.steps()->state.executed, count);
          ops_ad_reset(&context);
        }
    }
  }
  /// The memory is that of a few buffers, in quarters.
  void expect_first_steps_kept_within_the_memory(const std::function<ops::MemoryBudget(std::size_t)>& within) {
    const std::vector<int> loops(count, 1);
    const std::vector<double> gradient = right(loops);
    context.options.words["OPS_AD_PLAN"] = "";
    for (const std::size_t quarters : {12, 13, 14, 16, 20, 26}) {
      limit(within(quarters * each / 4));
      play(loops);
      EXPECT_LE(most, (quarters + 4) * each / 4);
      EXPECT_EQ(interpreted(), gradient);
      EXPECT_THAT(said.str(), testing::Not(testing::HasSubstr("so no values are kept")))
          << "each step has a state, with which its tape shares versions";
      ops_ad_reset(&context);
    }
  }

  std::size_t each = (u->layout.bytes + 63) / 64 * 64, most = 0;
  /// Outside the full tier one of two in turn, or both of them.
  std::vector<std::vector<int>> programs(bool both = false) {
    std::vector<int> growing(count), shrinking(count), mixed(count), late(count, 1);
    for (std::size_t k = 0; k < count; ++k) {
      growing[k] = 1 + static_cast<int>(k) / 4;
      shrinking[k] = 1 + (count - static_cast<int>(k)) / 4;
      mixed[k] = k % 7 == 5 ? 6 : 1;
    }
    late[30] = 9;
    if (!full_tier() && both) return {growing, mixed};
    static int turn = 0;
    if (!full_tier()) return {turn++ % 2 == 0 ? growing : mixed};
    return {growing, shrinking, mixed, late};
  }
};

}  // namespace fixture

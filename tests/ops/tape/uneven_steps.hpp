// tests/ops/tape/uneven_steps.hpp: programs whose steps keep more than the first ones did, or less.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/ops/tape/fixture.hpp"
#include "tests/ops/tape/program_steps.hpp"

namespace fixture {

/// Steps of as many loops as are said, one step after another.
class UnevenStepsTest : public TapeTest {
 protected:
  void limit(const ops::Limits& limits) { tape.plan(program::steps_of(tape, limits)); }
  static constexpr int count = 40;
  void play(const std::vector<int>& loops) {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { at(dat, i) = 0.01 * i[0] - 0.006 * i[1] + 0.05; });
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
  std::vector<double> interpreted() {
    ops_interpret_adjoints(&context);
    std::vector<double> values;
    program::for_points(all, [&](const ops::Index& i) { values.push_back(derivative(f, i)); });
    return values;
  }

  std::size_t each = (u->layout.bytes + 63) / 64 * 64, most = 0;
  std::vector<std::vector<int>> programs() {
    std::vector<int> growing(count), shrinking(count), mixed(count), late(count, 1);
    for (std::size_t k = 0; k < count; ++k) {
      growing[k] = 1 + static_cast<int>(k) / 4;
      shrinking[k] = 1 + (count - static_cast<int>(k)) / 4;
      mixed[k] = k % 7 == 5 ? 6 : 1;
    }
    late[30] = 9;
    return {growing, shrinking, mixed, late};
  }
};

}  // namespace fixture

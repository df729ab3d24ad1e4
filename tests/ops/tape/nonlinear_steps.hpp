// tests/ops/tape/nonlinear_steps.hpp: a program of nonlinear steps, and its gradient with everything kept, to compare with.
#pragma once

#include "tests/ops/tape/fixture.hpp"

namespace fixture {

class NonlinearSteps : public TapeTest {
 protected:
  /// Seeds an objective after so many steps. @return  its value
  virtual double program(int steps) = 0;

  void start() {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated, [&](const ops::Index& i) { at(dat, i) = 0.05 * i[0] - 0.03 * i[1] + 0.2; });
  }
  std::vector<double> gradient(ops_dat dat) {
    std::vector<double> values;
    program::for_points(all, [&](const ops::Index& i) { values.push_back(derivative(dat, i)); });
    return values;
  }
  /// After the same program with everything kept.
  std::vector<double> expected(int steps, ops_dat dat) {
    start();
    program(steps);
    ops_interpret_adjoints(&context);
    const std::vector<double> values = gradient(dat);
    ops_ad_reset(&context);
    start();
    return values;
  }
};

}  // namespace fixture

// tests/ops/derivatives/tape/nonlinear_steps.hpp: a program of nonlinear steps, and its gradient with everything kept,
// to compare with.
#pragma once

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace fixture {

class NonlinearSteps : public TapeTest {
 protected:
  /// Seeds an objective after so many steps. @return  its value
  virtual double program(int steps) = 0;

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
    EXPECT_TRUE(all_finite(values));
    ops_ad_reset(&context);
    start();
    return values;
  }
};

}  // namespace fixture

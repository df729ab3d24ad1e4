// tests/ops/derivatives/tape/release_test.cpp: results that nobody seeds or passes on keep nothing once the next one is
// read; the others keep all.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::TapeTest;

class ReleaseTest : public TapeTest {
 protected:
  /// Linear steps, between which a sum of squares of the state is read. Step `seeded` alone has a seed.
  void steps(int count, int seeded = -1, bool monitored = true) {
    for (int k = 0; k < count; ++k) {
      if (monitored) {
        run(total, {u, nullptr}, all);
        tape.recorder.reduction_result(sum, {});
        if (k == seeded) tape.seeds.set(sum, &one);
        std::memset(sum->data, 0, sizeof(double));
      }
      run(jacobi, {u, f, v}, all);
      run(zero, {v}, box(-1, 9, 5, 6));  // a small part, which is saved as a region
      std::swap(u, v);
    }
  }
  std::vector<double> gradient_of_end() {
    double* seed = &at(u, {0, 0});
    ops_dat_set_derivative(u, reinterpret_cast<char*>(seed));
    tape.interpret({});
    std::vector<double> all_cells(8 * 6);
    ops_dat_fetch_derivative(f, reinterpret_cast<char*>(all_cells.data()));
    return all_cells;
  }
  const double one = 1.0;
};

TEST_F(ReleaseTest, MonitoredStepsKeepOneVersionWhateverTheirNumber) {
  steps(3);
  const std::size_t used = context.pool.bytes_in_use();
  steps(200);
  const ops_ad_statistics s = tape.statistics();
  EXPECT_LE(s.versions, 1u);
  EXPECT_LE(s.regions, 1u);
  EXPECT_LE(context.pool.bytes_in_use(), used + u->layout.bytes);
}

TEST_F(ReleaseTest, SavedRegionsGoWithTheLastReaderOfTheirVersion) {
  for (int k = 0; k < 20; ++k) {
    run(total, {u, nullptr}, all);
    run(zero, {u}, box(0, 8, 0, 1));
    tape.recorder.reduction_result(sum, {});
    EXPECT_LE(tape.statistics().regions, 2u);
  }
  run(square, {u, v}, all);  // another reader
  run(zero, {u}, box(0, 8, 1, 2));
  for (int k = 0; k < 3; ++k) tape.recorder.reduction_result(sum, {});
  EXPECT_EQ(tape.statistics().regions, 1u);
}

TEST_F(ReleaseTest, GradientsHaveTheBitsOfAProgramWithoutMonitoring) {
  const auto start = [&](ops_dat dat) {
    program::for_points(dat->layout.allocated,
                        [&](const ops::Index& i) { at(dat, i) = 0.3 * i[0] + 0.1 * i[1] * i[1]; });
  };
  std::vector<double> gradients[2];
  for (const bool monitored : {false, true}) {
    start(u);
    start(v);
    steps(6, -1, monitored);
    gradients[monitored] = gradient_of_end();
    tape.reset();
  }
  EXPECT_EQ(gradients[0], gradients[1]);
}

TEST_F(ReleaseTest, SeededResultsKeepWhatTheyNeed) {
  steps(5, 2);
  EXPECT_EQ(tape.statistics().versions, 1u);  // of the seeded step: that of the last is the present one
  const double input = at(u, {3, 3});
  tape.interpret({});
  EXPECT_EQ(at(u, {3, 3}), input);
  double gradient[48];
  ops_dat_fetch_derivative(f, reinterpret_cast<char*>(gradient));
  EXPECT_NE(gradient[10], 0.0);
}

TEST_F(ReleaseTest, SeedSetBeforeTheNextResultIsReadBelongsToThatOne) {
  run(total, {u, nullptr}, all);
  tape.recorder.reduction_result(sum, {});
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  run(zero, {u}, all);
  tape.recorder.reduction_result(sum, {});
  EXPECT_EQ(tape.statistics().versions, 0u);
}

TEST_F(ReleaseTest, LoopsWithOtherOutputsStayWhole) {
  program::Kernel both = {};
  make(both, {OPS_READ, OPS_WRITE, OPS_INC},
       {{.kind = fixture::Term::square, .out = 1, .a = 0}, {.kind = fixture::Term::square, .out = 2, .a = 0}});
  both.args[2].reduction = true;
  program::finish<double>(both, true);
  for (int k = 0; k < 4; ++k) {
    run(both, {u, v, nullptr}, all);
    run(copy, {v, u}, all);
    tape.recorder.reduction_result(sum, {});
  }
  EXPECT_EQ(tape.statistics().versions, 4u);
  objective(u);
  tape.interpret({});
  EXPECT_NE(derivative(u, {2, 2}), 0.0);
}

TEST_F(ReleaseTest, ResultsThatScalarsTookStay) {
  const double zero_value = 0.0;
  const ops_scalar norm =
      ops::declare_scalar(context, "norm", &zero_value, 1, {ops::Type::f64, sizeof(double), false, true}, false, {});
  for (int k = 0; k < 4; ++k) {
    run(total, {u, nullptr}, all);
    tape.recorder.reduction_result(sum, {});
    tape.recorder.scalar_write(norm, sum, OPS_WRITE, {});
    run(zero, {u}, all);
  }
  EXPECT_EQ(tape.statistics().versions, 4u);
}

}  // namespace

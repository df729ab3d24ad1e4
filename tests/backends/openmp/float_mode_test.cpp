// tests/backends/openmp/float_mode_test.cpp: all threads of a loop compute in the mode of the one that launched it, whatever theirs is.
#include "ops/loops/launch/float_mode.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <limits>

#include "backends/openmp/backend.hpp"
#include "backends/openmp/pieces.hpp"
#include "backends/openmp/rows.hpp"

namespace {

using ops::backend::Piece;

bool flushes() {
  volatile double least = std::numeric_limits<double>::min();
  return 0.5 * least == 0.0;
}

/// How many pieces of a large range, and how many tasks, ran on threads that flush.
struct Counts {
  std::atomic<int> all{0}, flushing{0};
  void count() { ++all, flushing += flushes(); }
};

void run_all(Counts& counts) {
  const ops::Box range{{0, 0, 0, 0, 0}, {256, 256, 1, 1, 1}};
  ops::openmp::for_pieces(range, ops::openmp::tile, [&](const Piece&) { counts.count(); });
  ops::openmp::backend().executor->run(100, [&](std::int64_t, std::int64_t) { counts.count(); });
  const ops::AdjointArg args[1] = {};
  const ops::AdjointLaunch launch{2, range, args, nullptr, false};
  ops::backend::Cells target(launch, args[0], {{ops::Index{}}});
  target.wanted = true;
  const auto evaluate = [&](const Piece&, double*, double* const*, const double* const*, ops::openmp::Counted) { counts.count(); };
  const auto prepare = [&](const Piece&) { counts.count(); };
  const ops::openmp::Rows<double, decltype(evaluate), decltype(prepare)> rows(launch, std::span(&target, 1), {}, {}, ops::openmp::row_cells(0), evaluate, prepare);
  rows.run(false);
}

TEST(FloatModeOfThreadsTest, IsThatOfTheThreadThatLaunches) {
  if (!ops::FloatMode::can_flush) GTEST_SKIP() << "this processor's subnormal numbers cannot be switched off here";
  Counts before, during, after;
  run_all(before);  // makes the threads, so that none is born flushing
  {
    const ops::SubnormalsFlushed flushed;
    run_all(during);
  }
  run_all(after);
  EXPECT_EQ(before.flushing, 0);
  EXPECT_GT(during.all, 100);
  EXPECT_EQ(during.flushing, during.all);
  EXPECT_EQ(after.flushing, 0);
}

}  // namespace

// tests/backends/openmp/executor_test.cpp: the executor runs every task once and hands on what a task throws.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "backends/openmp/backend.hpp"

namespace {

TEST(ExecutorTest, EveryTaskOnce) {
  const ops::Executor& executor = *ops::openmp::backend().executor;
  for (const std::int64_t n : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(n));
    executor.run(n, [&](std::int64_t lo, std::int64_t hi) {
      for (; lo < hi; ++lo) ++seen[static_cast<std::size_t>(lo)];
    });
    for (const auto& times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(ExecutorTest, ExceptionsReachTheCaller) {
  EXPECT_THROW(ops::openmp::backend().executor->run(100, [](std::int64_t lo, std::int64_t) {
    if (lo == 0) throw std::runtime_error("task");
  }), std::runtime_error);
}

}  // namespace

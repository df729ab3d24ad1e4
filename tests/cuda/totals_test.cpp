// tests/cuda/totals_test.cpp: many totals in the device's memory become one, also where that takes several launches.
#include "backends/cuda/totals.hpp"

#include <gtest/gtest.h>

#include <vector>

extern "C" void run_threads(int order, unsigned blocks);

namespace {

using namespace ops;
using Total = reduce::Total<reduce::Op::sum, long>;

/// Of the numbers 1 .. count.
long sum_of(unsigned count) {
  std::vector<Total> totals(count);
  for (unsigned k = 0; k < count; ++k) totals[k].add(long{k} + 1);
  return cuda::total_of<Total>("a total", reinterpret_cast<std::byte*>(totals.data()), count).value();
}

TEST(Totals, ManyBecomeOne) {
  for (const int order : {0, 1, 2}) {
    run_threads(order, 1U << 31);
    for (const unsigned count : {1U, 2U, 255U, 256U, 257U, 4095U, 4096U, 4097U, 20000U, 1100000U})
      EXPECT_EQ(sum_of(count), long{count} * (long{count} + 1) / 2) << count << " totals, order " << order;
  }
}

}  // namespace

// tests/backends/openmp/totals_test.cpp: totals as generated code adds them up, with every instruction of this machine.
#include <gtest/gtest.h>

#include <vector>

#include "ops/loops/launch/reduce.hpp"

namespace {

using ops::reduce::Op;

template <class T>
class TotalsTest : public testing::Test {};
using Types = testing::Types<int, std::int8_t, std::int16_t, std::int64_t, std::uint32_t, std::uint64_t, double, float>;
TYPED_TEST_SUITE(TotalsTest, Types);

template <Op op, class T>
void expect_totals() {
  for (int n = 0; n <= 1100; ++n) {
    std::vector<T> values;
    T expected = ops::reduce::neutral<op, T>();
    for (int k = 0; k < n; ++k) {
      values.push_back(static_cast<T>(op == Op::sum ? 1 + k % 2 : (k * 37 + n) % 101));
      expected = ops::reduce::combine<op>(expected, values.back());
    }
    ops::reduce::Total<op, T> total;
    total.add(values.data(), n);
    ASSERT_EQ(total.value(), expected) << "of " << n;
  }
}

TYPED_TEST(TotalsTest, AreThoseOfOneValueAfterTheOther) {
  expect_totals<Op::sum, TypeParam>();
  expect_totals<Op::min, TypeParam>();
  expect_totals<Op::max, TypeParam>();
}

}  // namespace

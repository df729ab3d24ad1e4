// tests/tridsolver/fault_test.cpp: systems that cannot be solved are named.
#include <gtest/gtest.h>

#include <limits>

#include "batch.hpp"
#include "tridsolver/tridsolver.h"

namespace tridsolver {
namespace {

using test::World;

TEST(FaultTest, SoundBatchesHaveNone) {
  World<double> w({3, {9, 10, 11, 1}, 1}, 1), same({3, {9, 10, 11, 1}, 1}, 1);
  EXPECT_FALSE(solve_checked(w.batch));
  solve(same.batch);
  EXPECT_EQ(w.x, same.x);
}

TEST(FaultTest, AZeroPivotIsNamed) {
  World<double> w({3, {9, 10, 11, 1}, 1}, 2);
  const std::vector<double> before = w.x;
  w.b[w.at({3, 0, 7, 0})] = 0.0;
  const auto fault = solve_checked(w.batch);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->text(), "system (3, *, 7): the pivot of row 0 is zero");
  EXPECT_EQ(w.x, before);
}

TEST(FaultTest, APivotThatBecomesZeroIsNamed) {
  World<float> w({1, {4, 1, 1, 1}, 0}, 3);
  w.b = {2, 2, 1, 1}, w.a = {9, 2, 1, 1}, w.c = {2, 1, 1, 9};
  w.batch.a.first = w.a.data(), w.batch.b.first = w.b.data(), w.batch.c.first = w.c.data();
  EXPECT_EQ(find_fault(w.batch)->text(), "system (*): the pivot of row 1 is zero");
}

TEST(FaultTest, AValueThatIsNotFiniteIsNamed) {
  World<double> w({2, {20, 30, 1, 1}, 0}, 4);
  w.d[w.at({5, 6, 0, 0})] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(find_fault(w.batch)->text(), "system (*, 6): row 5 has a value that is not finite");
}

/// Chunks have pivots of their own: with this one Thomas alone would do.
TEST(FaultTest, ASolutionThatIsNotFiniteIsNamed) {
  World<double> w({1, {5000, 1, 1, 1}, 0}, 5);
  w.b[w.at({256, 0, 0, 0})] = 0.0;
  ASSERT_FALSE(find_fault(w.batch));
  EXPECT_EQ(solve_checked(w.batch)->text(), "system (*): the solution is not finite in row 0");
}

TEST(FaultTest, TheCInterfaceSaysTheSame) {
  double a[] = {0, 1, 1}, b[] = {0, 1, 1}, c[] = {1, 1, 0}, d[] = {1, 2, 3};
  trid_batch_f64 batch{{1, 0, {3, 1, 1, 1}},
                       {a, {1, 0, 0, 0}},
                       {b, {1, 0, 0, 0}},
                       {c, {1, 0, 0, 0}},
                       {d, {1, 0, 0, 0}},
                       {d, {1, 0, 0, 0}},
                       0,
                       0};
  char text[20];
  EXPECT_EQ(trid_solve_checked_f64(&batch, nullptr, nullptr, text, sizeof text), TRID_FAULT);
  EXPECT_STREQ(text, "system (*): the piv");
  batch.shape.axis = 1;
  EXPECT_EQ(trid_solve_f64(&batch, nullptr, nullptr), TRID_BAD_SHAPE);
  EXPECT_EQ(trid_solve_checked_f64(&batch, nullptr, nullptr, text, sizeof text), TRID_BAD_SHAPE);
  batch.shape.axis = -1;
  EXPECT_EQ(trid_solve_checked_f64(&batch, nullptr, nullptr, text, sizeof text), TRID_BAD_SHAPE);
  batch.shape.dims = 7;
  EXPECT_EQ(trid_solve_checked_f64(&batch, nullptr, nullptr, text, sizeof text), TRID_BAD_SHAPE);
}

}  // namespace
}  // namespace tridsolver

// tests/tridsolver/solve_test.cpp: laws of solutions; tests/tridsolver/lapack_test.py compares them with LAPACK's.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "batch.hpp"

namespace tridsolver {
namespace {

using test::World;

const std::vector<Shape> whole_shapes{
    {1, {7, 1, 1, 1}, 0},    {1, {70001, 1, 1, 1}, 0}, {2, {33, 20, 1, 1}, 0},     {2, {33, 20, 1, 1}, 1},
    {2, {9, 4099, 1, 1}, 1}, {2, {4099, 9, 1, 1}, 0},  {3, {17, 19, 23, 1}, 0},    {3, {17, 19, 23, 1}, 1},
    {3, {17, 19, 23, 1}, 2}, {4, {9, 5, 6, 7}, 0},     {4, {9, 5, 6, 7}, 1},       {4, {9, 5, 6, 7}, 2},
    {4, {9, 5, 6, 7}, 3},    {3, {2, 3, 30, 1}, 2},    {2, {130, 20000, 1, 1}, 1}, {3, {40, 1, 3, 1}, 1},
    {2, {100, 35, 1, 1}, 0}, {3, {257, 8, 5, 1}, 0},   {2, {2305, 20, 1, 1}, 0},   {2, {1537, 17, 1, 1}, 0}};

/// Calls act(index) for every cell.
template <class Act>
void for_cells(const Shape& shape, const Act& act) {
  Index at{};
  for (at[3] = 0; at[3] < shape.cells[3]; ++at[3])
    for (at[2] = 0; at[2] < shape.cells[2]; ++at[2])
      for (at[1] = 0; at[1] < shape.cells[1]; ++at[1])
        for (at[0] = 0; at[0] < shape.cells[0]; ++at[0]) act(at);
}

template <class T>
struct SolveTest : testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(SolveTest, Reals);

/// The residual of a row over the sum of its terms' sizes [rounding errors].
template <class T>
double worst_residual(const World<T>& w, const std::vector<T>& right) {
  const Batch<T>& batch = w.batch;
  const auto axis = static_cast<std::size_t>(batch.shape.axis);
  double worst = 0.0;
  for_cells(batch.shape, [&](const Index& at) {
    Index before = at, after = at;
    --before[axis], ++after[axis];
    const bool begins = at[axis] == 0, ends = after[axis] == batch.shape.cells[axis], t = batch.transposed;
    const double a = begins ? 0.0 : (t ? w.c[w.at(before)] : w.a[w.at(at)]) * double(w.x[w.at(before)]);
    const double b = w.b[w.at(at)] * double(w.x[w.at(at)]);
    const double c = ends ? 0.0 : (t ? w.a[w.at(after)] : w.c[w.at(at)]) * double(w.x[w.at(after)]);
    const double d = right[w.at(at)], sizes = std::abs(a) + std::abs(b) + std::abs(c) + std::abs(d);
    worst = std::max(worst, std::abs(a + b + c - d) / sizes / double(std::numeric_limits<T>::epsilon()));
  });
  return worst;
}

TYPED_TEST(SolveTest, ResidualsAreAtRounding) {
  for (const bool transposed : {false, true})
    for (const Shape& shape : whole_shapes) {
      World<TypeParam> w(shape, 1);
      w.batch.transposed = transposed;
      solve(w.batch);
      EXPECT_LT(worst_residual(w, w.d), 12.0)
          << "axis " << shape.axis << " of " << shape.cells[0] << " " << shape.cells[1] << " transposed " << transposed;
    }
}

TYPED_TEST(SolveTest, ThreadsGiveTheSameBits) {
  for (const Shape& shape : whole_shapes) {
    World<TypeParam> one(shape, 2);
    solve(one.batch);
    for (const int count : {1, 2, 3, 7}) {
      World<TypeParam> more(shape, 2);
      solve(more.batch, test::threads(count));
      EXPECT_EQ(one.x, more.x) << count << " threads, axis " << shape.axis;
    }
  }
}

TYPED_TEST(SolveTest, InPlaceAndAddedAreTheSameSolutionAndNothingElseChanges) {
  for (const Shape& shape : whole_shapes) {
    World<TypeParam> w(shape, 3), in_place(shape, 3), added(shape, 3);
    const std::vector<TypeParam> a = w.a, b = w.b, c = w.c, d = w.d;
    solve(w.batch);
    EXPECT_TRUE(w.a == a && w.b == b && w.c == c && w.d == d);
    in_place.batch.x.first = in_place.d.data();
    solve(in_place.batch);
    const std::vector<TypeParam> before = added.x;
    added.batch.add = true;
    solve(added.batch);
    std::vector<TypeParam> expected_d = d, expected_added = before;
    for_cells(shape, [&](const Index& at) {
      expected_d[w.at(at)] = w.x[w.at(at)];
      expected_added[w.at(at)] = before[w.at(at)] + w.x[w.at(at)];
    });
    EXPECT_EQ(in_place.d, expected_d);
    EXPECT_EQ(added.x, expected_added);
  }
}

/// Rows that are neighbours in memory are read otherwise than those that are not.
TYPED_TEST(SolveTest, TheBitsDoNotDependOnHowRowsLie) {
  for (const bool transposed : {false, true})
    for (const Shape& shape : whole_shapes) {
      if (shape.dims == max_dims) continue;
      World<TypeParam> dense(shape, 7),
          apart({shape.dims + 1, {2, shape.cells[0], shape.cells[1], shape.cells[2]}, shape.axis + 1}, 7);
      Batch<TypeParam>& batch = apart.batch;
      for (auto* array : {&batch.a, &batch.b, &batch.c, &batch.d})
        array->step = {array->step[1], array->step[2], array->step[3], 0};
      batch.x.step = batch.a.step;
      batch.shape = shape;
      for_cells(shape, [&](const Index& at) {
        const std::size_t from = dense.at(at), to = apart.at(at);
        apart.a[to] = dense.a[from], apart.b[to] = dense.b[from], apart.c[to] = dense.c[from],
        apart.d[to] = dense.d[from];
      });
      batch.transposed = dense.batch.transposed = transposed;
      solve(dense.batch);
      solve(batch);
      bool same = true;
      for_cells(shape, [&](const Index& at) { same = same && dense.x[dense.at(at)] == apart.x[apart.at(at)]; });
      EXPECT_TRUE(same) << "axis " << shape.axis << " of " << shape.cells[0] << " transposed " << transposed;
    }
}

/// Where the matrix ends, what its arrays hold does not matter.
TYPED_TEST(SolveTest, TheFirstAAndTheLastCAreIgnored) {
  for (const bool transposed : {false, true})
    for (const Shape& shape : whole_shapes) {
      World<TypeParam> w(shape, 4), spoilt(shape, 4);
      w.batch.transposed = spoilt.batch.transposed = transposed;
      const auto axis = static_cast<std::size_t>(shape.axis);
      for_cells(shape, [&](const Index& at) {
        if (at[axis] == 0) spoilt.a[w.at(at)] = std::numeric_limits<TypeParam>::quiet_NaN();
        if (at[axis] + 1 == shape.cells[axis]) spoilt.c[w.at(at)] = std::numeric_limits<TypeParam>::infinity();
      });
      solve(w.batch);
      solve(spoilt.batch);
      EXPECT_EQ(w.x, spoilt.x) << "axis " << shape.axis << " transposed " << transposed;
    }
}

/// <A^-T y, d> == <y, A^-1 d>
TYPED_TEST(SolveTest, TheTransposedSolveIsTheTranspose) {
  for (const Shape& shape : whole_shapes) {
    World<TypeParam> plain(shape, 5), transposed(shape, 5);
    transposed.d = World<TypeParam>(shape, 6).d;
    transposed.batch.d.first = transposed.d.data();
    transposed.batch.transposed = true;
    solve(plain.batch);
    solve(transposed.batch);
    double left = 0.0, right = 0.0, size = 0.0;
    for_cells(shape, [&](const Index& at) {
      const std::size_t i = plain.at(at);
      left += double(transposed.x[i]) * plain.d[i];
      right += double(transposed.d[i]) * plain.x[i];
      size += std::abs(double(transposed.d[i]) * plain.x[i]);
    });
    EXPECT_NEAR(left, right, 4 * size * double(std::numeric_limits<TypeParam>::epsilon()));
  }
}

TEST(ShapeTest, ChunksAreForFewLongSystems) {
  EXPECT_FALSE(in_chunks({3, {256, 256, 256, 1}, 0}));
  EXPECT_FALSE(in_chunks({2, {1000, 1000, 1, 1}, 1}));
  EXPECT_TRUE(in_chunks({1, {1000000, 1, 1, 1}, 0}));
  EXPECT_TRUE(in_chunks({2, {8, 4096, 1, 1}, 1}));
}

TEST(ShapeTest, NothingToSolveIsNoError) {
  Batch<double> nothing;
  nothing.shape = {2, {5, 0, 1, 1}, 0};
  EXPECT_NO_THROW(solve(nothing));
}

TEST(ShapeTest, SenselessShapesAreRejected) {
  Batch<double> batch;
  batch.shape = {5, {1, 1, 1, 1}, 0};
  EXPECT_THROW(solve(batch), std::invalid_argument);
  batch.shape = {2, {3, 3, 1, 1}, 2};
  EXPECT_THROW(solve(batch), std::invalid_argument);
  batch.shape = {2, {3, -3, 1, 1}, 0};
  EXPECT_THROW(solve(batch), std::invalid_argument);
}

}  // namespace
}  // namespace tridsolver

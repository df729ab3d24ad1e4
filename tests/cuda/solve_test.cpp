// tests/cuda/solve_test.cpp: solves of target cuda have the bits of tridsolver's: any shape and axis, in any order of
// threads, in many launches.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <vector>

#include "backends/cuda/emulation.hpp"
#include "backends/cuda/solve.hpp"
#include "tests/tridsolver/batch.hpp"

extern "C" void run_threads(int how, unsigned blocks);

namespace ops::cuda {
namespace {

using tridsolver::Batch;
using tridsolver::Shape;
using tridsolver::test::World;

struct Mode {
  Order order;
  unsigned blocks;  ///< of a launch
};
constexpr Mode modes[] = {
    {Order::forward, 1U << 31}, {Order::reversed, 1U << 31}, {Order::shuffled, 1U << 31}, {Order::shuffled, 3}};

// Systems and rows of less, exactly, and more than what a block takes at a time; chunks that end with 2, 255, 256 and
// 257 rows.
const std::vector<Shape> whole{
    {1, {1, 1, 1, 1}, 0},    {1, {2, 1, 1, 1}, 0},   {1, {31, 1, 1, 1}, 0},   {1, {97, 1, 1, 1}, 0},
    {2, {64, 32, 1, 1}, 0},  {2, {65, 33, 1, 1}, 0}, {2, {33, 70, 1, 1}, 1},  {2, {1, 40, 1, 1}, 1},
    {2, {300, 9, 1, 1}, 1},  {2, {1, 300, 1, 1}, 0}, {3, {17, 19, 23, 1}, 0}, {3, {17, 19, 23, 1}, 1},
    {3, {17, 19, 23, 1}, 2}, {3, {40, 3, 70, 1}, 0}, {4, {9, 5, 6, 7}, 0},    {4, {9, 5, 6, 7}, 1},
    {4, {9, 5, 6, 7}, 2},    {4, {9, 5, 6, 7}, 3},   {2, {40, 1, 1, 1}, 1},   {2, {1, 40, 1, 1}, 0}};
const std::vector<Shape> cut{{1, {2048, 1, 1, 1}, 0}, {1, {2050, 1, 1, 1}, 0}, {1, {16385, 1, 1, 1}, 0},
                             {2, {2303, 3, 1, 1}, 0}, {2, {3, 2051, 1, 1}, 1}, {2, {63, 2304, 1, 1}, 1},
                             {3, {2, 5, 2305, 1}, 2}, {3, {2306, 2, 7, 1}, 0}};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
void expect_the_bits_of_the_host(const Shape& shape, bool transposed, bool add, bool in_place) {
  const auto world = [&](World<T>& w) {
    w.batch.transposed = transposed;
    w.batch.add = add;
    if (in_place) w.batch.x = {w.d.data(), w.batch.x.step};
  };
  World<T> host(shape, 7);
  world(host);
  tridsolver::solve(host.batch);
  for (const Mode& mode : modes) {
    run_threads(static_cast<int>(mode.order), mode.blocks);
    World<T> device(shape, 7);
    world(device);
    cuda::solve(device.batch);
    EXPECT_TRUE(same_bits(host.x, device.x) && same_bits(host.d, device.d) && same_bits(host.a, device.a) &&
                same_bits(host.b, device.b) && same_bits(host.c, device.c))
        << "axis " << shape.axis << " of " << shape.cells[0] << " x " << shape.cells[1] << " x " << shape.cells[2]
        << " x " << shape.cells[3] << (transposed ? ", transposed" : "") << (add ? ", added" : "")
        << (in_place ? ", in place" : "") << ", order " << static_cast<int>(mode.order);
  }
}

template <class T>
struct CudaSolveTest : testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(CudaSolveTest, Reals);

TYPED_TEST(CudaSolveTest, WholeSystemsHaveTheBitsOfTheHost) {
  for (const Shape& shape : whole)
    for (const bool transposed : {false, true})
      for (const bool add : {false, true})
        for (const bool in_place : {false, true})
          expect_the_bits_of_the_host<TypeParam>(shape, transposed, add, in_place);
}

TYPED_TEST(CudaSolveTest, FewLongSystemsHaveTheBitsOfTheHost) {
  for (const Shape& shape : cut)
    for (const int how : {0, 1, 2}) {
      ASSERT_TRUE(tridsolver::in_chunks(shape));
      expect_the_bits_of_the_host<TypeParam>(shape, how == 1, how == 2, how == 1);
    }
}

/// Diagonals that hardly dominate: all steps of cyclic reduction count.
TYPED_TEST(CudaSolveTest, FarRowsOfFewLongSystemsCount) {
  for (const Shape& shape : {Shape{1, {4096, 1, 1, 1}, 0}, Shape{2, {2, 5001, 1, 1}, 1}}) {
    World<TypeParam> host(shape, 5), device(shape, 5);
    for (World<TypeParam>* w : {&host, &device}) {
      std::fill(w->a.begin(), w->a.end(), TypeParam(-1));
      std::fill(w->b.begin(), w->b.end(), TypeParam(2.000001));
      std::fill(w->c.begin(), w->c.end(), TypeParam(-1));
    }
    tridsolver::solve(host.batch);
    cuda::solve(device.batch);
    EXPECT_TRUE(same_bits(host.x, device.x)) << shape.cells[0];
  }
}

/// Numbers that elimination must not touch, in any form: before the first row, and after the last one.
TYPED_TEST(CudaSolveTest, TheFirstLowerAndTheLastUpperAreNotRead) {
  const TypeParam none = std::numeric_limits<TypeParam>::quiet_NaN();
  for (const Shape& shape : {Shape{2, {40, 3, 1, 1}, 0}, Shape{2, {3, 40, 1, 1}, 1}, Shape{2, {2500, 3, 1, 1}, 0},
                             Shape{2, {3, 2500, 1, 1}, 1}}) {
    World<TypeParam> host(shape, 3), device(shape, 3);
    for (World<TypeParam>* w : {&host, &device}) {
      const auto axis = static_cast<std::size_t>(shape.axis);
      for (std::int64_t system = 0; system < 3; ++system) {
        tridsolver::Index at{};
        at[1 - axis] = system;
        w->a[w->at(at)] = none;
        at[axis] = shape.cells[axis] - 1;
        w->c[w->at(at)] = none;
      }
    }
    tridsolver::solve(host.batch);
    cuda::solve(device.batch);
    EXPECT_TRUE(same_bits(host.x, device.x)) << shape.cells[0];
    for (const TypeParam value : host.x) EXPECT_EQ(value, value);
  }
}

/// By hand, cell by cell.
TYPED_TEST(CudaSolveTest, ProductsOfNeighboursAreSubtractedInOrder) {
  const auto run = [](const Shape& shape) {
    const std::size_t axis = static_cast<std::size_t>(shape.axis);
    World<TypeParam> w(shape, 11), expected(shape, 11);
    std::vector<tridiagonal::Product<TypeParam>> products;
    const auto constant = [](const auto& array) { return tridsolver::Array<const TypeParam>{array.first, array.step}; };
    for (int k = 0; k < 12; ++k)
      products.push_back({k == 5 ? tridsolver::Array<TypeParam>{} : w.batch.x,
                          {constant(w.batch.a), k % 3 - 1},
                          {constant(w.batch.b), k / 3 - 1}});
    products[10].right.cells.first = nullptr;
    for (std::int64_t z = 0; z < shape.cells[2]; ++z)
      for (std::int64_t y = 0; y < shape.cells[1]; ++y)
        for (std::int64_t x = 0; x < shape.cells[0]; ++x)
          for (int k = 0; k < 12; ++k) {
            tridsolver::Index left{x, y, z}, right{x, y, z};
            left[axis] += k % 3 - 1;
            right[axis] += k / 3 - 1;
            const auto exists = [&](const tridsolver::Index& at) {
              return at[axis] >= 0 && at[axis] < shape.cells[axis];
            };
            if (k == 5 || k == 10 || !exists(left) || !exists(right)) continue;
            expected.x[expected.at({x, y, z})] -= expected.a[expected.at(left)] * expected.b[expected.at(right)];
          }
    subtract<TypeParam>(shape, products);
    EXPECT_TRUE(same_bits(w.x, expected.x)) << "axis " << shape.axis << " of " << shape.cells[0];
  };
  for (const Shape& shape :
       {Shape{3, {7, 5, 3, 1}, 0}, Shape{3, {7, 5, 3, 1}, 1}, Shape{3, {7, 5, 3, 1}, 2}, Shape{1, {1, 1, 1, 1}, 0}})
    run(shape);
}

}  // namespace
}  // namespace ops::cuda

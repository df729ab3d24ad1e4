// tests/ops/loops/launch/reference_test.cpp: the reference does what the plain nested loops of a textbook do, in one to
// five dimensions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;
using ops::Accessor;
using ops::Box;
using ops::Index;

/// b = a(+1 on every axis in turn) weighted, plus the index: every axis and the index argument count.
template <int D, std::size_t... Axis>
double stencil_sum(const Accessor<double, D>& a, std::index_sequence<Axis...>) {
  const auto along = [&]<std::size_t... K>(std::size_t axis, std::index_sequence<K...>) {
    return a((K == axis ? 1 : 0)...) - 2 * a((K == axis ? -1 : 0)...);
  };
  return ((static_cast<double>(Axis + 1) * along(Axis, std::make_index_sequence<D>{})) + ...);
}
template <int D>
void forward(const Accessor<double, D>& a, Accessor<double, D>& b, const int* idx, const double* weight, double* sum) {
  double index = 0;
  for (int axis = 0; axis < D; ++axis) index += (axis + 1) * idx[axis];
  const auto zero = [&]<std::size_t... K>(std::index_sequence<K...>) -> double& { return b((0 * K)...); };
  double& here = zero(std::make_index_sequence<D>{});
  here = stencil_sum<D>(a, std::make_index_sequence<D>{}) + weight[1] * index;
  *sum += here;
}

template <int D>
void expect_like_nested_loops() {
  World world;
  const ops_block block = world.block(D);
  const std::vector<int> size{6, 5, 4, 3, 2};
  const std::vector<int> extents(size.begin(), size.begin() + D);
  const ops_dat a = world.dat<double>(block, extents, 2, "a"), b = world.dat<double>(block, extents, 1, "b");
  name_cells<double>(a);
  std::vector<int> star;
  for (int axis = 0; axis < D; ++axis)
    for (const int step : {1, -1})
      for (int k = 0; k < D; ++k) star.push_back(k == axis ? step : 0);
  const ops_stencil s = world.stencil(D, star), centre = world.centre(D);
  const ops_reduction sum = world.reduction<double>();
  double weight[2] = {0, 0.5};
  std::vector<int> range;
  Box box;
  for (int axis = 0; axis < D; ++axis) {
    box.lo[axis] = axis == 0 ? -1 : 0;
    box.hi[axis] = extents[static_cast<std::size_t>(axis)] + (axis == 1 ? 1 : 0);
    range.insert(range.end(), {box.lo[axis], box.hi[axis]});
  }
  ops_par_loop(&forward<D>, "forward", block, D, range.data(), ops_arg_dat(a, 1, s, "double", OPS_READ),
               ops_arg_dat(b, 1, centre, "double", OPS_WRITE), ops_arg_idx(),
               ops_arg_gbl(weight, 2, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  double total = 0;
  for_points(b->layout.allocated, [&](const Index& i) {
    double expected = 0;
    if (box.contains(i)) {
      for (int axis = 0; axis < D; ++axis) {
        Index up = i, down = i;
        ++up[axis];
        --down[axis];
        expected += (axis + 1) * (name_of(up) - 2 * name_of(down)) + 0.5 * (axis + 1) * i[axis];
      }
      total += expected;
    }
    EXPECT_EQ(at<double>(b, i), expected);
  });
  EXPECT_EQ(result<double>(sum), total) << "integers and halves: the sum is exact in any order";
}

TEST(ReferenceTest, OneDimension) { expect_like_nested_loops<1>(); }
TEST(ReferenceTest, TwoDimensions) { expect_like_nested_loops<2>(); }
TEST(ReferenceTest, ThreeDimensions) { expect_like_nested_loops<3>(); }
TEST(ReferenceTest, FourDimensions) { expect_like_nested_loops<4>(); }
TEST(ReferenceTest, FiveDimensions) { expect_like_nested_loops<5>(); }

struct Loop2 : testing::Test {
  World world;
  ops_block block = world.block(2);
  ops_stencil centre = world.centre(2);
  int all[4] = {0, 6, 0, 4};
};

void rotate(const Accessor<double, 2>& a, Accessor<double, 2>& b) {
  for (int c = 0; c < 3; ++c) b(c, 0, 0) = a((c + 1) % 3, 1, 0) + a(c, 0, -1);
}

TEST_F(Loop2, ComponentsInBothLayoutsGiveTheSame) {
  for (const int soa : {0, 1}) {
    world.context.OPS_soa = soa;
    const ops_dat a = world.dat<double>(block, {6, 4}, 1, "a", 3), b = world.dat<double>(block, {6, 4}, 1, "b", 3);
    EXPECT_EQ(a->layout.component == 1, soa == 0);
    name_cells<double>(a);
    ops_par_loop(rotate, "rotate", block, 2, all,
                 ops_arg_dat(a, 3, world.stencil(2, {1, 0, 0, -1}), "double", OPS_READ),
                 ops_arg_dat(b, 3, centre, "double", OPS_WRITE));
    for (int j = 0; j < 4; ++j)
      for (int i = 0; i < 6; ++i)
        for (int c = 0; c < 3; ++c)
          EXPECT_EQ(at<double>(b, {i, j, 0, 0, 0}, c),
                    name_of({i + 1, j, 0, 0, 0}, (c + 1) % 3) + name_of({i, j - 1, 0, 0, 0}, c));
  }
}

void several(const Accessor<float, 2>& x, double* sum, float* least, int* most, double* pair) {
  *sum += static_cast<double>(x(0, 0));
  *least = std::min(*least, x(0, 0));
  *most = std::max(*most, static_cast<int>(x(0, 0)));
  pair[0] += 1;
  pair[1] += 2;
}

TEST_F(Loop2, ReductionsOfSeveralKindsAndLoopsAccumulate) {
  const ops_dat x = world.dat<float>(block, {6, 4}, 0, "x");
  name_cells<float>(x);
  const ops_reduction sum = world.reduction<double>("sum"), least = world.reduction<float>("least"),
                      most = world.reduction<int>("most"), pair = world.reduction<double>("pair", 2);
  const auto run = [&](int* range) {
    ops_par_loop(several, "several", block, 2, range, ops_arg_dat(x, 1, centre, "float", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_reduce(least, 1, "float", OPS_MIN),
                 ops_arg_reduce(most, 1, "int", OPS_MAX), ops_arg_reduce(pair, 2, "double", OPS_INC));
  };
  int left[4] = {2, 4, 0, 4}, right[4] = {4, 6, 0, 2};
  run(left);
  run(right);
  double expected = 0;
  for (int j = 0; j < 4; ++j)
    for (int i = 2; i < (j < 2 ? 6 : 4); ++i) expected += name_of({i, j, 0, 0, 0});
  EXPECT_EQ(result<double>(sum), expected);
  EXPECT_EQ(result<float>(least), 2.0F);
  EXPECT_EQ(result<int>(most), 3 * 16 + 3);
  EXPECT_EQ(result<double>(pair, 0), 12.0);
  EXPECT_EQ(result<double>(pair, 1), 24.0);
  run(right);
  EXPECT_EQ(result<double>(pair, 0), 4.0) << "after a result the handle starts afresh";
  result<float>(least);
  int none[4] = {3, 3, 0, 4};
  run(none);
  EXPECT_EQ(result<float>(least), std::numeric_limits<float>::max());
}

void overwrite(const Accessor<double, 2>& x, double* sum) {
  if (x(0, 0) > 3) *sum = 1;
  else *sum = 0;
}

TEST_F(Loop2, EveryPointSeesAFreshReductionElement) {
  const ops_dat x = world.dat<double>(block, {6, 4}, 0, "x");
  name_cells<double>(x);
  const ops_reduction sum = world.reduction<double>();
  int row[4] = {0, 6, 0, 1};
  ops_par_loop(overwrite, "overwrite", block, 2, row, ops_arg_dat(x, 1, centre, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  EXPECT_EQ(result<double>(sum), 2.0);
}

struct Thing {
  int kind;
  double weights[2];
};
void use_struct(Accessor<double, 2>& x, const Thing* thing, const int* flags) {
  x(0, 0) = flags[1] == 1 ? thing->weights[thing->kind] : -1;
}

TEST_F(Loop2, StructsAndArraysAreHandedOverAsTheyAre) {
  const ops_dat x = world.dat<double>(block, {6, 4}, 0, "x");
  Thing thing{1, {5, 7}};
  int flags[2] = {0, 1};
  ops_par_loop(use_struct, "use", block, 2, all, ops_arg_dat(x, 1, centre, "double", OPS_WRITE),
               ops_arg_gbl(&thing, 1, "thing", OPS_READ), ops_arg_gbl(flags, 2, "int", OPS_READ));
  EXPECT_EQ(at<double>(x, {3, 2, 0, 0, 0}), 7.0);
}

void optional(Accessor<double, 2>& x, Accessor<double, 2>& y, const int* flags) {
  if (flags[0] == 1) x(0, 0) = 1;
  if (flags[1] == 1) y(0, 0) = 2;
}

TEST_F(Loop2, SwitchedOffArgumentsAreLeftAlone) {
  const ops_dat x = world.dat<double>(block, {6, 4}, 0, "x"), y = world.dat<double>(block, {6, 4}, 0, "y");
  for (int on = 0; on < 2; ++on) {
    int flags[2] = {1, on};
    ops_par_loop(optional, "optional", block, 2, all, ops_arg_dat_opt(x, 1, centre, "double", OPS_RW, flags[0]),
                 ops_arg_dat_opt(y, 1, centre, "double", OPS_RW, flags[1]), ops_arg_gbl(flags, 2, "int", OPS_READ));
    EXPECT_EQ(at<double>(x, {1, 1, 0, 0, 0}), 1.0);
    EXPECT_EQ(at<double>(y, {1, 1, 0, 0, 0}), on == 1 ? 2.0 : 0.0);
  }
}

void touch(Accessor<double, 2>& x, const Accessor<double, 2>& y) { x(0, 0) = x(0, 0) + y(0, 0); }

TEST_F(Loop2, SwitchedOffArgumentsThatAreTouchedHaveTheirValues) {
  const ops_dat x = world.dat<double>(block, {6, 4}, 0, "x"), y = world.dat<double>(block, {6, 4}, 0, "y");
  name_cells<double>(y);
  for (int run = 1; run < 3; ++run) {
    ops_par_loop(touch, "touch", block, 2, all, ops_arg_dat_opt(x, 1, centre, "double", OPS_RW, 0),
                 ops_arg_dat_opt(y, 1, centre, "double", OPS_READ, 0));
    EXPECT_EQ(at<double>(x, {3, 2, 0, 0, 0}), run * name_of({3, 2, 0, 0, 0}));
  }
}

void mirror(Accessor<double, 2>& x) { x(0, 0) = -x(3, 0); }

TEST_F(Loop2, HaloKernelsReadInsideAndWriteOutside) {
  const ops_dat x = world.dat<double>(block, {6, 4}, 2, "x");
  name_cells<double>(x);
  int halo[4] = {-2, -1, 0, 4};
  ops_par_loop(mirror, "mirror", block, 2, halo,
               ops_arg_dat(x, 1, world.stencil(2, {0, 0, 3, 0, -3, 0}), "double", OPS_RW));
  EXPECT_EQ(at<double>(x, {-2, 3, 0, 0, 0}), -name_of({1, 3, 0, 0, 0}));
  EXPECT_EQ(at<double>(x, {-1, 3, 0, 0, 0}), name_of({-1, 3, 0, 0, 0}));
}

template <class T>
void set(Accessor<T, 2>& x) {
  x(0, 0) = static_cast<T>(3);
}

TEST_F(Loop2, EveryElementTypeWorks) {
  const auto expect = [&]<class T>(T) {
    const ops_dat x = world.dat<T>(block, {3, 2}, 0, "x");
    int range[4] = {0, 3, 0, 2};
    ops_par_loop(&set<T>, "set", block, 2, range,
                 ops_arg_dat(x, 1, centre, ops::type_name(ops::type_of<T>()), OPS_WRITE));
    EXPECT_EQ(at<T>(x, {2, 1, 0, 0, 0}), static_cast<T>(3)) << ops::type_name(ops::type_of<T>());
  };
  expect(double{});
  expect(float{});
  expect(half{});
  expect(char{});
  expect(short{});
  expect(int{});
  expect(ll{});
  expect(uint{});
  expect(ull{});
  expect(bool{});
  expect(complexd{});
  expect(complexf{});
}

void pointer_kernel(const double* a, double* b, const int* idx) {
  const auto& pitch = ops::arg_pitch[0];
  b[0] = a[pitch.axis[0]] + a[-pitch.axis[1]] + a[pitch.component] + idx[0];
}

TEST_F(Loop2, PointerKernelsFindTheirNeighboursThroughPublishedPitches) {
  const ops_dat a = world.dat<double>(block, {6, 4}, 1, "a", 2), b = world.dat<double>(block, {6, 4}, 0, "b");
  name_cells<double>(a);
  ops_par_loop(pointer_kernel, "pointer", block, 2, all,
               ops_arg_dat(a, 2, world.stencil(2, {0, 0, 1, 0, 0, -1}), "double", OPS_READ),
               ops_arg_dat(b, 1, centre, "double", OPS_WRITE), ops_arg_idx());
  EXPECT_EQ(at<double>(b, {2, 3, 0, 0, 0}),
            name_of({3, 3, 0, 0, 0}) + name_of({2, 2, 0, 0, 0}) + name_of({2, 3, 0, 0, 0}, 1) + 2);
}

void scale(Accessor<double, 2>& x, const double* alpha) { x(0, 0) = alpha[1]; }

TEST_F(Loop2, ScalarsReachTheKernel) {
  const ops_dat x = world.dat<double>(block, {6, 4}, 0, "x");
  const double alpha[2] = {1, 4};
  const ops_scalar s =
      ops::declare_scalar(world.context, "alpha", alpha, 2, {ops::Type::f64, 8, false, true}, false, world.here);
  ops_par_loop(scale, "scale", block, 2, all, ops_arg_dat(x, 1, centre, "double", OPS_WRITE),
               ops_arg_scalar(s, 2, "double", OPS_READ));
  EXPECT_EQ(at<double>(x, {5, 3, 0, 0, 0}), 4.0);
}

}  // namespace

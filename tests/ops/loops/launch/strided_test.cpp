// tests/ops/loops/launch/strided_test.cpp: lower-dimensional datasets, strides and multigrid levels, from the stencil's
// numbers alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;
using ops::Accessor;
using ops::Index;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using A2 = Accessor<double, 2>;

struct StridedTest : testing::Test {
  World world;
  ops_block block = world.block(2);
  ops_stencil centre = world.centre(2);
  ops_stencil along_x = world.strided(2, {0, 0}, {1, 0}), along_y = world.strided(2, {0, 0}, {0, 1});
  int all[4] = {0, 6, 0, 4};
  ops_dat field = world.dat<double>(block, {6, 4}, 1, "field");
  ops_dat row = world.dat<double>(block, {6, 1}, 1, "row"), column = world.dat<double>(block, {1, 4}, 1, "column");

  StridedTest() { name_cells<double>(field); }
};

void broadcast(const A2& x, const A2& y, A2& u) { u(0, 0) = x(0, 0) + 100 * y(0, 0); }

TEST_F(StridedTest, LowerDimensionalDatasetsAreBroadcast) {
  for (int i = -1; i < 7; ++i) at<double>(row, {i, 0, 0, 0, 0}) = i;
  for (int j = -1; j < 5; ++j) at<double>(column, {0, j, 0, 0, 0}) = j;
  ops_par_loop(broadcast, "broadcast", block, 2, all, ops_arg_dat(row, 1, along_x, "double", OPS_READ),
               ops_arg_dat(column, 1, along_y, "double", OPS_READ), ops_arg_dat(field, 1, centre, "double", OPS_WRITE));
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 6; ++i) EXPECT_EQ(at<double>(field, {i, j, 0, 0, 0}), i + 100 * j);
}

void slab(const A2& u, A2& x) { x(0, 0) = u(0, 0); }

TEST_F(StridedTest, WritingFromASlabOfOneRowAnywhere) {
  int third[4] = {0, 6, 2, 3};
  ops_par_loop(slab, "slab", block, 2, third, ops_arg_dat(field, 1, centre, "double", OPS_READ),
               ops_arg_dat(row, 1, along_x, "double", OPS_WRITE));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(at<double>(row, {i, 0, 0, 0, 0}), name_of({i, 2, 0, 0, 0}));
  EXPECT_THAT(
      [&] {
        ops_par_loop(slab, "slab", block, 2, all, ops_arg_dat(field, 1, centre, "double", OPS_READ),
                     ops_arg_dat(row, 1, along_x, "double", OPS_RW));
      },
      ThrowsMessage<OPSException>(HasSubstr("several points would write the same cell")));
}

TEST_F(StridedTest, TheLastOfSeveralPointsThatWriteOneCellWins) {
  std::ostringstream out;
  world.context.out = &out;
  for (int run = 0; run < 2; ++run)
    ops_par_loop(slab, "slab", block, 2, all, ops_arg_dat(field, 1, centre, "double", OPS_READ),
                 ops_arg_dat(row, 1, along_x, "double", OPS_WRITE));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(at<double>(row, {i, 0, 0, 0, 0}), name_of({i, 3, 0, 0, 0}));
  EXPECT_THAT(out.str(), AllOf(HasSubstr("OPS warning: loop 'slab' at "),
                               HasSubstr("argument 2) through a stencil with stride 0 on axis 1")));
  EXPECT_EQ(out.str().find("OPS warning", 1), std::string::npos);
}

void sums(const A2& u, A2& x, A2& y) {
  x(0, 0) += u(0, 0);
  y.combine_inc(0, 0, u(0, 0));
}
void extremes(const A2& u, A2& least, A2& most) {
  least.combine_min(0, 0, u(0, 0));
  most.combine_max(0, 0, u(0, 0));
}
void look(const A2& x, double* sum) { *sum += x(0, 0); }

TEST_F(StridedTest, SumsAlongCollapsedAxesStartAfreshAfterARead) {
  const auto sum_up = [&] {
    ops_par_loop(sums, "sums", block, 2, all, ops_arg_dat(field, 1, centre, "double", OPS_READ),
                 ops_arg_dat(row, 1, along_x, "double", OPS_INC), ops_arg_dat(column, 1, along_y, "double", OPS_INC));
  };
  const auto expect = [&](double times) {
    for (int i = 0; i < 6; ++i) EXPECT_EQ(at<double>(row, {i, 0, 0, 0, 0}), times * (4 * i + 16 * 6));
    for (int j = 0; j < 4; ++j) EXPECT_EQ(at<double>(column, {0, j, 0, 0, 0}), times * (15 + 6 * 16 * j));
  };
  sum_up();
  expect(1);
  sum_up();
  expect(2);
  const ops_reduction r = world.reduction<double>();
  int one_row[4] = {0, 6, 0, 1}, one_column[4] = {0, 1, 0, 4};
  ops_par_loop(look, "look", block, 2, one_row, ops_arg_dat(row, 1, along_x, "double", OPS_READ),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  ops_par_loop(look, "look", block, 2, one_column, ops_arg_dat(column, 1, along_y, "double", OPS_READ),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  sum_up();
  expect(1);
}

TEST_F(StridedTest, SumsAddToWhatTheProgramWrote) {
  int one_row[4] = {0, 6, 0, 1};
  ops_par_loop(slab, "slab", block, 2, one_row, ops_arg_dat(field, 1, centre, "double", OPS_READ),
               ops_arg_dat(row, 1, along_x, "double", OPS_WRITE));
  ops_par_loop(sums, "sums", block, 2, all, ops_arg_dat(field, 1, centre, "double", OPS_READ),
               ops_arg_dat(row, 1, along_x, "double", OPS_INC), ops_arg_dat(column, 1, along_y, "double", OPS_INC));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(at<double>(row, {i, 0, 0, 0, 0}), i + 4 * i + 16 * 6);
}

TEST_F(StridedTest, ExtremesAlongCollapsedAxes) {
  for_points(field->layout.allocated, [&](const Index& i) { at<double>(field, i) = -5 - name_of(i); });
  ops_par_loop(extremes, "extremes", block, 2, all, ops_arg_dat(field, 1, centre, "double", OPS_READ),
               ops_arg_dat(row, 1, along_x, "double", OPS_MIN), ops_arg_dat(column, 1, along_y, "double", OPS_MAX));
  for (int i = 0; i < 6; ++i) EXPECT_EQ(at<double>(row, {i, 0, 0, 0, 0}), -5 - name_of({i, 3, 0, 0, 0}));
  for (int j = 0; j < 4; ++j) EXPECT_EQ(at<double>(column, {0, j, 0, 0, 0}), -5 - name_of({0, j, 0, 0, 0}));
}

void copy_neighbours(const A2& from, A2& to) { to(0, 0) = from(0, 0) + 1000 * from(1, 0) + 1000000 * from(-1, 0); }

TEST_F(StridedTest, RestrictReadsAtMultiplesProlongAtQuotientsRoundedDown) {
  const ops_dat fine = world.dat<double>(block, {12, 4}, 2, "fine"),
                coarse = world.dat<double>(block, {6, 4}, 2, "coarse");
  const ops_stencil down = world.strided(2, {0, 0, 1, 0, -1, 0}, {2, 1}, 2),
                    up = world.strided(2, {0, 0, 1, 0, -1, 0}, {2, 1}, 1);
  const auto value = [](int i, int j) { return name_of({i, j, 0, 0, 0}); };
  name_cells<double>(fine);
  ops_par_loop(copy_neighbours, "restrict", block, 2, all, ops_arg_restrict(fine, 1, down, "double", OPS_READ),
               ops_arg_dat(coarse, 1, centre, "double", OPS_WRITE));
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(at<double>(coarse, {i, j, 0, 0, 0}),
                value(2 * i, j) + 1000 * value(2 * i + 1, j) + 1000000 * value(2 * i - 1, j));
  name_cells<double>(coarse);
  int with_halo[4] = {-2, 12, 0, 4};
  ops_par_loop(copy_neighbours, "prolong", block, 2, with_halo, ops_arg_prolong(coarse, 0, 1, up, "double", OPS_READ),
               ops_arg_dat(fine, 1, centre, "double", OPS_WRITE));
  for (int j = 0; j < 4; ++j)
    for (int i = -2; i < 12; ++i) {
      const int c = i < 0 ? -1 : i / 2;
      EXPECT_EQ(at<double>(fine, {i, j, 0, 0, 0}), value(c, j) + 1000 * value(c + 1, j) + 1000000 * value(c - 1, j));
    }
  EXPECT_THAT([&] { ops_arg_restrict(fine, 1, up, "double", OPS_READ); },
              ThrowsMessage<OPSException>(HasSubstr("ops_decl_restrict_stencil")));
}

TEST_F(StridedTest, EverySecondCell) {
  const ops_dat wide = world.dat<double>(block, {12, 4}, 0, "wide");
  const ops_stencil even = world.strided(2, {0, 0}, {2, 1});
  ops_par_loop(slab, "spread", block, 2, all, ops_arg_dat(field, 1, centre, "double", OPS_READ),
               ops_arg_dat(wide, 1, even, "double", OPS_WRITE));
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(at<double>(wide, {2 * i, 1, 0, 0, 0}), name_of({i, 1, 0, 0, 0}));
    EXPECT_EQ(at<double>(wide, {2 * i + 1, 1, 0, 0, 0}), 0.0);
  }
}

}  // namespace

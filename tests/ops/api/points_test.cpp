// Mirrors ops/api/points.hpp; tests/adjoint/points.cpp has the derivatives.
#include "tests/ops/api/declared_world.hpp"

namespace {

using testing::ElementsAre;

TEST(PointsTest, AScalarGetsTheValuesInTheOrderOfThePoints) {
  World world;
  const double zeros[3] = {};
  const ops_scalar heard = ops_decl_scalar("heard", zeros, 3);
  ops_sample(heard, world.u, {{3, 2}, {0, 1}, {3, 2}});
  EXPECT_THAT(ops_scalar_fetch_data<double>(heard), ElementsAre(23.0, 10.0, 23.0));
  ops_sample(heard, world.u, {{-1, 0}, {1, 1}, {2, 2}});  // anew; and a halo cell
  EXPECT_THAT(ops_scalar_fetch_data<double>(heard), ElementsAre(0.0, 11.0, 22.0));
}

TEST(PointsTest, OneComponentOfFloatsAsDoubles) {
  World world;
  std::vector<float> values(24);
  std::iota(values.begin(), values.end(), 0.0F);
  ops_dat_set_data(world.q, values);
  const double zero = 0;
  const ops_scalar heard = ops_decl_scalar("heard", &zero, 1);
  ops_sample(heard, world.q, {{1, 2}}, 1);
  EXPECT_THAT(ops_scalar_fetch_data<double>(heard), ElementsAre(2 * (4 * 2 + 1) + 1.0));
}

TEST(PointsTest, SumsAreWeightedAndAddUp) {
  World world;
  ops_sum_points(world.sum, world.u, {{3, 2}, {0, 1}}, {0.5, -1.0});
  ops_sum_points(world.sum, world.u, {{1, 0}});
  EXPECT_EQ(ops_reduction_result<double>(world.sum), 0.5 * 23 - 10 + 1);
}

TEST(PointsTest, PointsOfALineAndOfAVolume) {
  World world;
  const ops_block line = ops_decl_block(1, "line"), volume = ops_decl_block(3, "volume");
  const ops_dat a = ops_decl_dat<double>(line, "a", {3}), b = ops_decl_dat<double>(volume, "b", {2, 2, 2});
  ops_dat_set_data(a, std::vector<double>{1, 2, 3});
  ops_dat_set_data(b, std::vector<double>{0, 1, 10, 11, 100, 101, 110, 111});
  const ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "other");
  ops_sum_points(world.sum, a, {{2}});
  ops_sum_points(sum, b, {{1, 0, 1}, {0, 1, 1}});
  EXPECT_EQ(ops_reduction_result<double>(world.sum), 3.0);
  EXPECT_EQ(ops_reduction_result<double>(sum), 211.0);
}

}  // namespace

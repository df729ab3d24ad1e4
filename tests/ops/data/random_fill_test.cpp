// Mirrors ops/data/random_fill.hpp.
#include "ops/data/random_fill.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/ops/data/world.hpp"

namespace {

using ops::Distribution;

struct EventKeys {
  double mean = 0, variance = 0, least = 0, most = 0;
};

template <class T>
EventKeys moments(ops_dat dat) {
  double n = 0, sum = 0, squares = 0;
  EventKeys m{0, 0, INFINITY, -INFINITY};
  for_each_cell(dat, [&](const ops::Index& i) {
    for (int c = 0; c < dat->dim; ++c) {
      const double x = static_cast<double>(at<T>(dat, i, c));
      n += 1;
      sum += x;
      squares += x * x;
      m.least = std::min(m.least, x);
      m.most = std::max(m.most, x);
    }
  });
  m.mean = sum / n;
  m.variance = squares / n - m.mean * m.mean;
  return m;
}

TEST(RandomTest, MomentsOfTheDistributions) {
  World world;
  const ops_dat u = world.dat<double>(world.block(2), "u", "double", {200, 200}, 0);
  ops::fill_random(u, Distribution::uniform, 1);
  EventKeys m = moments<double>(u);  // 40000 samples: deviations of the mean 0.0014, of the variance 0.0004
  EXPECT_NEAR(m.mean, 0.5, 0.01);
  EXPECT_NEAR(m.variance, 1.0 / 12, 0.003);
  EXPECT_GE(m.least, 0.0);
  EXPECT_LT(m.most, 1.0);
  ops::fill_random(u, Distribution::normal, 2);
  m = moments<double>(u);
  EXPECT_NEAR(m.mean, 0.0, 0.03);
  EXPECT_NEAR(m.variance, 1.0, 0.04);
}

TEST(RandomTest, FloatAndInt) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat f = world.dat<float>(b, "f", "float", {20000}, 0), i = world.dat<int>(b, "i", "int", {20000}, 0);
  ops::fill_random(f, Distribution::uniform, 3);
  EXPECT_NEAR(moments<float>(f).mean, 0.5, 0.02);
  EXPECT_LT(moments<float>(f).most, 1.0);
  ops::fill_random(i, Distribution::uniform, 4);
  EXPECT_GE(moments<int>(i).least, 0.0);
  EXPECT_NEAR(moments<int>(i).mean, INT_MAX / 2.0, INT_MAX * 0.02);
}

// The value belongs to the index: neither halo depth nor layout nor extent matters.
TEST(RandomTest, DoesNotDependOnLayout) {
  World world;
  const ops_block b = world.block(2);
  const ops_dat u = world.dat<double>(b, "u", "double", {7, 5}, 0, 2);
  world.context.OPS_soa = 1;
  const ops_dat v = world.dat<double>(b, "v", "double", {9, 6}, 3, 2);
  ops::fill_random(u, Distribution::uniform, 5);
  ops::fill_random(v, Distribution::uniform, 5);
  for_each_cell(u, [&](const ops::Index& i) {
    for (int c = 0; c < 2; ++c) ASSERT_EQ(at<double>(u, i, c), at<double>(v, i, c));
  });
  EXPECT_NE(at<double>(u, {0, 0}, 0), at<double>(u, {0, 0}, 1));
  EXPECT_NE(at<double>(u, {1, 2}), at<double>(u, {2, 1}));
}

TEST(RandomTest, KeyDecides) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat u = world.dat<double>(b, "u", "double", {8}, 0), v = world.dat<double>(b, "v", "double", {8}, 0);
  ops::fill_random(u, Distribution::uniform, 6);
  ops::fill_random(v, Distribution::uniform, 7);
  EXPECT_NE(at<double>(u, {3}), at<double>(v, {3}));
}

TEST(RandomTest, WrongTypesAreNamed) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat i = world.dat<int>(b, "cells", "int", {4}, 0), c = world.dat<char>(b, "flags", "char", {4}, 0);
  EXPECT_THAT(
      [&] { ops::require_random_type(i, Distribution::normal, "ops_fill_random_normal", ops::Where::current()); },
      testing::ThrowsMessage<OPSException>(testing::HasSubstr("dataset 'cells' has type 'int'")));
  EXPECT_THAT(
      [&] { ops::require_random_type(c, Distribution::uniform, "ops_fill_random_uniform", ops::Where::current()); },
      testing::ThrowsMessage<OPSException>(testing::HasSubstr("only datasets of type double, float or int")));
}

}  // namespace

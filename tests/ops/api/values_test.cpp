// Mirrors ops/api/values.hpp.
#include "tests/ops/api/declared_world.hpp"

#include <array>
#include <span>

namespace {

using testing::Each;
using testing::ElementsAre;

void twice(ACC<double>& u, const double* by) { u(0, 0) *= *by; }
void add(const ACC<double>& u, double* sum) { *sum += u(0, 0); }
ops_stencil centre() {
  static const int offset[] = {0, 0};
  return ops_decl_stencil(2, 1, offset, "centre");
}
int all[] = {0, 4, 0, 3};

TEST(ValuesTest, WhatIsSetIsFetchedFromAnyRangeOfNumbers) {
  World world;
  EXPECT_EQ(ops_dat_fetch_data<double>(world.u), world.numbers);
  const std::array<double, 12> fives = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
  ops_dat_set_data(world.u, fives);
  EXPECT_THAT(ops_dat_fetch_data<double>(world.u), Each(5.0));
  ops_dat_set_data(world.u, std::span<const double>(world.numbers));
  EXPECT_EQ(ops_dat_fetch_data<double>(world.u), world.numbers);
}

TEST(ValuesTest, ComponentsOfACellAreTogether) {
  World world;
  std::vector<float> values(24);
  std::iota(values.begin(), values.end(), 0.0F);
  ops_dat_set_data(world.q, values);
  EXPECT_EQ(ops_dat_fetch_data<float>(world.q), values);
}

TEST(ValuesTest, LoopsSeeWhatWasSet) {
  World world;
  ops_scalar factor = ops_decl_scalar("factor", world.numbers.data(), 1);
  ops_scalar_set_data(factor, 2.0);
  EXPECT_THAT(ops_scalar_fetch_data<double>(factor), ElementsAre(2.0));
  ops_par_loop(twice, "twice", world.block, 2, all, ops_arg_dat(world.u, 1, centre(), "double", OPS_RW),
               ops_arg_scalar(factor, 1, "double", OPS_READ));
  ops_par_loop(add, "add", world.block, 2, all, ops_arg_dat(world.u, 1, centre(), "double", OPS_READ),
               ops_arg_reduce(world.sum, 1, "double", OPS_INC));
  EXPECT_EQ(ops_reduction_result<double>(world.sum),
            2 * std::accumulate(world.numbers.begin(), world.numbers.end(), 0.0));
}

TEST(ValuesTest, AScalarOfSeveralComponentsIsSetFromANumberOfThem) {
  World world;
  ops_scalar three = ops_decl_scalar("three", world.numbers.data(), 3);
  ops_scalar_set_data(three, std::vector<double>{7, 8, 9});
  EXPECT_THAT(ops_scalar_fetch_data<double>(three), ElementsAre(7.0, 8.0, 9.0));
}

}  // namespace

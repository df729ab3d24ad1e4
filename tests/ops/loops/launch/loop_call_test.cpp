// tests/ops/loops/launch/loop_call_test.cpp: the record of a call: one for calls alike, unchanged as long as somebody
// keeps it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "ops/loops/launch/redirector.hpp"
#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;
using A2 = ops::Accessor<double, 2>;

void set(A2& u, const double* value) { u(0, 0) = *value; }

/// Keeps the calls that it is shown, and the values that come with them.
class Keeper final : public ops::Redirector {
 public:
  void redirect(const ops::CallRef& call, const ops::Operands& operands) override {
    calls.push_back(call);
    values.push_back(*static_cast<const double*>(operands.views[1].in));
  }
  std::vector<ops::CallRef> calls;
  std::vector<double> values;
};

struct LoopCallTest : testing::Test {
  World world;
  Keeper keeper;
  ops_block block = world.block(2);
  ops_stencil centre = world.centre(2);
  ops_dat u = world.dat<double>(block, {6, 4}, 1, "u"), v = world.dat<double>(block, {6, 4}, 1, "v");

  LoopCallTest() { world.context.hooks.redirector = &keeper; }
  void run_on(std::array<int, 4> range, double value = 1) {
    ops_par_loop(set, "set", block, 2, range.data(), ops_arg_dat(u, 1, centre, "double", OPS_WRITE),
                 ops_arg_gbl(&value, 1, "double", OPS_READ));
  }
  void run(ops_dat dat, int end, double value, bool passive = false) {
    int range[4] = {0, end, 0, 4};
    const std::string type = "double";  // which the call does not outlive
    ops::par_loop(passive, set, "set", block, 2, range, ops_arg_dat(dat, 1, centre, type.c_str(), OPS_WRITE),
                  ops_arg_gbl(&value, 1, type.c_str(), OPS_READ));
  }
};

TEST_F(LoopCallTest, CallsThatDifferInValuesAloneHaveOne) {
  for (const double value : {1.0, 2.0}) run(u, 6, value);
  EXPECT_EQ(keeper.calls[0], keeper.calls[1]);
  EXPECT_THAT(keeper.values, testing::ElementsAre(1.0, 2.0));
}

TEST_F(LoopCallTest, OthersHaveOthersWhichStay) {
  for (int repetition = 0; repetition < 2; ++repetition) {
    run(u, 6, 1);
    run(u, 3, 1);
    run(u, 6, 1, true);
    run(v, 6, 1);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(keeper.calls[k], keeper.calls[k + 4]);
    for (std::size_t other = 0; other < k; ++other) EXPECT_NE(keeper.calls[k], keeper.calls[other]);
    EXPECT_EQ(keeper.calls[k]->range.hi[0], k == 1 ? 3 : 6);
    EXPECT_EQ(keeper.calls[k]->passive, k == 2);
    EXPECT_EQ(keeper.calls[k]->args[0].dat, k == 3 ? v : u);
  }
}

TEST_F(LoopCallTest, OnesThatSomebodyKeepsAreFoundAgainHoweverManyThereAre) {
  for (int repetition = 0; repetition < 2; ++repetition)
    for (int from = -1; from < 6; ++from)
      for (int to = from + 1; to <= 7; ++to)
        for (int row = 0; row < 4; ++row) run_on({from, to, row, row + 1});
  const std::size_t half = keeper.calls.size() / 2;
  ASSERT_GT(half, 100u);
  for (std::size_t k = 0; k < half; ++k) EXPECT_EQ(keeper.calls[k], keeper.calls[k + half]);
  EXPECT_EQ(std::set(keeper.calls.begin(), keeper.calls.end()).size(), half);
}

TEST_F(LoopCallTest, OnesThatNobodyKeepsAreForgotten) {
  std::vector<std::weak_ptr<const ops::LoopCall>> seen;
  for (int from = -1; from < 6; ++from)
    for (int to = from + 1; to <= 7; ++to)
      for (int row = 0; row < 4; ++row) {
        run_on({from, to, row, row + 1});
        seen.push_back(keeper.calls.back());
        keeper.calls.clear();
      }
  const auto gone = std::ranges::count_if(seen, &std::weak_ptr<const ops::LoopCall>::expired);
  EXPECT_GT(seen.size(), 100u);
  EXPECT_LE(seen.size() - static_cast<std::size_t>(gone), 64u);
}

TEST_F(LoopCallTest, ItOutlivesTheDatasetsVariant) {
  run(u, 6, 1);
  world.context.loops->forget(u);
  EXPECT_EQ(keeper.calls[0]->name, "set");
  run(u, 6, 1);
  EXPECT_NE(keeper.calls[0], keeper.calls[1]);
}

}  // namespace

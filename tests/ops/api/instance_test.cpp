// Mirrors ops/api/instance.hpp: lives of instances.
#include "ops/api/instance.hpp"

#include <thread>

#include "tests/ops/api/world.hpp"

namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(InstanceTest, DefaultInstanceBelongsToItsThread) {
  ops_init(0, nullptr, 1);
  OPS_instance* const mine = OPS_instance::getOPSInstance();
  std::string elsewhere;
  OPS_instance* theirs = nullptr;
  std::thread([&] {
    try {
      OPS_instance::getOPSInstance();
    } catch (const OPSException& error) {
      elsewhere = error.what();
    }
    ops_init(0, nullptr, 1);
    theirs = OPS_instance::getOPSInstance();
    EXPECT_EQ(OPS_instance::numInstances(), 2);
    ops_exit();
  }).join();
  EXPECT_THAT(elsewhere, HasSubstr("this thread has no OPS instance"));
  EXPECT_NE(theirs, mine);
  ops_exit();
  EXPECT_EQ(OPS_instance::numInstances(), 0);
}

TEST(InstanceTest, MayStartAgainAfterExit) {
  for (int round = 0; round < 3; ++round) {
    World world;
    EXPECT_EQ(world.block->instance, OPS_instance::getOPSInstance());
    EXPECT_EQ(world.block->index, 0);
  }
}

TEST(InstanceTest, ThreadThatForgetsExitEndsCleanly) {
  std::thread([] {
    ops_init(0, nullptr, 1);
    ops_decl_block(3, "left behind");
  }).join();
  EXPECT_EQ(OPS_instance::numInstances(), 0);
}

TEST(InstanceTest, HandlesOfOneAreNotThoseOfAnother) {
  OPS_instance a(0, nullptr, 1), b(0, nullptr, 1);
  EXPECT_EQ(OPS_instance::numInstances(), 2);
  double* none = nullptr;
  int size[] = {4}, zero[] = {0}, dir[] = {1};
  const ops_dat x = a.decl_block(1, "a")->decl_dat(1, size, zero, zero, zero, none, "double", "x");
  const ops_dat y = b.decl_block(1, "b")->decl_dat(1, size, zero, zero, zero, none, "double", "y");
  EXPECT_EQ(x->instance, &a);
  EXPECT_EQ(y->instance, &b);
  EXPECT_THAT([&] { a.decl_halo(x, y, size, zero, zero, dir, dir); },
              ThrowsMessage<OPSException>(HasSubstr("'to' is not a dataset of this instance")));
  a.decl_const("c", 1, "int", size);
  EXPECT_EQ(a.constants.size(), 1u);
  EXPECT_TRUE(b.constants.empty());
}

TEST(InstanceTest, EndedInstanceRefusesEverything) {
  OPS_instance a(0, nullptr, 1);
  const ops_block block = a.decl_block(1, "a");
  a.exit();
  a.exit();
  EXPECT_THAT([&] { a.decl_block(1, "late"); },
              ThrowsMessage<OPSException>(HasSubstr("this OPS_instance has been shut down")));
  EXPECT_THAT([&] { a.partition(""); }, ThrowsMessage<OPSException>(HasSubstr("has been shut down")));
  EXPECT_FALSE(ops::alive(block));
}

TEST(InstanceTest, OptionsReachTheInstance) {
  const char* words[] = {"program", "-OPS_DIAGS=3", "-OPS_AD=0", "-OPS_HELP"};
  std::ostringstream out;
  const OPS_instance a(4, words, 1, out);
  EXPECT_EQ(a.OPS_diags, 3);
  EXPECT_FALSE(a.options.derivatives);
  EXPECT_THAT(out.str(), HasSubstr("OPS_TILING_MAXDEPTH"));
}

TEST(InstanceTest, FailedStartLeavesNothing) {
  const char* words[] = {"program", "-OPS_DIAGS=x"};
  EXPECT_THROW(ops_init(2, words, 1), OPSException);
  EXPECT_EQ(OPS_instance::numInstances(), 0);
  EXPECT_EQ(ops::default_instance_or_null(), nullptr);
}

TEST(InstanceTest, OutputStreamCanBeChanged) {
  std::ostringstream first, second;
  OPS_instance a(0, nullptr, 3, first);
  EXPECT_EQ(&a.ostream(), &first);
  a.set_ostream(second);
  a.decl_block(1, "shown");
  a.diagnostic_output();
  EXPECT_EQ(first.str(), "");
  EXPECT_THAT(second.str(), HasSubstr("shown"));
}

TEST(InstanceTest, EnergyCountersAreZero) {
  World world;
  world.block->instance->reset_power_counters();
  ops_reset_gpu_power_counters();
  ops_sample_gpu_power();
  EXPECT_EQ(ops_get_gpu_energy_consumed(), 0.0);
}

}  // namespace

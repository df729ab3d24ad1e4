// tests/ops/loops/launch/signature_test.cpp: the line of text by which a loop finds its generated code.
#include <gtest/gtest.h>

#include <vector>

#include "ops/loops/launch/signature.hpp"
#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;

struct SignatureTest : testing::Test {
  World world;
  ops_block block = world.block(2);
  ops_dat u = world.dat<double>(block, {6, 4}, 1, "u");
};

TEST_F(SignatureTest, SignaturesAreOneLineOfTheDocumentedForm) {
  world.context.OPS_soa = 1;
  const ops_dat soa = world.dat<float>(block, {6, 4}, 0, "soa", 3);
  world.context.OPS_soa = 0;
  const ops_dat aos = world.dat<int>(block, {6, 4}, 0, "aos", 2);
  double value = 0;
  std::vector<ops_arg> args{ops_arg_dat(soa, 3, world.strided(2, {0, 0}, {1, 0}), "float", OPS_INC),
                            ops_arg_dat(aos, 2, world.strided(2, {0, 0}, {3, 1}), "int", OPS_RW),
                            ops_arg_dat(u, 1, world.strided(2, {0, 0}, {2, 2}, 2), "double", OPS_READ),
                            ops_arg_dat(u, 1, world.strided(2, {0, 0}, {2, 2}, 1), "double", OPS_READ),
                            ops_arg_gbl(&value, 4, "double", OPS_READ),
                            ops_arg_reduce(world.reduction<double>(), 1, "double", OPS_MAX),
                            ops_arg_idx()};
  for (ops_arg& arg : args) arg.element = ops::type_from_name(arg.type);
  EXPECT_EQ(ops::signature(2, args),
            "2|dat:float:3:INC:u0:soa|dat:int:2:RW:su:aos|dat:double:1:READ:rr|dat:double:1:READ:pp|gbl:double:4|red:"
            "double:1:MAX|idx");
}

TEST_F(SignatureTest, ASignatureKnowsTheLayoutOfASingleCell) {
  for (const int soa : {1, 0}) {
    world.context.OPS_soa = soa;
    const ops_dat one = world.dat<double>(block, {1, 1}, 0, soa ? "soa" : "aos", 3);
    std::vector<ops_arg> args{ops_arg_dat(one, 3, world.strided(2, {0, 0}, {0, 0}), "double", OPS_READ)};
    args[0].element = ops::Type::f64;
    EXPECT_EQ(ops::signature(2, args), soa ? "2|dat:double:3:READ:00:soa" : "2|dat:double:3:READ:00:aos");
  }
}

}  // namespace

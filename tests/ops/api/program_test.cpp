// Mirrors ops/api/program.hpp.
#include "tests/ops/api/declared_world.hpp"

#include <cstdio>
#include <stdexcept>

namespace {

TEST(ProgramTest, BeginsAndEndsAndReturnsTheCode) {
  EXPECT_EQ(ops_main(0, nullptr, [] { ops_decl_block(2, "block"); }), 0);
  EXPECT_EQ(ops::default_instance_or_null(), nullptr);
  EXPECT_EQ(ops_main(0, nullptr, [] { return 3; }), 3);
}

TEST(ProgramTest, WhatIsThrownIsPrintedAndTheCodeIsOne) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(ops_main(0, nullptr, [] { ops_decl_block(7, "block"); }), 1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("program_test.cpp"));
  EXPECT_EQ(ops::default_instance_or_null(), nullptr);
  testing::internal::CaptureStderr();
  EXPECT_EQ(ops_main(0, nullptr, []() -> int { throw std::runtime_error("no such file"); }), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "no such file\n");
}

TEST(ProgramTest, ABadOptionIsAnErrorOfTheProgram) {
  const char* words[] = {"program", "-OPS_DIAGS=many"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(ops_main(2, words, [] {}), 1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("OPS_DIAGS"));
}

TEST(ProgramTest, AProgramMayEndItself) {
  EXPECT_EQ(ops_main(0, nullptr, [] { ops_exit(); }), 0);
}

}  // namespace

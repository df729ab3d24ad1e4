// Several translation units of different dimensions and forms in one program.
#define OPS_2D
#include "ops.hpp"

#include <gtest/gtest.h>

double names();
int free_names();
void hostile_loop(ops_block block, ops_dat u, ops_dat v, ops_stencil point);

namespace {

TEST(HeadersTest, NamesOfTheFirstApi) { EXPECT_EQ(names(), 1 + 3 + 1 + 2 - 2.0 + 0 + 0 + 1 + 0.0 + 1 + 1 + 2); }

TEST(HeadersTest, CppFormHidesWhatNeedsADefaultInstance) { EXPECT_EQ(free_names(), 3 + 4 + 1); }

TEST(HeadersTest, MacrosOfOthersDoNoHarm) {
  ops_init(0, nullptr, 1);
  int size[] = {2, 3}, none[] = {0, 0}, points[] = {0, 0, 0, 1};
  double zeros[6] = {0, 0, 1, 0, 0, 0}, values[6];
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = ops_decl_dat(block, 1, size, none, none, none, zeros, "double", "u"),
          v = ops_decl_dat(block, 1, size, none, none, none, zeros, "double", "v");
  hostile_loop(block, u, v, ops_decl_stencil(2, 2, points, "two"));
  ops_dat_fetch_data(v, 0, reinterpret_cast<char*>(values));
  EXPECT_EQ(values[0], 1.5);
  EXPECT_EQ(values[1], 1.0);
  ops_exit();
}

TEST(HeadersTest, SignMultipliesRatherThanCopies) {
  EXPECT_EQ(SIGN(-2.0, -1.0), 2.0);
  EXPECT_EQ(SIGN(-2.0, 1.0), -2.0);
}

}  // namespace

// Several translation units of different dimensions and forms in one program.
#define OPS_2D
#include "ops.hpp"

#include <gtest/gtest.h>

double names();
int free_names();

namespace {

TEST(HeadersTest, NamesOfTheFirstApi) { EXPECT_EQ(names(), 1 + 3 + 1 + 2 - 2.0 + 0 + 0 + 1 + 0.0 + 1 + 1); }

TEST(HeadersTest, CppFormHidesWhatNeedsADefaultInstance) { EXPECT_EQ(free_names(), 3 + 4 + 1); }

TEST(HeadersTest, SignMultipliesRatherThanCopies) {
  EXPECT_EQ(SIGN(-2.0, -1.0), 2.0);
  EXPECT_EQ(SIGN(-2.0, 1.0), -2.0);
}

}  // namespace

// tests/ops/support/static_storage_test.cpp: globals and statics are told from stack and heap.
#include "ops/support/static_storage.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace {

double global = 1.0, unset;

TEST(StaticStorageTest, GlobalsAndStaticsLastAsLongAsTheProgram) {
  static double inside = 2.0;
  EXPECT_TRUE(ops::in_static_storage(&global));
  EXPECT_TRUE(ops::in_static_storage(&unset));
  EXPECT_TRUE(ops::in_static_storage(&inside));
}

TEST(StaticStorageTest, LocalsHeapAndNullDoNot) {
  double local = 3.0;
  const auto heap = std::make_unique<double>(4.0);
  EXPECT_FALSE(ops::in_static_storage(&local));
  EXPECT_FALSE(ops::in_static_storage(heap.get()));
  EXPECT_FALSE(ops::in_static_storage(nullptr));
}

}  // namespace

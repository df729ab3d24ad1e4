// tests/ops/support/error_test.cpp: OPSException carries a code and a text, however it is thrown.
#include "ops/support/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

TEST(ErrorTest, ThrownFromAStreamExpressionKeepsCodeAndText) {
  try {
    throw OPSException(OPS_INVALID_ARGUMENT) << "dim " << 3 << ", not " << 2.5;
  } catch (const OPSException& error) {
    EXPECT_EQ(error.code, OPS_INVALID_ARGUMENT);
    EXPECT_STREQ(error.what(), "dim 3, not 2.5");
  }
}

TEST(ErrorTest, NamedAndStreamedBeforeItIsThrown) {
  OPSException ex(OPS_HDF5_ERROR, "file ");
  ex << "'a.h5'";
  try {
    throw ex;
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "file 'a.h5'");
  }
}

TEST(ErrorTest, CodesAreThoseOfTheApi) {
  EXPECT_EQ(OPS_NOT_IMPLEMENTED, 1);
  EXPECT_EQ(OPS_RUNTIME_CONFIGURATION_ERROR, 2);
  EXPECT_EQ(OPS_INTERNAL_ERROR, 3);
  EXPECT_EQ(OPS_RUNTIME_ERROR, 4);
  EXPECT_EQ(OPS_HDF5_ERROR, 5);
  EXPECT_EQ(OPS_INVALID_ARGUMENT, 6);
  EXPECT_EQ(OPS_OPENCL_ERROR, 7);
}

TEST(ErrorTest, PlaceAndCallComeFirst) {
  const auto where = std::source_location::current();
  const std::string place = std::string(__FILE__) + ":" + std::to_string(where.line());
  EXPECT_EQ(ops::place(where), place);
  EXPECT_EQ(std::string((ops::error_at(OPS_RUNTIME_ERROR, "ops_partition", where) << "twice").what()),
            place + ": ops_partition: twice");
}

}  // namespace

// tests/ops/data/types_test.cpp: API strings, C++ types and sizes agree.
#include "ops/data/types.hpp"

#include <gtest/gtest.h>

#include "ops/support/error.hpp"

namespace {

using ops::Type;

template <class T>
void expect_named(const char* name) {
  EXPECT_EQ(ops::type_from_name(name), ops::type_of<T>()) << name;
  EXPECT_EQ(ops::type_size(ops::type_of<T>()), sizeof(T)) << name;
}

TEST(TypesTest, StringsNameTheCppTypes) {
  expect_named<double>("double");
  expect_named<float>("float");
  expect_named<half>("half");
  expect_named<char>("char");
  expect_named<short>("short");
  expect_named<int>("int");
  expect_named<long>("long");
  expect_named<long long>("long long");
  expect_named<ll>("ll");
  expect_named<uint>("uint");
  expect_named<unsigned>("unsigned int");
  expect_named<ul>("ul");
  expect_named<ul>("ulong");
  expect_named<ull>("ull");
  expect_named<ull>("unsigned long long");
  expect_named<bool>("bool");
  expect_named<complexd>("complexd");
  expect_named<complexf>("complexf");
  expect_named<double>("double:soa");
}

TEST(TypesTest, CanonicalNamesNameThemselves) {
  for (int t = 0; t < static_cast<int>(Type::user); ++t) {
    const auto type = static_cast<Type>(t);
    EXPECT_EQ(ops::type_from_name(ops::type_name(type)), type);
    EXPECT_GT(ops::type_size(type), 0u);
  }
}

TEST(TypesTest, OtherWordsAreStructsOfTheApplication) {
  EXPECT_EQ(ops::type_from_name("field_type"), Type::user);
  EXPECT_THROW(ops::type_from_name(""), OPSException);
  EXPECT_THROW(ops::type_from_name(nullptr), OPSException);
}

TEST(TypesTest, AccessesHaveNames) {
  EXPECT_EQ(ops::access_name(OPS_READ), "OPS_READ");
  EXPECT_EQ(ops::access_name(OPS_MAX), "OPS_MAX");
  EXPECT_EQ(ops::access_name(17), "access 17");
  EXPECT_EQ(ops::access_name(-1), "access -1");
}

}  // namespace

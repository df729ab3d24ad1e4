// Mirrors ops/derivatives/trace/field_scan.hpp.
#include "ops/derivatives/trace/field_scan.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ops/data/layout.hpp"

namespace {

using ops::Box;
using ops::Index;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();

/// 4 x 3 cells with a halo of one, two components.
template <class T>
struct Field {
  ops::Layout layout;
  std::vector<T> values;

  explicit Field(bool soa) {
    const int size[] = {4, 3}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1};
    layout = ops::make_layout({2, 2, sizeof(T), size, base, below, above, soa}, "field");
    values.assign(layout.bytes / sizeof(T), T{7});  // what is outside the box must not count
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i)
        for (int c = 0; c < 2; ++c) at(i, j, c) = T{0};
  }
  T& at(int i, int j, int c) {
    return values[static_cast<std::size_t>(ops::cell(layout, Index{i, j}) + c * layout.component)];
  }
  ops::Extremes scan(const Box& cells) const {
    return ops::scan(reinterpret_cast<const std::byte*>(values.data()), layout, ops::type_of<T>(), cells);
  }
};

template <class T>
class ScanTest : public testing::Test {};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(ScanTest, Reals);

TYPED_TEST(ScanTest, FindsTheLargestEntryOfTheBoxAlone) {
  for (const bool soa : {false, true}) {
    Field<TypeParam> field(soa);
    EXPECT_EQ(field.scan(field.layout.interior).largest, 0.0);
    field.at(3, 2, 1) = TypeParam{-2.5};
    field.at(1, 1, 0) = TypeParam{1};
    EXPECT_EQ(field.scan(field.layout.interior).largest, 2.5);
    Box left = field.layout.interior;
    left.hi[0] = 3;
    EXPECT_EQ(field.scan(left).largest, 1.0);
    EXPECT_EQ(field.scan(Box::none()).largest, 0.0);
  }
}

TYPED_TEST(ScanTest, NamesTheFirstCellThatIsNoFiniteNumber) {
  for (const bool soa : {false, true}) {
    Field<TypeParam> field(soa);
    field.at(2, 1, 1) = static_cast<TypeParam>(-infinite);
    EXPECT_EQ(field.scan(field.layout.interior).largest, infinite);
    EXPECT_FALSE(field.scan(field.layout.interior).nan);
    field.at(1, 2, 0) = static_cast<TypeParam>(nan);
    field.at(3, 2, 0) = static_cast<TypeParam>(nan);
    const ops::Extremes found = field.scan(field.layout.interior);
    EXPECT_TRUE(std::isnan(found.largest));
    EXPECT_EQ(*found.nan, (Index{1, 2, 0, 0, 0}));
    EXPECT_EQ(*found.infinite, (Index{2, 1, 0, 0, 0}));
  }
}

TEST(ScanTest, TogetherTheWorseCounts) {
  const ops::Extremes small{1.0, {}, {}}, large{3.0, {}, Index{4}}, none{nan, Index{5}, {}};
  EXPECT_EQ(ops::joined(small, large).largest, 3.0);
  EXPECT_TRUE(std::isnan(ops::joined(none, large).largest));
  EXPECT_TRUE(std::isnan(ops::joined(large, none).largest));
  EXPECT_EQ(*ops::joined(large, none).nan, Index{5});
  EXPECT_EQ(*ops::joined(small, large).infinite, Index{4});
}

TEST(ScanTest, OtherTypesHaveNoExtremes) {
  Field<double> field(false);
  field.at(0, 0, 0) = nan;
  EXPECT_EQ(ops::scan(reinterpret_cast<const std::byte*>(field.values.data()), field.layout, ops::Type::i64,
                      field.layout.interior)
                .largest,
            0.0);
}

}  // namespace

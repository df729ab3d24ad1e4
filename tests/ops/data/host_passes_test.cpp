// tests/ops/data/host_passes_test.cpp: passes over boxes touch the box and nothing else, in any layout, in any number
// of chunks.
#include "ops/data/host_passes.hpp"

#include <gtest/gtest.h>

#include "ops/data/layout.hpp"

namespace {

using ops::Box;
using ops::Index;
using ops::Layout;

constexpr std::array<int, 3> extents{5, 4, 3}, base{0, 0, 0}, below{-1, -2, 0}, above{2, 1, 1};

Layout layout_of(int components, bool soa) {
  return ops::make_layout({3, components, sizeof(float), extents.data(), base.data(), below.data(), above.data(), soa},
                          "dataset 'u'");
}

Box some_box() {
  Box box;
  box.lo = {-1, 0, 1, 0, 0};
  box.hi = {4, 3, 3, 1, 1};
  return box;
}

/// Chunks of one, last first: whatever order an executor may take.
void backwards(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
  for (std::int64_t k = n; k-- > 0;) body(k, k + 1);
}

struct RegionTest : testing::TestWithParam<std::tuple<int, bool, bool>> {
  int components = std::get<0>(GetParam());
  Layout layout = layout_of(components, std::get<1>(GetParam()));
  ops::ParallelFor parallel = std::get<2>(GetParam()) ? ops::ParallelFor(backwards) : ops::ParallelFor();
  std::vector<float> field = std::vector<float>(layout.bytes / sizeof(float), -1.0F);

  std::byte* bytes(std::vector<float>& values) const { return reinterpret_cast<std::byte*>(values.data()); }
  float& at(std::vector<float>& values, const Index& i, int c) const {
    return values[static_cast<std::size_t>(ops::cell(layout, i) + c * layout.component)];
  }
  template <class F>
  void for_all(F body) const {
    const Box& box = layout.allocated;
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i)
          for (int c = 0; c < components; ++c) body(Index{i, j, k, 0, 0}, c);
  }
  static float name(const Index& i, int c) { return static_cast<float>(1000 * c + 100 * i[2] + 10 * i[1] + i[0]); }
};

TEST_P(RegionTest, ZerosAreLookedForInTheBoxOnly) {
  ops::fill_region(bytes(field), layout, some_box(), nullptr);
  EXPECT_TRUE(ops::holds_zeros(bytes(field), layout, some_box()));
  EXPECT_FALSE(ops::holds_zeros(bytes(field), layout, layout.allocated));
  for_all([&](const Index& i, int c) {
    if (!some_box().contains(i)) return;
    at(field, i, c) = -0.0F;
    EXPECT_FALSE(ops::holds_zeros(bytes(field), layout, some_box())) << "a zero with a sign is not all zero bits";
    at(field, i, c) = 0.0F;
  });
}

TEST_P(RegionTest, FillTouchesTheBoxOnly) {
  const float seven = 7.0F;
  ops::fill_region(bytes(field), layout, some_box(), &seven, parallel);
  for_all([&](const Index& i, int c) { EXPECT_EQ(at(field, i, c), some_box().contains(i) ? 7.0F : -1.0F); });
  ops::fill_region(bytes(field), layout, some_box(), nullptr, parallel);
  for_all([&](const Index& i, int c) { EXPECT_EQ(at(field, i, c), some_box().contains(i) ? 0.0F : -1.0F); });
}

TEST_P(RegionTest, CopyTouchesTheBoxOnly) {
  std::vector<float> source(field.size());
  for_all([&](const Index& i, int c) { at(source, i, c) = name(i, c); });
  ops::copy_region(bytes(field), bytes(source), layout, some_box(), parallel);
  for_all([&](const Index& i, int c) { EXPECT_EQ(at(field, i, c), some_box().contains(i) ? name(i, c) : -1.0F); });
}

TEST_P(RegionTest, PackPutsComponentsFastestAndUnpackRestores) {
  for_all([&](const Index& i, int c) { at(field, i, c) = name(i, c); });
  const Box box = some_box();
  std::vector<float> dense(static_cast<std::size_t>(box.volume() * components));
  ops::pack_region(bytes(dense), bytes(field), layout, box, parallel);
  std::size_t n = 0;
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      for (int i = box.lo[0]; i < box.hi[0]; ++i)
        for (int c = 0; c < components; ++c) EXPECT_EQ(dense[n++], name({i, j, k, 0, 0}, c));
  std::vector<float> restored(field.size(), -1.0F);
  ops::unpack_region(bytes(restored), bytes(dense), layout, box, parallel);
  for_all([&](const Index& i, int c) { EXPECT_EQ(at(restored, i, c), box.contains(i) ? name(i, c) : -1.0F); });
}

TEST_P(RegionTest, EmptyBoxesTouchNothing) {
  ops::fill_region(bytes(field), layout, Box::none(), nullptr, parallel);
  for (const float value : field) EXPECT_EQ(value, -1.0F);
}

INSTANTIATE_TEST_SUITE_P(Layouts, RegionTest,
                         testing::Combine(testing::Values(1, 3), testing::Bool(), testing::Bool()));

TEST(RegionTest, LongLinesAreSpreadOverChunks) {
  const int n = 10000, zero = 0;
  const Layout line = ops::make_layout({1, 1, 8, &n, &zero, &zero, &zero, false}, "dataset 'line'");
  std::int64_t pieces = 0;
  std::vector<double> field(line.bytes / 8, 1.0);
  ops::fill_region(reinterpret_cast<std::byte*>(field.data()), line, line.allocated, nullptr,
                   [&](std::int64_t count, const auto& body) {
                     pieces = count;
                     body(0, count);
                   });
  EXPECT_GT(pieces, 1);
  for (const double value : field) EXPECT_EQ(value, 0.0);
}

}  // namespace

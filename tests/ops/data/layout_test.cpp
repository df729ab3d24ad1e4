// tests/ops/data/layout_test.cpp: every cell has its own place inside the buffer, and index 0 of every row is aligned.
#include "ops/data/layout.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace {

using ops::Index;
using ops::Layout;

struct Shape {
  int dims, components;
  std::size_t element;
  bool soa;
  std::array<int, 5> size, base, d_m, d_p;

  Layout layout() const {
    return ops::make_layout({dims, components, element, size.data(), base.data(), d_m.data(), d_p.data(), soa},
                            "dataset 'u'");
  }
};

Shape random_shape(std::mt19937& random) {
  const auto draw = [&](int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(random); };
  constexpr std::size_t elements[] = {1, 2, 4, 8, 16, 12};
  Shape shape{draw(1, 5), draw(1, 3), elements[draw(0, 5)], draw(0, 1) == 1, {}, {}, {}, {}};
  for (std::size_t axis = 0; axis < 5; ++axis) {
    shape.size[axis] = draw(1, 4);
    shape.base[axis] = draw(-2, 1);
    shape.d_m[axis] = draw(-2, 0);
    shape.d_p[axis] = draw(0, 2);
  }
  return shape;
}

template <class F>
void for_cells(const ops::Box& box, F body) {
  for (std::int64_t n = 0; n < box.volume(); ++n) {
    Index at = box.lo;
    std::int64_t rest = n;
    for (int axis = 0; axis < ops::max_dim; ++axis) {
      at[axis] += static_cast<int>(rest % box.extent(axis));
      rest /= box.extent(axis);
    }
    body(at);
  }
}

TEST(LayoutTest, EveryElementHasItsOwnPlaceInTheBuffer) {
  std::mt19937 random(7);
  for (int n = 0; n < 60; ++n) {
    const Shape shape = random_shape(random);
    const Layout layout = shape.layout();
    std::set<std::ptrdiff_t> places;
    for_cells(layout.allocated, [&](const Index& at) {
      for (int c = 0; c < layout.components; ++c) places.insert(ops::cell(layout, at) + c * layout.component);
    });
    EXPECT_EQ(static_cast<std::int64_t>(places.size()), layout.allocated.volume() * layout.components);
    EXPECT_GE(*places.begin(), 0);
    EXPECT_LE(static_cast<std::size_t>(*places.rbegin() + 1) * layout.element, layout.bytes);
    EXPECT_EQ(*places.begin(), ops::first_cell(layout));
  }
}

TEST(LayoutTest, IndexZeroOfEveryRowIsOnACacheLine) {
  std::mt19937 random(8);
  int seen = 0;
  for (int n = 0; n < 60; ++n) {
    const Layout layout = random_shape(random).layout();
    if (layout.collapsed[0] || 64 % layout.element != 0) continue;
    ++seen;
    for_cells(layout.allocated, [&](Index at) {
      at[0] = 0;
      for (int c = 0; c < (layout.component == 1 ? 1 : layout.components); ++c) {
        const std::ptrdiff_t bytes =
            (ops::cell(layout, at) + c * layout.component) * static_cast<std::ptrdiff_t>(layout.element);
        EXPECT_EQ(bytes % 64, 0);
      }
    });
  }
  EXPECT_GT(seen, 10);
}

TEST(LayoutTest, RowsAreWholeCellsAndWholeLines) {
  const Shape shape{2, 3, 8, false, {10, 4}, {0, 0}, {-1, -1}, {1, 1}};
  const Layout layout = shape.layout();
  EXPECT_EQ(layout.pitch[0], 3);
  EXPECT_EQ(layout.pitch[1] * 8 % 64, 0);
  EXPECT_EQ(layout.pitch[1] % 3, 0);
}

TEST(LayoutTest, RowsDoNotShareACacheSet) {
  const Shape shape{2, 1, 8, false, {512, 4}, {0, 0}, {0, 0}, {0, 0}};
  EXPECT_NE(shape.layout().pitch[1] * 8 % 4096, 0);
}

TEST(LayoutTest, AxesOfSizeOneHaveNoHalo) {
  const Shape shape{3, 1, 8, false, {5, 1, 7}, {0, 3, 0}, {-2, -2, -2}, {2, 2, 2}};
  const Layout layout = shape.layout();
  EXPECT_TRUE(layout.collapsed[1]);
  EXPECT_EQ(layout.allocated.lo[1], 0);
  EXPECT_EQ(layout.allocated.hi[1], 1);
  EXPECT_EQ(layout.allocated.extent(2), 11);
}

TEST(LayoutTest, ALineOfOneCellKeepsItsHalo) {
  const Shape shape{1, 1, 8, false, {1}, {0}, {-1}, {1}};
  EXPECT_EQ(shape.layout().allocated.extent(0), 3);
}

TEST(LayoutTest, SizesThatOverflowAreRefused) {
  Shape shape{3, 1, 8, false, {2000000000, 2000000000, 2000000000}, {}, {}, {}};
  EXPECT_THROW(shape.layout(), OPSException);
  shape.size = {2147483647, 1, 1};
  shape.d_m = {-10, 0, 0};
  EXPECT_THROW(shape.layout(), OPSException);
  shape.size = {10, 10, 10};
  shape.d_m = {};
  shape.base = {2147483647, 0, 0};
  EXPECT_THROW(shape.layout(), OPSException);
}

TEST(LayoutTest, DenseLayoutHasNoGaps) {
  std::mt19937 random(9);
  for (int n = 0; n < 30; ++n) {
    const Layout layout = random_shape(random).layout();
    for (const bool soa : {false, true}) {
      const Layout dense = ops::dense_layout(layout, layout.allocated, soa);
      std::set<std::ptrdiff_t> places;
      for_cells(layout.allocated, [&](const Index& at) {
        for (int c = 0; c < layout.components; ++c) places.insert(ops::cell(dense, at) + c * dense.component);
      });
      EXPECT_EQ(*places.begin(), 0);
      EXPECT_EQ(static_cast<std::size_t>(*places.rbegin()) + 1, places.size());
      EXPECT_EQ(dense.bytes, places.size() * layout.element);
    }
  }
}

}  // namespace

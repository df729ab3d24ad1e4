// tests/cuda/passes_test.cpp: passes over boxes do what loops over their cells do, byte by byte: any sizes, distances,
// orders of axes and places.
#include "backends/cuda/passes.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "backends/cuda/runs.hpp"

extern "C" void run_threads(int order, unsigned blocks);

namespace {

using namespace ops;
using Bytes = std::vector<std::byte>;

constexpr std::size_t sizes[] = {1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64};

class PassesTest : public testing::TestWithParam<int> {
 protected:
  PassesTest() { run_threads(GetParam() % 3, GetParam() % 2 == 0 ? 1U << 31 : 5U); }
  ~PassesTest() override { run_threads(0, 1U << 31); }

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Box some_box() {
    Box box;
    const int axes = 1 + below(max_dim), most = axes == 1 ? 9000 : axes == 2 ? 90 : axes == 3 ? 19 : 6;
    for (int axis = 0; axis < axes; ++axis) {
      box.lo[static_cast<std::size_t>(axis)] = below(40) - 20;
      box.hi[static_cast<std::size_t>(axis)] =
          box.lo[static_cast<std::size_t>(axis)] + (below(4) == 0 ? 1 : 1 + below(most));
    }
    return box;
  }

  /// Cells of the box in any order of axes and components, some axes backwards, some with gaps.
  struct Field {
    Bytes bytes;
    std::ptrdiff_t first = 0;  ///< [bytes] of cell (0, 0, ..), component 0
    cuda::Shape shape;         ///< for no memory yet
    cuda::Shape in(Bytes& memory) const {
      cuda::Shape here = shape;
      here.origin = memory.data() + first;
      return here;
    }
  };
  /// @param element  that all distances are multiples of, if it is `aligned`
  Field field(const Box& box, int components, std::size_t element, bool aligned) {
    std::array<int, max_dim + 1> order;  // the last is that of components
    std::iota(order.begin(), order.end(), 0);
    if (below(2) == 0) std::shuffle(order.begin(), order.end(), random_);
    else if (below(2) == 0) std::rotate(order.begin(), order.end() - 1, order.end());
    const auto size = static_cast<std::ptrdiff_t>(element);
    const bool gaps = below(2) == 0;
    std::ptrdiff_t across = size, least = 0;
    Field field;
    for (const int axis : order) {
      const int extent = axis == max_dim ? components : box.extent(axis);
      if (gaps && below(2) == 0)
        across += aligned ? size * below(5) : below(2) == 0 ? below(7) : (64 - across % 64) % 64;
      std::ptrdiff_t& pitch =
          axis == max_dim ? field.shape.component : field.shape.pitch[static_cast<std::size_t>(axis)];
      pitch = axis != max_dim && below(5) == 0 ? -across : across;
      if (pitch < 0) least += (extent - 1) * pitch;
      across *= extent;
    }
    const std::ptrdiff_t start = aligned ? size * below(4) : below(3) * below(17);
    field.bytes.resize(static_cast<std::size_t>(start + across + 64));
    for (std::byte& byte : field.bytes) byte = static_cast<std::byte>(random_());
    field.first = start - least;
    for (std::size_t axis = 0; axis < max_dim; ++axis) field.first -= box.lo[axis] * field.shape.pitch[axis];
    return field;
  }

  std::mt19937 random_{static_cast<unsigned>(GetParam())};
};

/// Calls f(offset of a component of a cell) for all of them, in two shapes.
void for_cells(const Box& box, int components, const cuda::Shape& a, const cuda::Shape& b,
               const std::function<void(std::byte*, std::byte*)>& f) {
  Index at;
  const auto place = [&at](const cuda::Shape& shape, int c) {
    std::byte* p = shape.origin + c * shape.component;
    for (std::size_t axis = 0; axis < max_dim; ++axis) p += at[axis] * shape.pitch[axis];
    return p;
  };
  const std::function<void(std::size_t)> along = [&](std::size_t axis) {
    for (at[axis] = box.lo[axis]; at[axis] < box.hi[axis]; ++at[axis]) {
      if (axis > 0) along(axis - 1);
      else
        for (int c = 0; c < components; ++c) f(place(a, c), place(b, c));
    }
  };
  along(max_dim - 1);
}

TEST_P(PassesTest, AFillGivesEveryElementTheValue) {
  for (const std::size_t element : sizes)
    for (int turn = 0; turn < 3; ++turn) {
      const int components = 1 + below(4);
      const Box box = some_box();
      Field field = this->field(box, components, element, false);
      Bytes expected = field.bytes;
      std::array<std::byte, cuda::most_value> value{};
      const std::size_t period = turn == 0 ? element : std::size_t{1} << below(5);  // of some values, words are alike
      for (std::size_t k = 0; k < element; ++k)
        value[k] = k < period ? static_cast<std::byte>(1 + below(255)) : value[k - period];
      const bool zeros = below(4) == 0;
      if (zeros) value.fill(std::byte{});
      const cuda::Shape there = field.in(expected);
      for_cells(box, components, there, there,
                [&](std::byte* to, std::byte*) { std::memcpy(to, value.data(), element); });
      cuda::fill(field.in(field.bytes), components, element, box, zeros ? nullptr : value.data());
      ASSERT_EQ(field.bytes, expected) << element << " bytes, " << components << " components, "
                                       << range_text(box, max_dim);
    }
}

TEST_P(PassesTest, ACopyHasTheBytesOfItsSource) {
  for (const std::size_t element : sizes)
    for (int turn = 0; turn < 3; ++turn) {
      const int components = 1 + below(4);
      const Box box = some_box();
      Field to = field(box, components, element, false), from = field(box, components, element, false);
      if (turn == 0) from.first = to.first, from.shape = to.shape, from.bytes.resize(to.bytes.size());
      Bytes expected = to.bytes;
      for_cells(box, components, to.in(expected), from.in(from.bytes),
                [&](std::byte* a, const std::byte* b) { std::memcpy(a, b, element); });
      cuda::copy(to.in(to.bytes), from.in(from.bytes), components, element, box);
      ASSERT_EQ(to.bytes, expected) << element << " bytes, " << components << " components, "
                                    << range_text(box, max_dim);
    }
}

/// A bit anywhere in the box is found, and none outside of it.
TEST_P(PassesTest, ASearchFindsOneBit) {
  for (const std::size_t element : sizes) {
    const int components = 1 + below(4);
    const Box box = some_box();
    Field field = this->field(box, components, element, false);
    std::vector<std::byte*> elements;
    const cuda::Shape here = field.in(field.bytes);
    for_cells(box, components, here, here, [&](std::byte* a, std::byte*) { elements.push_back(a); });
    cuda::fill(here, components, element, box, nullptr);
    EXPECT_TRUE(cuda::all_zero(here, components, element, box));
    for (int turn = 0; turn < 5; ++turn) {
      std::byte& any = elements[random_() % elements.size()][random_() % element];
      any = std::byte{0x80};
      EXPECT_FALSE(cuda::all_zero(here, components, element, box)) << element << " bytes, " << range_text(box, max_dim);
      any = std::byte{};
    }
  }
}

template <class T>
T& number(std::byte* at) {
  return *reinterpret_cast<T*>(at);
}

/// Numbers of either type, small enough for either.
void numbers_into(Bytes& bytes, bool wide, std::mt19937& random) {
  for (std::size_t k = 0; k + (wide ? 8 : 4) <= bytes.size(); k += wide ? 8 : 4) {
    const double value = 1.0 / (1.0 + static_cast<double>(random() % 1000));
    if (wide) number<double>(bytes.data() + k) = value;
    else number<float>(bytes.data() + k) = static_cast<float>(value);
  }
}

template <class Sum, class Term>
void expect_sums(bool adds, const Box& box, int components, Bytes& sums, const cuda::Shape& sum, Bytes& expected,
                 const cuda::Shape& there, const cuda::Shape& term) {
  for_cells(box, components, there, term, [adds](std::byte* a, std::byte* b) {
    number<Sum>(a) = (adds ? number<Sum>(a) : Sum{}) + static_cast<Sum>(number<Term>(b));
  });
  constexpr bool wide = sizeof(Sum) == 8, wide_term = sizeof(Term) == 8;
  if (adds) cuda::add(sum, wide, term, wide_term, components, box);
  else if (wide != wide_term) cuda::convert(sum, term, components, wide, box);
  else cuda::copy(sum, term, components, sizeof(Sum), box);
  EXPECT_EQ(sums, expected) << range_text(box, max_dim);
}

TEST_P(PassesTest, NumbersAreAddedAndConverted) {
  for (int how = 0; how < 8; ++how) {
    const bool wide = how % 2 == 1, wide_term = how / 2 % 2 == 1, adds = how / 4 == 1;
    const int components = 1 + below(3);
    const Box box = some_box();
    Field sum = field(box, components, wide ? 8 : 4, true), term = field(box, components, wide_term ? 8 : 4, true);
    numbers_into(sum.bytes, wide, random_);
    numbers_into(term.bytes, wide_term, random_);
    Bytes expected = sum.bytes;
    const auto check = [&](auto all, auto one) {
      expect_sums<decltype(all), decltype(one)>(adds, box, components, sum.bytes, sum.in(sum.bytes), expected,
                                                sum.in(expected), term.in(term.bytes));
    };
    if (wide) wide_term ? check(double{}, double{}) : check(double{}, float{});
    else wide_term ? check(float{}, double{}) : check(float{}, float{});
  }
}

TEST_P(PassesTest, SeveralBoxesBecomeZeroAtOnce) {
  for (int turn = 0; turn < 4; ++turn) {
    const bool aligned = turn % 2 == 0;
    std::vector<Field> fields;
    std::vector<cuda::Part> parts;
    for (int k = below(turn == 3 ? 80 : 20); k >= 0; --k) {
      const std::size_t element = aligned ? 4U << below(2) : sizes[static_cast<std::size_t>(below(11))];
      const Box box = k == 3 ? Box::none() : some_box();
      fields.push_back(field(box, 2, element, aligned));
      parts.push_back({fields.back().shape, element, box});
    }
    std::vector<Bytes> expected;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      expected.push_back(fields[k].bytes);
      const cuda::Shape there = fields[k].in(expected[k]);
      for_cells(parts[k].box, 1, there, there,
                [&](std::byte* to, std::byte*) { std::memset(to, 0, parts[k].element); });
      parts[k].cells = fields[k].in(fields[k].bytes);
    }
    cuda::clear(parts);
    for (std::size_t k = 0; k < parts.size(); ++k)
      ASSERT_EQ(fields[k].bytes, expected[k]) << range_text(parts[k].box, max_dim);
  }
}

TEST_P(PassesTest, RunsOfBytes) {
  for (int turn = 0; turn < 20; ++turn) {
    const std::size_t first = turn % 3 == 0 ? static_cast<std::size_t>(below(40)) : 0,
                      bytes = static_cast<std::size_t>(below(turn % 2 == 0 ? 40 : 40000));
    Bytes memory(first + bytes + 40), expected = memory;
    std::fill_n(expected.data() + first, bytes, std::byte{0x5a});
    cuda::fill_bytes(memory.data() + first, bytes, std::byte{0x5a});
    ASSERT_EQ(memory, expected) << first << ", " << bytes;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, PassesTest, testing::Range(0, 12));

/// Distances, and offsets of components, beyond 32 bits: 48 GiB of addresses, of which few are touched.
TEST(Passes, DistancesMayBeLarge) {
  constexpr std::size_t size = std::size_t{48} << 30;
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* const first = static_cast<std::byte*>(memory);
  const std::ptrdiff_t row = (std::ptrdiff_t{3} << 30) + 48, component = (std::ptrdiff_t{13} << 30) + 16;
  Box box;
  box.lo = {-3, 1, 0, 0, 0};
  box.hi = {2, 4, 1, 1, 1};
  const cuda::Shape far{first + 64, {8, row}, component};
  std::vector<double> near(5 * 3 * 3), back(near.size());
  std::iota(near.begin(), near.end(), 1.0);
  const auto dense = [&](std::vector<double>& values) {
    return cuda::Shape{reinterpret_cast<std::byte*>(values.data()) + 3 * 8 - 5 * 8, {8, 40}, 120};
  };
  cuda::copy(far, dense(near), 3, 8, box);
  for (int c = 0; c < 3; ++c)
    for (int j = 1; j < 4; ++j)
      for (int i = -3; i < 2; ++i)
        EXPECT_EQ(number<double>(first + 64 + i * 8 + j * row + c * component),
                  near[static_cast<std::size_t>(i + 3 + (j - 1) * 5 + c * 15)]);
  cuda::add(far, true, far, true, 3, box);
  cuda::copy(dense(back), far, 3, 8, box);
  for (std::size_t k = 0; k < near.size(); ++k) EXPECT_EQ(back[k], 2.0 * near[k]);
  EXPECT_FALSE(cuda::all_zero(far, 3, 8, box));
  cuda::fill(far, 3, 8, box, nullptr);
  EXPECT_TRUE(cuda::all_zero(far, 3, 8, box));
  munmap(memory, size);
}

struct Number {
  static constexpr int operands = 2;
  static constexpr std::ptrdiff_t size(int operand) { return operand == 0 ? 8 : 4; }
};

/// Places of numbered items, of which there are more than anybody could touch.
template <int rank>
void expect_places(const cuda::Items<2>& items, std::mt19937& random) {
  const cuda::Places<Number, rank> places(items);
  const auto count = static_cast<std::uint64_t>(items.count());
  for (int turn = 0; turn < 2000; ++turn) {
    const std::uint64_t i = turn == 0 ? 0 : turn == 1 ? count - 1 : random() % count;
    std::byte* at[2];
    const std::uint32_t along = places.find(static_cast<std::uint32_t>(i), at);
    std::uint64_t rest = i;
    for (int o = 0; o < 2; ++o) {
      rest = i;
      std::uintptr_t expected = reinterpret_cast<std::uintptr_t>(items.first[static_cast<std::size_t>(o)]);
      for (int a = 0; a < items.axes; ++a) {
        const auto& axis = items.axis[static_cast<std::size_t>(a)];
        const auto extent = static_cast<std::uint64_t>(axis.extent);
        expected += rest % extent * static_cast<std::uint64_t>(axis.pitch[static_cast<std::size_t>(o)]);
        rest /= extent;
      }
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(at[o]), expected) << i << " of " << count;
    }
    EXPECT_EQ(along, i % static_cast<std::uint64_t>(items.axes == 0 ? 1 : items.axis[0].extent));
  }
}

TEST(Items, HavePlacesUpTo31Bits) {
  std::mt19937 random(11);
  run_threads(0, 2147483647U);
  const std::int64_t most = cuda::EachItem<Number, 1>::most();
  auto* const far = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 62);  // what is added or taken away is less
  for (int turn = 0; turn < 300; ++turn) {
    const int axes = 1 + static_cast<int>(random() % 6);
    cuda::Items<2> items{{far, far}};
    std::int64_t left = most;
    for (int a = 0; a < axes; ++a) {
      const bool all = a + 1 == axes && turn % 2 == 0;
      const std::int64_t extent =
          all ? left
              : 1 + static_cast<std::int64_t>(random()) % (turn % 7 == 0 ? left : std::min<std::int64_t>(left, 50));
      items.add(extent, {static_cast<std::ptrdiff_t>(random() / 8), -static_cast<std::ptrdiff_t>(random() / 8)});
      left /= extent;
    }
    if (items.axes <= 2) expect_places<2>(items, random);
    if (items.axes == 3) expect_places<3>(items, random);
    if (items.axes == 4) expect_places<4>(items, random);
    expect_places<cuda::most_axes>(items, random);
  }
  cuda::Items<2> line{{far, far}};
  line.add(most, {8, 4});
  expect_places<1>(line, random);
}

/// Parts that a launch may have are the whole, each item once.
TEST(Items, AreCutWhereThereAreTooMany) {
  std::mt19937 random(12);
  for (int turn = 0; turn < 50; ++turn) {
    cuda::Items<1> items{{reinterpret_cast<std::byte*>(std::uintptr_t{1} << 62)}};
    std::ptrdiff_t pitch = 1;
    for (const int most : {turn % 2 == 0 ? 40 : 5000, 60, 9}) {
      const auto extent = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(most));
      items.add(extent, {pitch});
      pitch *= extent;
    }
    std::vector<bool> seen(static_cast<std::size_t>(items.count()));
    const std::byte* const first = items.first[0];
    const std::function<void(cuda::Items<1>)> cut = [&](cuda::Items<1> some) {
      while (some.count() > 1000) cut(some.cut());
      for (std::int64_t i = 0; i < some.count(); ++i) {
        std::int64_t rest = i, at = some.first[0] - first;
        for (int a = 0; a < some.axes; ++a) {
          EXPECT_GT(some.axis[a].extent, 1);
          at += rest % some.axis[a].extent * some.axis[a].pitch[0];
          rest /= some.axis[a].extent;
        }
        ASSERT_FALSE(seen[static_cast<std::size_t>(at)]);
        seen[static_cast<std::size_t>(at)] = true;
      }
    };
    cut(items);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
  }
}

}  // namespace

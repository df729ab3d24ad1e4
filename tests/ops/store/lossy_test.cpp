// tests/ops/store/lossy_test.cpp: numbers that come back within their bound, whatever they are, and all else exactly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <random>

#include "ops/store/piece_store.hpp"
#include "ops/store/reals.hpp"
#include "tests/ops/store/faulty_disk.hpp"

namespace {

using ops::Reals;

/// How an array is made.
struct Shape {
  std::vector<std::int64_t> cells;
  int components = 1;
  bool soa = false;
  std::int64_t start = 0, padding = 0;  ///< before the array; after each row
  bool wide = true;
};

struct Array {
  Reals reals;
  std::int64_t length = 0;
};

/// All cells are numbers, in two boxes where there are enough: the last cell of each row is one of its own.
Array array_of(const Shape& shape) {
  Array array;
  Reals& reals = array.reals;
  reals.wide = shape.wide;
  reals.start = shape.start;
  reals.components = shape.components;
  reals.axes = static_cast<int>(shape.cells.size());
  std::int64_t pitch = shape.soa ? 1 : shape.components;
  Reals::Box first{shape.start, {1, 1, 1, 1, 1}};
  for (std::size_t a = 0; a < shape.cells.size(); ++a) {
    reals.pitch[a] = pitch;
    first.extent[a] = shape.cells[a];
    pitch = pitch * shape.cells[a] + (a == 0 ? shape.padding * (shape.soa ? 1 : shape.components) : 0);
  }
  reals.component = shape.soa ? pitch : 1;
  array.length = shape.start + (shape.soa ? pitch * shape.components : pitch);
  Reals::Box last = first;
  last.first += (first.extent[0] - 1) * reals.pitch[0];
  last.extent[0] = 1;
  --first.extent[0];
  reals.boxes = {first, last};
  return array;
}

std::vector<std::int64_t> positions(const Array& array) {
  std::vector<std::int64_t> all;
  const ops::Cut whole = ops::cut(array.reals, std::numeric_limits<std::int64_t>::max());
  for (const ops::RealsPart& part : ops::parts(array.reals, whole, 0, array.length))
    ops::for_each_position(part, [&](std::int64_t at) { all.push_back(at); });
  return all;
}

Shape any_shape() {
  Shape shape;
  const int axes = *rc::gen::inRange(1, 6);
  for (int a = 0; a < axes; ++a) shape.cells.push_back(*rc::gen::inRange(1, axes > 3 ? 4 : 8));
  shape.components = *rc::gen::inRange(1, 4);
  shape.soa = *rc::gen::arbitrary<bool>();
  shape.start = *rc::gen::inRange(0, 8);
  shape.padding = *rc::gen::inRange(0, 4);
  shape.wide = *rc::gen::arbitrary<bool>();
  return shape;
}

RC_GTEST_PROP(RealsTest, EveryNumberIsInOnePartOfOneChunk, ()) {
  const Shape shape = any_shape();
  const Array array = array_of(shape);
  std::int64_t cells = shape.components;
  for (const std::int64_t n : shape.cells) cells *= n;
  auto expected = positions(array);
  RC_ASSERT(static_cast<std::int64_t>(expected.size()) == cells);
  std::ranges::sort(expected);
  RC_ASSERT(std::ranges::adjacent_find(expected) == expected.end());

  const ops::Cut cut = ops::cut(array.reals, *rc::gen::inRange(1, 300));
  std::vector<std::int64_t> found;
  std::int64_t begin = 0;
  for (std::int64_t k = 0; begin < array.length; ++k) {
    const std::int64_t end = ops::chunk_end(array.reals, cut, k, array.length);
    RC_ASSERT(end > begin);
    for (const ops::RealsPart& part : ops::parts(array.reals, cut, begin, end))
      ops::for_each_position(part, [&](std::int64_t at) {
        RC_ASSERT(at >= begin && at < end);
        found.push_back(at);
      });
    begin = end;
  }
  std::ranges::sort(found);
  RC_ASSERT(found == expected);
}

class LossyTest : public testing::Test {
 protected:
  ~LossyTest() override { faulty_disk::faults().flip = -1; }
  void open(bool compress = false) {
    store.emplace(ops::StoreSettings{std::filesystem::temp_directory_path(), "lossy_test", ~std::uint64_t{0}, std::size_t{1} << 30, compress});
  }
  /// What comes back, after everything was written. Between numbers there is noise.
  template <class T>
  std::vector<T> back(const Array& array, double fraction, std::vector<T>& values, const std::function<T(std::size_t)>& value) {
    const auto size = static_cast<std::size_t>(array.length);
    values.resize(size);
    std::mt19937_64 random(3);
    for (T& each : values) each = static_cast<T>(random());
    std::size_t k = 0;
    for (const std::int64_t at : positions(array)) values[static_cast<std::size_t>(at)] = value(k++);
    const auto owner = std::make_shared<int>();
    piece = store->write(std::as_bytes(std::span(values)), owner, ops::Lossy{array.reals, fraction});
    store->flush();
    EXPECT_TRUE(store->outcome(piece)->good());
    std::vector<T> read(size);
    result = store->wait(store->read(piece, std::as_writable_bytes(std::span(read)), owner));
    return read;
  }
  /// @return  the largest error as a part of what is allowed
  template <class T>
  double worst(const Array& array, double fraction, const std::function<T(std::size_t)>& value) {
    std::vector<T> values, read = back<T>(array, fraction, values, value);
    EXPECT_TRUE(result.good()) << result.text;
    std::vector<char> number(values.size());
    std::vector<long double> largest(static_cast<std::size_t>(array.reals.components)), error = largest;
    const auto all = positions(array);
    const std::size_t each = all.size() / largest.size();  // positions go component by component
    for (std::size_t k = 0; k < all.size(); ++k) {
      const auto at = static_cast<std::size_t>(all[k]);
      number[at] = 1;
      if (!std::isfinite(values[at]) || values[at] == 0) {
        EXPECT_EQ(std::memcmp(&values[at], &read[at], sizeof(T)), 0);
        continue;
      }
      largest[k / each] = std::max(largest[k / each], std::abs(static_cast<long double>(values[at])));
      error[k / each] = std::max(error[k / each], std::abs(static_cast<long double>(values[at]) - static_cast<long double>(read[at])));
    }
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!number[i]) EXPECT_EQ(std::memcmp(&values[i], &read[i], sizeof(T)), 0) << "no number";
    double worst = 0;
    for (std::size_t c = 0; c < largest.size(); ++c)
      if (error[c] > 0) worst = std::max(worst, static_cast<double>(error[c] / (largest[c] * static_cast<long double>(fraction))));
    return worst;
  }

  std::optional<ops::PieceStore> store;
  ops::PieceRef piece;
  ops::StoreResult result;
};

const Array volume = array_of({.cells = {19, 17, 13}, .components = 2, .start = 5, .padding = 3});
const Array plane = array_of({.cells = {61, 47}, .start = 2, .padding = 1});

template <class T>
std::function<T(std::size_t)> smooth(double magnitude) {
  return [magnitude](std::size_t k) { return static_cast<T>(magnitude * std::sin(0.01 * static_cast<double>(k))); };
}
template <class T>
std::function<T(std::size_t)> noise(double magnitude, unsigned seed = 1) {
  return [magnitude, random = std::mt19937_64(seed)](std::size_t) mutable {
    return static_cast<T>(std::uniform_real_distribution<double>(-magnitude, magnitude)(random));
  };
}
/// Every bit pattern.
template <class T>
std::function<T(std::size_t)> bits(unsigned seed) {
  return [random = std::mt19937_64(seed)](std::size_t) mutable {
    const std::uint64_t pattern = random();
    T value;
    std::memcpy(&value, &pattern, sizeof value);
    return value;
  };
}
/// Most numbers are smooth, some are not finite, some are zero.
template <class T>
std::function<T(std::size_t)> holed(double magnitude) {
  return [magnitude](std::size_t k) {
    const T bad[] = {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity()};
    if (k % 9 == 3) return k % 2 == 0 ? T{0} : -T{0};
    return k % 50 == 7 ? bad[k % 3] : smooth<T>(magnitude)(k);
  };
}

template <class T>
class LossyOf : public LossyTest {};
using Widths = testing::Types<double, float>;
TYPED_TEST_SUITE(LossyOf, Widths);

TYPED_TEST(LossyOf, TheBoundHolds) {
  using T = TypeParam;
  this->open();
  const double huge = 0.99 * static_cast<double>(std::numeric_limits<T>::max()), tiny = static_cast<double>(std::numeric_limits<T>::min());
  const double least = static_cast<double>(std::numeric_limits<T>::denorm_min());
  for (Array array : {volume, plane}) {
    array.reals.wide = sizeof(T) == 8;
    for (const double fraction : {0.5, 1e-3, 1e-6, 1e-9, 1e-15, 1e-300})
      for (const double magnitude : {0.0, 1.0, huge, tiny, 1e-3 * tiny, 100 * least, least})
        for (const auto& values : {smooth<T>(magnitude), noise<T>(magnitude), holed<T>(magnitude)})
          EXPECT_LE(this->template worst<T>(array, fraction, values), 1) << fraction << ' ' << magnitude;
  }
}

TYPED_TEST(LossyOf, TheBoundHoldsForArbitraryBits) {
  using T = TypeParam;
  this->open();
  Array array = volume;
  array.reals.wide = sizeof(T) == 8;
  for (unsigned seed = 0; seed < 10; ++seed) EXPECT_LE(this->template worst<T>(array, 1e-4, bits<T>(seed)), 1);
}

TYPED_TEST(LossyOf, SmoothNumbersTakeFewBytesAndMoreWithASmallerBound) {
  using T = TypeParam;
  this->open();
  Array array = array_of({.cells = {100, 100}, .wide = sizeof(T) == 8});
  std::uint64_t before = 0;
  for (const double fraction : {1e-2, 1e-4, 1e-6}) {
    EXPECT_LE((this->template worst<T>(array, fraction, smooth<T>(3))), 1);
    EXPECT_TRUE(this->store->approximate(this->piece));
    const std::uint64_t taken = this->store->totals().taken;
    EXPECT_LT(taken, sizeof(T) * 10'000 * 3 / 4);
    EXPECT_GT(taken, before);
    before = taken;
    this->piece.reset();
  }
}

RC_GTEST_FIXTURE_PROP(LossyTest, TheBoundHoldsForAnyShape, ()) {
  open(*rc::gen::arbitrary<bool>());
  const Shape shape = any_shape();
  const double fraction = std::pow(10.0, -*rc::gen::inRange(0, 18)) * 0.7, magnitude = std::pow(10.0, *rc::gen::inRange(-30, 30));
  const auto seed = *rc::gen::inRange(0U, 1000U);
  const Array array = array_of(shape);
  if (shape.wide)
    RC_ASSERT(worst<double>(array, fraction, noise<double>(magnitude, seed)) <= 1);
  else
    RC_ASSERT(worst<float>(array, fraction, noise<float>(magnitude, seed)) <= 1);
}

TEST_F(LossyTest, EachComponentHasABoundOfItsOwn) {
  open();
  const Array array = array_of({.cells = {80, 80}, .components = 2});
  std::vector<double> values;
  const std::size_t each = 6400;
  const auto read = back<double>(array, 1e-3, values, [&](std::size_t k) { return (k < each ? 1e9 : 1e-9) * std::sin(0.1 * static_cast<double>(k)); });
  EXPECT_TRUE(store->approximate(piece));
  for (std::size_t i = 1; i < values.size(); i += 2) EXPECT_NEAR(read[i], values[i], 1e-12);
}

TEST_F(LossyTest, WhereItDoesNotPayNumbersAreExact) {
  open();
  std::vector<double> values;
  const auto read = back<double>(plane, 1e-300, values, noise<double>(1));
  EXPECT_EQ(std::memcmp(read.data(), values.data(), values.size() * sizeof(double)), 0);
  EXPECT_FALSE(store->approximate(piece));
  EXPECT_EQ(store->totals().taken, values.size() * sizeof(double));
}

TEST_F(LossyTest, TheShorterOfBothFormsIsTaken) {
  open(true);
  std::vector<double> values;
  const Array array = array_of({.cells = {300, 100}});
  const auto read = back<double>(array, 1e-13, values, [](std::size_t k) { return std::sin(static_cast<double>(k % 4)); });
  EXPECT_EQ(read, values);
  EXPECT_FALSE(store->approximate(piece));
}

TEST_F(LossyTest, UntilItIsWrittenAPieceIsExact) {
  const Array array = array_of({.cells = {100, 100}});
  std::vector<double> values(10'000, 1.0 / 3), read(10'000);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] += 1e-5 * static_cast<double>(k % 17);
  open();
  const auto owner = std::make_shared<int>();
  piece = store->write(std::as_bytes(std::span(values)), owner, ops::Lossy{array.reals, 1e-2});
  ASSERT_TRUE(store->wait(store->read(piece, std::as_writable_bytes(std::span(read)), owner)).good());
  if (!store->outcome(piece)) EXPECT_EQ(read, values);
  store->flush();
  EXPECT_TRUE(store->approximate(piece));
}

TEST_F(LossyTest, PiecesAreCutBetweenPlanes) {
  open();
  const Array array = array_of({.cells = {200, 150, 120}, .start = 3, .padding = 5});  // 28 MiB
  EXPECT_LE(worst<double>(array, 1e-5, [](std::size_t k) { return std::sin(1e-5 * static_cast<double>(k)); }), 1);
  EXPECT_TRUE(store->approximate(piece));
}

TEST_F(LossyTest, AFlippedBitIsFound) {
  for (int write = 0; write < 3; ++write) {
    faulty_disk::faults().writes = 0;
    faulty_disk::faults().flip = write;
    open();
    std::vector<double> values;
    back<double>(array_of({.cells = {3000, 1000}, .wide = true}), 1e-5, values, smooth<double>(1));
    EXPECT_EQ(result.fault, ops::StoreFault::damaged);
    EXPECT_THAT(result.text, testing::HasSubstr("checksum"));
  }
}

}  // namespace

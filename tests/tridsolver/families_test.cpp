// tests/tridsolver/families_test.cpp: kernels of all families that this processor runs give the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "tridsolver/kernels.hpp"
#include "tridsolver/scratch.hpp"

namespace tridsolver {
namespace plain {
extern const Kernels<float> of_float;
extern const Kernels<double> of_double;
}  // namespace plain

namespace {

template <class T>
const Kernels<T>& plain_kernels() {
  if constexpr (sizeof(T) == sizeof(double)) return plain::of_double;
  else return plain::of_float;
}

template <class T>
std::vector<T> numbers(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<T> number(T(0.5), T(1.5));
  std::vector<T> result(count);
  for (T& v : result) v = number(random);
  return result;
}

template <class T>
struct FamiliesTest : testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(FamiliesTest, Reals);

TYPED_TEST(FamiliesTest, EliminationsAgree) {
  using T = TypeParam;
  for (const std::int64_t lanes : {std::int64_t{1}, std::int64_t{13}, block_lanes<T>, std::int64_t{100}}) {
    const std::int64_t rows = 37;
    const auto size = static_cast<std::size_t>(rows * lanes);
    const std::vector<T> a = numbers<T>(size, 1), b = numbers<T>(size, 2), c = numbers<T>(size, 3), d = numbers<T>(size, 4);
    const auto solved = [&](const Kernels<T>& kernels) {
      std::vector<T> x(size), upper(size), right(size);
      kernels.thomas({rows, lanes, {a.data(), lanes}, {b.data(), lanes}, {c.data(), lanes}, {d.data(), lanes}, {x.data(), lanes}, Put::add, upper.data(), right.data()});
      return x;
    };
    EXPECT_EQ(solved(kernels<T>()), solved(plain_kernels<T>())) << lanes << " lanes";
  }
}

/// On lines of the cache and beside them.
TYPED_TEST(FamiliesTest, WritingPastTheCachesGivesTheSameBits) {
  using T = TypeParam;
  const std::int64_t rows = 37, line = 64 / static_cast<std::int64_t>(sizeof(T));
  for (const std::int64_t lanes : {std::int64_t{13}, block_lanes<T>, std::int64_t{6 * line}, std::int64_t{100}})
    for (const std::size_t beside : {std::size_t{0}, std::size_t{1}}) {
      const auto size = static_cast<std::size_t>(rows * lanes);
      const std::vector<T> a = numbers<T>(size, 1), b = numbers<T>(size, 2), c = numbers<T>(size, 3), d = numbers<T>(size, 4);
      std::vector<std::ptrdiff_t> offsets(static_cast<std::size_t>(block_lanes<T>));
      for (std::size_t l = 0; l < offsets.size(); ++l) offsets[l] = static_cast<std::ptrdiff_t>(l) * 48;
      const auto written = [&](Put put) {
        const Scratch<T> x = scratch<T>(static_cast<std::int64_t>(size) + 64 + 48 * block_lanes<T>);
        std::fill_n(x.get(), size + 64 + 48 * offsets.size(), T{});
        std::vector<T> upper(size), right(size), tile = numbers<T>(static_cast<std::size_t>(rows * block_lanes<T>), 5);
        kernels<T>().thomas({rows, lanes, {a.data(), lanes}, {b.data(), lanes}, {c.data(), lanes}, {d.data(), lanes}, {x.get() + beside, lanes}, put, upper.data(), right.data()});
        std::vector<T> all(x.get(), x.get() + size + 1);
        kernels<T>().scatter({x.get() + beside, offsets.data(), 1, block_lanes<T>}, tile.data(), rows, put);
        all.insert(all.end(), x.get(), x.get() + 48 * offsets.size());
        return all;
      };
      EXPECT_EQ(written(Put::past_caches), written(Put::replace)) << lanes << " lanes, " << beside;
    }
}

TYPED_TEST(FamiliesTest, TranspositionsAgreeAndAreInverse) {
  using T = TypeParam;
  const std::int64_t rows = 53;
  const auto size = static_cast<std::size_t>((rows + 2) * block_lanes<T>);
  const std::vector<T> from = numbers<T>(size, 5);
  for (const std::int64_t lanes : {std::int64_t{5}, block_lanes<T>}) {
    std::vector<std::ptrdiff_t> offsets(static_cast<std::size_t>(lanes));
    for (std::size_t l = 0; l < offsets.size(); ++l) offsets[l] = static_cast<std::ptrdiff_t>(l) * (rows + 2);
    std::vector<T> wide(size), narrow(size), back(from.size());
    kernels<T>().gather(wide.data(), {from.data(), offsets.data(), 1, lanes}, 1, rows);
    plain_kernels<T>().gather(narrow.data(), {from.data(), offsets.data(), 1, lanes}, 1, rows);
    EXPECT_EQ(wide, narrow);
    kernels<T>().scatter({back.data(), offsets.data(), 1, lanes}, wide.data(), rows, Put::replace);
    for (std::int64_t l = 0; l < lanes; ++l)
      for (std::int64_t i = 0; i < rows; ++i)
        ASSERT_EQ(back[static_cast<std::size_t>(l * (rows + 2) + i)], from[static_cast<std::size_t>(l * (rows + 2) + i + 1)]);
  }
}

TYPED_TEST(FamiliesTest, ReductionsAgree) {
  using T = TypeParam;
  const std::int64_t rows = 21, lanes = block_lanes<T>;
  const auto size = static_cast<std::size_t>(rows * lanes);
  const auto reduced = [&](const Kernels<T>& kernels) {
    std::vector<T> a = numbers<T>(size, 6), b = numbers<T>(size, 7), c = numbers<T>(size, 8), d = numbers<T>(size, 9);
    std::vector<T> ends(static_cast<std::size_t>(6 * lanes));
    T* const e = ends.data();
    kernels.reduce(a.data(), b.data(), c.data(), d.data(), rows, {e, e + lanes, e + 2 * lanes, e + 3 * lanes, e + 4 * lanes, e + 5 * lanes});
    return ends;
  };
  EXPECT_EQ(reduced(kernels<T>()), reduced(plain_kernels<T>()));
}

}  // namespace
}  // namespace tridsolver

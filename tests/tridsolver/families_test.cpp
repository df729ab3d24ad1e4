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
    const std::vector<T> a = numbers<T>(size, 1), b = numbers<T>(size, 2), c = numbers<T>(size, 3),
                         d = numbers<T>(size, 4);
    const auto solved = [&](const Kernels<T>& kernels) {
      std::vector<T> x(size), upper(size), right(size);
      kernels.thomas({rows,
                      lanes,
                      {a.data(), lanes},
                      {b.data(), lanes},
                      {c.data(), lanes},
                      {d.data(), lanes},
                      {x.data(), lanes},
                      Put::add,
                      upper.data(),
                      right.data()});
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
      const std::vector<T> a = numbers<T>(size, 1), b = numbers<T>(size, 2), c = numbers<T>(size, 3),
                           d = numbers<T>(size, 4);
      std::vector<std::ptrdiff_t> offsets(static_cast<std::size_t>(block_lanes<T>));
      for (std::size_t l = 0; l < offsets.size(); ++l) offsets[l] = static_cast<std::ptrdiff_t>(l) * 48;
      const auto written = [&](Put put) {
        const Scratch<T> x = scratch<T>(static_cast<std::int64_t>(size) + 64 + 48 * block_lanes<T>);
        std::fill_n(x.get(), size + 64 + 48 * offsets.size(), T{});
        std::vector<T> upper(size), right(size), tile = numbers<T>(static_cast<std::size_t>(rows * block_lanes<T>), 5);
        kernels<T>().thomas({rows,
                             lanes,
                             {a.data(), lanes},
                             {b.data(), lanes},
                             {c.data(), lanes},
                             {d.data(), lanes},
                             {x.get() + beside, lanes},
                             put,
                             upper.data(),
                             right.data()});
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
        ASSERT_EQ(back[static_cast<std::size_t>(l * (rows + 2) + i)],
                  from[static_cast<std::size_t>(l * (rows + 2) + i + 1)]);
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
    kernels.reduce(a.data(), b.data(), c.data(), d.data(), rows,
                   {e, e + lanes, e + 2 * lanes, e + 3 * lanes, e + 4 * lanes, e + 5 * lanes});
    return ends;
  };
  EXPECT_EQ(reduced(kernels<T>()), reduced(plain_kernels<T>()));
}

/// Chunks of lanes whose rows are neighbours, and what is known of their ends.
template <class T>
struct Along {
  static constexpr std::int64_t gap = 5;
  std::int64_t rows;
  std::vector<T> arrays[4], x, ends, scratch;
  std::vector<std::ptrdiff_t> offsets;
  Lines<T> lines;

  explicit Along(std::int64_t count) : rows(count), offsets(static_cast<std::size_t>(line_lanes<T>)) {
    const auto lanes = static_cast<std::size_t>(line_lanes<T>), size = lanes * static_cast<std::size_t>(rows + gap);
    for (std::size_t l = 0; l < lanes; ++l) offsets[l] = static_cast<std::ptrdiff_t>(l) * (rows + gap);
    for (unsigned k = 0; k < 4; ++k) {
      arrays[k] = numbers<T>(size, 10 + k);
      lines.array[k] = {arrays[k].data(), offsets.data(), 1, line_lanes<T>};
    }
    for (T& b : arrays[1]) b += T(2);
    x = numbers<T>(size, 14);
    ends = numbers<T>(6 * lanes, 15);
    scratch.resize(3 * lanes * static_cast<std::size_t>(rows));
    lines.rows = rows;
    lines.x = {x.data(), offsets.data(), 1, line_lanes<T>};
    lines.first = lines.known = ends.data();
    lines.scratch = scratch.data();
  }
};

TYPED_TEST(FamiliesTest, SystemsReadAsTheyLieHaveTheBitsOfThoseThatAreGathered) {
  using T = TypeParam;
  for (const std::int64_t rows : {32, 33, 47, 48, 49, 50, 256, 257})
    for (const Put put : {Put::replace, Put::add, Put::past_caches}) {
      const std::int64_t lanes = line_lanes<T>;
      Along<T> wide(rows), narrow(rows);
      wide.lines.known = narrow.lines.known = nullptr;
      wide.lines.put = narrow.lines.put = put;
      std::vector<T> dense[4], x(static_cast<std::size_t>(rows * lanes)), upper(x.size()), expected = wide.x;
      for (std::size_t k = 0; k < 4; ++k)
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int64_t l = 0; l < lanes; ++l)
            dense[k].push_back(wide.arrays[k][static_cast<std::size_t>(l * (rows + Along<T>::gap) + i)]);
      kernels<T>().thomas({rows,
                           lanes,
                           {dense[0].data(), lanes},
                           {dense[1].data(), lanes},
                           {dense[2].data(), lanes},
                           {dense[3].data(), lanes},
                           {x.data(), lanes},
                           Put::replace,
                           upper.data(),
                           x.data()});
      for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t l = 0; l < lanes; ++l) {
          T& there = expected[static_cast<std::size_t>(l * (rows + Along<T>::gap) + i)];
          there = (put == Put::add ? there : T{}) + x[static_cast<std::size_t>(i * lanes + l)];
        }
      kernels<T>().thomas_along(wide.lines, narrow.lines);
      plain_kernels<T>().thomas_along(narrow.lines, narrow.lines);
      EXPECT_EQ(wide.x, expected) << rows;
      EXPECT_EQ(narrow.x, expected) << rows;
    }
}

TYPED_TEST(FamiliesTest, ChunksReadAsTheyLieAgree) {
  using T = TypeParam;
  const std::int64_t lanes = line_lanes<T>;
  for (const std::int64_t rows : {32, 33, 49, 256, 257})
    for (const bool last : {false, true}) {
      Along<T> wide(rows), narrow(rows);
      wide.lines.ends = narrow.lines.ends = last;
      const auto reduced = [&](const Kernels<T>& kernels, Along<T>& along) {
        std::vector<T> results(static_cast<std::size_t>(6 * lanes));
        T* const e = results.data();
        kernels.reduce_along(along.lines, along.lines,
                             {e, e + lanes, e + 2 * lanes, e + 3 * lanes, e + 4 * lanes, e + 5 * lanes});
        kernels.thomas_along(along.lines, along.lines);
        results.insert(results.end(), along.x.begin(), along.x.end());
        return results;
      };
      EXPECT_EQ(reduced(kernels<T>(), wide), reduced(plain_kernels<T>(), narrow)) << rows;
    }
}

/// Rows with neighbours on both sides, on one, and on none.
TYPED_TEST(FamiliesTest, StepsOfCyclicReductionAgree) {
  using T = TypeParam;
  const std::int64_t rows = 75;
  const auto size = static_cast<std::size_t>(rows);
  for (const std::int64_t distance : {1, 4, 37, 38, 64}) {
    const auto stepped = [&](const Kernels<T>& kernels) {
      std::vector<T> before = numbers<T>(size, 16), after = numbers<T>(size, 17), right = numbers<T>(size, 18),
                     results(3 * size);
      T* const to = results.data();
      for (const std::int64_t first : {0, 20, 50})
        kernels.step({before.data(), after.data(), right.data()}, {to, to + rows, to + 2 * rows}, first,
                     std::min<std::int64_t>(first + 30, rows), rows, distance);
      return results;
    };
    EXPECT_EQ(stepped(kernels<T>()), stepped(plain_kernels<T>())) << distance;
  }
}

}  // namespace
}  // namespace tridsolver

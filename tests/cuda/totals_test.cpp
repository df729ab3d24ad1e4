// tests/cuda/totals_test.cpp: many totals in the device's memory become one, also where that takes several launches;
// what points offer to several reductions, and where these were attained.
#include "backends/cuda/totals.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "backends/cuda/loop.hpp"
#include "backends/cuda/search.hpp"

extern "C" void run_threads(int order, unsigned blocks);

namespace {

using namespace ops;
using Total = reduce::Total<reduce::Op::sum, long>;

/// Of the numbers 1 .. count.
long sum_of(unsigned count) {
  std::vector<Total> totals(count);
  for (unsigned k = 0; k < count; ++k) totals[k].add(long{k} + 1);
  return cuda::total_of<Total>("a total", reinterpret_cast<std::byte*>(totals.data()), count).value();
}

TEST(Totals, ManyBecomeOne) {
  for (const int order : {0, 1, 2}) {
    run_threads(order, 1U << 31);
    for (const unsigned count : {1U, 2U, 255U, 256U, 257U, 4095U, 4096U, 4097U, 20000U, 1100000U})
      EXPECT_EQ(sum_of(count), long{count} * (long{count} + 1) / 2) << count << " totals, order " << order;
  }
}

Box box(const Index& lo, const Index& extent) {
  Box made{lo, lo};
  for (std::size_t axis = 0; axis < max_dim; ++axis) made.hi[axis] += extent[axis];
  return made;
}
/// Of several blocks, along one axis and along several; of one point.
const std::vector<Box> ranges{box({-3, 0, 0, 0, 0}, {5000, 1, 1, 1, 1}), box({2, -1, 0, 0, 0}, {67, 100, 1, 1, 1}),
                              box({0, 5, -2, 0, 0}, {9, 40, 7, 1, 1}), box({0, 0, 0, 3, 0}, {3, 2, 2, 5, 1}),
                              box({7, 7, 0, 0, 0}, {1, 1, 1, 1, 1})};

/// Any number of a few, for each point another one.
int number_of(const backend::Piece& s) { return (s.x * 31 + s.y * 17 + s.row[2] * 7 + s.row[3] * 5) % 997; }

/// A point offers numbers to three reductions, and none to the second component of the first at every third point.
struct Offers {
  void operator()(const backend::Piece& s, double* sums, int* least, float* most) const {
    const int number = number_of(s);
    sums[0] = 0.1 * number;
    if (number % 3 != 0) sums[1] = 1e-12 * number;
    least[0] = number % 101;
    most[0] = static_cast<float>(number % 89), most[1] = static_cast<float>(-number % 83);
  }
};

template <class Body>
void for_each(const Box& range, const Body& body) {
  Index at = range.lo;
  for (at[3] = range.lo[3]; at[3] < range.hi[3]; ++at[3])
    for (at[2] = range.lo[2]; at[2] < range.hi[2]; ++at[2])
      for (at[1] = range.lo[1]; at[1] < range.hi[1]; ++at[1])
        for (at[0] = range.lo[0]; at[0] < range.hi[0]; ++at[0]) body(backend::Piece{at, at[0], at[1], 1, 1});
}

template <class Body>
void in_any_order(const Body& body) {
  for (const auto& [order, blocks] : {std::pair{0, 1U << 31}, {1, 2U}, {2, 1U << 31}}) {
    run_threads(order, blocks);
    for (const Box& range : ranges) body(range);
  }
}

struct All {
  reduce::Total<reduce::Op::sum, double> sums[2];
  reduce::Total<reduce::Op::min, int> least[1];
  reduce::Total<reduce::Op::max, float> most[2];

  void add(const double* to_sums, const int* to_least, const float* to_most) {
    sums[0].add(to_sums[0]), sums[1].add(to_sums[1]), least[0].add(to_least[0]), most[0].add(to_most[0]),
        most[1].add(to_most[1]);
  }
};

TEST(Totals, ReductionsOfALoopHaveTheirOwn) {
  in_any_order([](const Box& range) {
    All expected, found;
    for_each(range, [&](const backend::Piece& s) {
      double sums[2]{};
      int least[1];
      float most[2];
      Offers{}(s, sums, least, most);
      expected.add(sums, least, most);
    });
    using reduce::Op;
    const auto reduced = [&](void* first, void* second, void* third) {
      cuda::for_points_with_totals<cuda::Offered<Op::sum, double, 2>, cuda::Offered<Op::min, int, 1>,
                                   cuda::Offered<Op::max, float, 2>>("a loop", range, Offers{}, {first, second, third});
    };
    reduced(found.sums, nullptr, found.most);
    EXPECT_EQ(found.least[0].value(), All{}.least[0].value());
    reduced(nullptr, found.least, nullptr);
    for (const int c : {0, 1}) {
      EXPECT_EQ(found.sums[c].value(), expected.sums[c].value());
      EXPECT_EQ(found.most[c].value(), expected.most[c].value());
    }
    EXPECT_EQ(found.least[0].value(), expected.least[0].value());
  });
}

struct Candidates {
  void operator()(const backend::Piece& s, double* two, int* one) const {
    two[0] = number_of(s) % 59, two[1] = number_of(s) % 7, one[0] = number_of(s) % 211;
  }
};

TEST(Totals, TheFirstPointIsFoundThatOffersAValue) {
  in_any_order([](const Box& range) {
    const double two[2]{
        static_cast<double>(number_of(backend::Piece{range.lo, range.hi[0] - 1, range.hi[1] - 1, 1, 1}) % 59), 5};
    const int one[1]{1000};  // nobody's
    Attained first[2], expected[2], none[1];
    for_each(range, [&](const backend::Piece& s) {
      double values[2];
      int value;
      Candidates{}(s, values, &value);
      for (const int c : {0, 1})
        if (!expected[c].found && values[c] == two[c]) expected[c] = {true, {s.x, s.y, s.row[2], s.row[3], s.row[4]}};
    });
    cuda::search<cuda::Sought<double, 2>, cuda::Sought<int, 1>>("a loop", range, Candidates{}, {two, one},
                                                                {first, none});
    for (const int c : {0, 1}) {
      EXPECT_EQ(first[c].found, expected[c].found);
      EXPECT_EQ(first[c].at, expected[c].at);
    }
    EXPECT_FALSE(none[0].found);
  });
}

}  // namespace

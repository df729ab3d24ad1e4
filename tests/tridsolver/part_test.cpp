// tests/tridsolver/part_test.cpp: systems cut at random rows into parts, each solved by a thread: the bits of one
// solve.
#include <gtest/gtest.h>

#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>

#include "batch.hpp"
#include "tridsolver/part.hpp"

namespace tridsolver {
namespace {

using test::World;

/// Messages from one part to another.
class Queue {
 public:
  void put(std::span<const std::byte> bytes) {
    const std::lock_guard lock(mutex_);
    messages_.emplace_back(bytes.begin(), bytes.end());
    arrived_.notify_one();
  }
  void take(std::span<std::byte> to) {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return !messages_.empty(); });
    EXPECT_EQ(messages_.front().size(), to.size());
    std::ranges::copy(messages_.front(), to.begin());
    messages_.pop_front();
  }
  std::size_t left() const { return messages_.size(); }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::vector<std::byte>> messages_;
};

/// Rising rows; part k has those from cuts[k] to cuts[k + 1]. Some have one row, some none: these are no parts of the
/// systems.
std::vector<std::int64_t> random_cuts(std::int64_t rows, int parts, std::mt19937& random) {
  std::vector<std::int64_t> cuts{0, rows};
  for (int k = 1; k < parts; ++k) {
    const auto at = static_cast<std::int64_t>(random() % static_cast<unsigned>(rows + 1));
    cuts.push_back(random() % 3 == 0 ? std::min(at, cuts.back()) : at);
  }
  std::ranges::sort(cuts);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

/// The rows of a batch from `first` to `end`. What lies beyond them another part has.
template <class T>
Batch<T> rows(Batch<T> batch, std::int64_t first, std::int64_t end) {
  const auto axis = static_cast<std::size_t>(batch.shape.axis);
  batch.shape.cells[axis] = end - first;
  for (auto* const array : {&batch.a, &batch.b, &batch.c, &batch.d}) array->first += first * array->step[axis];
  batch.x.first += first * batch.x.step[axis];
  return batch;
}

template <class T>
void solve_in_parts(const Batch<T>& batch, const std::vector<std::int64_t>& cuts, int threads) {
  const std::size_t parts = cuts.size() - 1;
  std::vector<Queue> down(parts), up(parts);  // over the cut before each part
  std::vector<std::thread> running;
  for (std::size_t k = 0; k < parts; ++k)
    running.emplace_back([&, k] {
      const Links links{static_cast<int>(k), static_cast<int>(parts - 1 - k),
                        [&, k](Side to, std::span<const std::byte> bytes) {
                          to == Side::after ? down[k + 1].put(bytes) : up[k].put(bytes);
                        },
                        [&, k](Side from, std::span<std::byte> bytes) {
                          from == Side::before ? down[k].take(bytes) : up[k + 1].take(bytes);
                        }};
      solve_part(rows(batch, cuts[k], cuts[k + 1]), links, threads > 1 ? test::threads(threads) : Parallel{});
    });
  for (std::thread& thread : running) thread.join();
  for (std::size_t k = 0; k < parts; ++k) EXPECT_TRUE(down[k].left() == 0 && up[k].left() == 0);
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

enum class Into { x, d, sum };
std::string text(Into into) { return into == Into::x ? "x" : into == Into::d ? "d" : "a sum"; }

template <class T>
struct PartTest : testing::Test {
  /// One solve and one in parts of the same random batch.
  void compare(const Shape& shape, Into into, bool transposed, int parts, unsigned seed, bool dense) {
    World<T> whole(shape, seed, dense ? 0 : 3), cut(shape, seed, dense ? 0 : 3);
    for (World<T>* const world : {&whole, &cut}) {
      world->batch.transposed = transposed;
      world->batch.add = into == Into::sum;
      if (into == Into::d) world->batch.x.first = world->d.data();
    }
    ASSERT_FALSE(in_chunks(shape));
    std::mt19937 random(seed);
    const std::vector<std::int64_t> cuts =
        random_cuts(shape.cells[static_cast<std::size_t>(shape.axis)], parts, random);
    solve(whole.batch);
    solve_in_parts(cut.batch, cuts, static_cast<int>(seed % 3) + 1);
    std::string at;
    for (const std::int64_t row : cuts) at += " " + std::to_string(row);
    EXPECT_TRUE(same_bits(whole.x, cut.x) && same_bits(whole.d, cut.d) && same_bits(whole.a, cut.a) &&
                same_bits(whole.b, cut.b) && same_bits(whole.c, cut.c))
        << "axis " << shape.axis << " of " << shape.cells[0] << " " << shape.cells[1] << " " << shape.cells[2] << " "
        << shape.cells[3] << " into " << text(into) << (transposed ? ", transposed" : "") << ", cut at" << at;
  }
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(PartTest, Reals);

const std::vector<Shape> shapes{{1, {7, 1, 1, 1}, 0},    {2, {33, 20, 1, 1}, 0},  {2, {33, 20, 1, 1}, 1},
                                {2, {3, 90, 1, 1}, 1},   {2, {700, 5, 1, 1}, 1},  {2, {40, 1, 1, 1}, 1},
                                {3, {17, 19, 23, 1}, 0}, {3, {17, 19, 23, 1}, 1}, {3, {17, 19, 23, 1}, 2},
                                {3, {90, 70, 12, 1}, 2}, {3, {12, 300, 9, 1}, 0}, {4, {9, 5, 6, 7}, 0},
                                {4, {9, 5, 6, 7}, 1},    {4, {9, 5, 6, 7}, 2},    {4, {9, 5, 6, 7}, 3}};

TYPED_TEST(PartTest, PartsGiveTheBitsOfOneSolve) {
  unsigned seed = 0;
  for (const Shape& shape : shapes)
    for (const Into into : {Into::x, Into::d, Into::sum})
      for (const bool transposed : {false, true})
        for (const int parts : {1, 2, 3, 7}) this->compare(shape, into, transposed, parts, ++seed, seed % 4 == 0);
}

TYPED_TEST(PartTest, EveryRowCanBeAPart) {
  for (const bool transposed : {false, true})
    for (const Into into : {Into::x, Into::d, Into::sum}) {
      World<TypeParam> whole({3, {70, 6, 5, 1}, 2}, 1), cut({3, {70, 6, 5, 1}, 2}, 1);
      for (World<TypeParam>* const world : {&whole, &cut}) {
        world->batch.transposed = transposed;
        world->batch.add = into == Into::sum;
        if (into == Into::d) world->batch.x.first = world->d.data();
      }
      solve(whole.batch);
      solve_in_parts(cut.batch, {0, 1, 2, 3, 4, 5}, 1);
      EXPECT_TRUE(same_bits(whole.x, cut.x) && same_bits(whole.d, cut.d)) << text(into);
    }
}

/// Where the whole systems end, what the arrays hold does not matter; nor do cells of the matrices that belong to other
/// parts.
TYPED_TEST(PartTest, PartsReadTheirOwnRowsAlone) {
  for (const bool transposed : {false, true}) {
    const Shape shape{2, {40, 9, 1, 1}, 1};
    World<TypeParam> whole(shape, 5);
    whole.batch.transposed = transposed;
    solve(whole.batch);
    std::vector<Queue> down(2), up(2);
    std::vector<std::vector<TypeParam>> x(2);
    std::vector<std::thread> running;
    for (std::size_t k = 0; k < 2; ++k)
      running.emplace_back([&, k] {
        World<TypeParam> here(shape, 5);
        here.batch.transposed = transposed;
        for (std::int64_t row = 0; row < 9; ++row)
          for (std::int64_t i = 0; i < 40; ++i)
            for (auto* const values : {&here.a, &here.b, &here.c, &here.d}) {
              const bool end = (values == &here.a && row == 0) || (values == &here.c && row == 8);
              if ((row < 4) != (k == 0) || end)
                (*values)[here.at({i, row, 0, 0})] = std::numeric_limits<TypeParam>::quiet_NaN();
            }
        solve_part(rows(here.batch, k == 0 ? 0 : 4, k == 0 ? 4 : 9),
                   {static_cast<int>(k), static_cast<int>(1 - k),
                    [&](Side, std::span<const std::byte> bytes) { k == 0 ? down[1].put(bytes) : up[1].put(bytes); },
                    [&](Side, std::span<std::byte> bytes) { k == 0 ? up[1].take(bytes) : down[1].take(bytes); }});
        x[k] = here.x;
      });
    for (std::thread& thread : running) thread.join();
    for (std::int64_t row = 0; row < 9; ++row)
      for (std::int64_t i = 0; i < 40; ++i) {
        const std::size_t at = whole.at({i, row, 0, 0});
        EXPECT_EQ(whole.x[at], x[row < 4 ? 0 : 1][at]) << "row " << row << (transposed ? " transposed" : "");
      }
  }
}

TEST(PartShapeTest, WithoutRowsThereIsNothingToDo) {
  Batch<double> nothing;
  nothing.shape = {2, {5, 0, 1, 1}, 1};
  EXPECT_NO_THROW(solve_part(nothing, {}));
}

}  // namespace
}  // namespace tridsolver

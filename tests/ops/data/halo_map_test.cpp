// Mirrors ops/data/halo_map.hpp.
#include "ops/data/halo_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "tests/ops/data/world.hpp"

namespace {

using Pair = std::pair<ops::Index, ops::Index>;

std::vector<Pair> pairs(ops_halo halo) {
  std::vector<Pair> all;
  ops::for_each_pair(*halo, [&](const ops::Index& from, const ops::Index& to) { all.emplace_back(from, to); });
  return all;
}

ops::Index at(int i, int j) { return {i, j, 0, 0, 0}; }

class HaloMapTest : public testing::Test {
 protected:
  ops_halo halo(std::vector<int> size, std::vector<int> from, std::vector<int> to, std::vector<int> from_dir,
                std::vector<int> to_dir) {
    return ops::declare_halo(world.context, {u, v, size.data(), from.data(), to.data(), from_dir.data(), to_dir.data()},
                             ops::Where::current());
  }
  World world;
  ops_block block = world.block(2);
  ops_dat u = world.dat<double>(block, "u", "double", {6, 6}, 2);
  ops_dat v = world.dat<double>(block, "v", "double", {6, 6}, 2);
};

// Expected pairs written out by hand from the meaning of the arguments.
TEST_F(HaloMapTest, SameOrientationKeepsOrder) {
  EXPECT_THAT(pairs(halo({1, 3}, {5, 0}, {-1, 2}, {1, 2}, {1, 2})),
              testing::ElementsAre(Pair{at(5, 0), at(-1, 2)}, Pair{at(5, 1), at(-1, 3)}, Pair{at(5, 2), at(-1, 4)}));
}

TEST_F(HaloMapTest, NegativeDirectionRunsBackwards) {
  EXPECT_THAT(pairs(halo({1, 3}, {5, 0}, {-1, 0}, {1, 2}, {1, -2})),
              testing::ElementsAre(Pair{at(5, 0), at(-1, 2)}, Pair{at(5, 1), at(-1, 1)}, Pair{at(5, 2), at(-1, 0)}));
}

TEST_F(HaloMapTest, SwappedAxesTranspose) {
  // Axis 0 of `to` follows iteration axis 2 (1-based), so a column of u becomes a row of v.
  EXPECT_THAT(pairs(halo({1, 3}, {5, 0}, {1, -1}, {1, 2}, {2, 1})),
              testing::ElementsAre(Pair{at(5, 0), at(1, -1)}, Pair{at(5, 1), at(2, -1)}, Pair{at(5, 2), at(3, -1)}));
}

TEST_F(HaloMapTest, SwappedAndFlipped) {
  EXPECT_THAT(pairs(halo({2, 2}, {0, 0}, {4, 4}, {1, 2}, {-2, 1})),
              testing::ElementsAre(Pair{at(0, 0), at(5, 4)}, Pair{at(1, 0), at(5, 5)}, Pair{at(0, 1), at(4, 4)},
                                   Pair{at(1, 1), at(4, 5)}));
}

TEST_F(HaloMapTest, EmptyIterationHasNoPairs) {
  EXPECT_TRUE(pairs(halo({0, 3}, {0, 0}, {0, 0}, {1, 2}, {1, 2})).empty());
}

std::vector<int> random_directions() {
  std::vector<int> dir{1, 2, 3};
  for (std::size_t i = 2; i > 0; --i) std::swap(dir[i], dir[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  for (int& d : dir)
    if (*rc::gen::arbitrary<bool>()) d = -d;
  return dir;
}

ops_halo random_halo(World& world, std::vector<int>& size) {
  const ops_block block = world.block(3);
  const ops_dat a = world.dat<double>(block, "a", "double", {5, 5, 5}, 2),
                b = world.dat<double>(block, "b", "double", {5, 5, 5}, 2);
  for (int& n : size) n = *rc::gen::inRange(1, 6);
  const std::vector<int> base(3, *rc::gen::inRange(-2, 2)), to_base(3, *rc::gen::inRange(-2, 2));
  const auto from_dir = random_directions(), to_dir = random_directions();
  return ops::declare_halo(world.context,
                           {a, b, size.data(), base.data(), to_base.data(), from_dir.data(), to_dir.data()},
                           ops::Where::current());
}

// Every cell of both boxes appears once: a transfer is a bijection.
RC_GTEST_PROP(HaloMapProperty, IsABijectionBetweenItsBoxes, ()) {
  World world;
  std::vector<int> size(3);
  const ops_halo halo = random_halo(world, size);
  const ops::HaloMap map = ops::halo_map(*halo);
  std::set<ops::Index> from, to;
  for (const auto& [a, b] : pairs(halo)) {
    RC_ASSERT(map.from.box.contains(a));
    RC_ASSERT(map.to.box.contains(b));
    RC_ASSERT(from.insert(a).second);
    RC_ASSERT(to.insert(b).second);
  }
  RC_ASSERT(static_cast<std::int64_t>(from.size()) == map.volume());
  RC_ASSERT(map.from.box.volume() == map.volume());
  RC_ASSERT(map.to.box.volume() == map.volume());
}

// Exchanging the sides gives the inverse.
RC_GTEST_PROP(HaloMapProperty, SwappedSidesAreTheInverse, ()) {
  World world;
  std::vector<int> size(3);
  const ops_halo halo = random_halo(world, size);
  ops_halo_core back;
  back.from = halo->to;
  back.to = halo->from;
  std::copy_n(halo->iter_size, 3, back.iter_size);
  std::copy_n(halo->to_base, 3, back.from_base);
  std::copy_n(halo->from_base, 3, back.to_base);
  std::copy_n(halo->to_dir, 3, back.from_dir);
  std::copy_n(halo->from_dir, 3, back.to_dir);
  auto forward = pairs(halo);
  const auto backward = pairs(&back);
  for (auto& [a, b] : forward) std::swap(a, b);
  RC_ASSERT(forward == backward);
}

// The pairs of a part are those of the whole whose cells lie there.
RC_GTEST_PROP(HaloMapProperty, WithinABoxAreItsPairs, (bool source)) {
  World world;
  std::vector<int> size(3);
  const ops::HaloMap map = ops::halo_map(*random_halo(world, size));
  ops::Box box = ops::Box::all();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.lo[axis] = *rc::gen::inRange(-3, 8);
    box.hi[axis] = box.lo[axis] + *rc::gen::inRange(0, 8);
  }
  const ops::HaloMap part = ops::within(map, source ? &ops::HaloMap::from : &ops::HaloMap::to, box);
  std::set<Pair> expected, got;
  ops::for_each_pair(map, [&](const ops::Index& from, const ops::Index& to) {
    const ops::Index& cell = source ? from : to;
    bool inside = true;
    for (std::size_t axis = 0; axis < 3; ++axis)
      inside = inside && cell[axis] >= box.lo[axis] && cell[axis] < box.hi[axis];
    if (inside) expected.emplace(from, to);
  });
  ops::for_each_pair(part, [&](const ops::Index& from, const ops::Index& to) { got.emplace(from, to); });
  RC_ASSERT(got == expected);
  RC_ASSERT(part.from.box.volume() == part.volume());
  RC_ASSERT(part.to.box.volume() == part.volume());
}

}  // namespace

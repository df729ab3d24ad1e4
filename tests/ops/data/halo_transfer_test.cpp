// Mirrors ops/data/halo_transfer.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/data/halo_map.hpp"
#include "tests/ops/data/world.hpp"

namespace {

ops_halo_group group(World& world, std::vector<ops_halo> halos) {
  return ops::declare_halo_group(world.context, static_cast<int>(halos.size()), halos.data(), ops::Where::current());
}

ops_halo halo(World& world, ops_dat from, ops_dat to, std::vector<int> size, std::vector<int> from_base,
              std::vector<int> to_base, std::vector<int> from_dir, std::vector<int> to_dir) {
  return ops::declare_halo(world.context,
                           {from, to, size.data(), from_base.data(), to_base.data(), from_dir.data(), to_dir.data()},
                           ops::Where::current());
}

template <class T>
void fill(ops_dat dat, double scale = 1.0) {
  for_each_cell(dat, [&](const ops::Index& i) {
    for (int c = 0; c < dat->dim; ++c) at<T>(dat, i, c) = static_cast<T>(scale * label(i, c));
  });
}

/// Expected state: copies pair by pair, component by component, through plain indexing.
template <class From, class To>
void expect_transferred(ops_halo h, double scale_to) {
  std::map<ops::Index, ops::Index> source;
  ops::for_each_pair(*h, [&](const ops::Index& from, const ops::Index& to) { source[to] = from; });
  for_each_cell(h->to, [&](const ops::Index& i) {
    for (int c = 0; c < h->to->dim; ++c) {
      const auto from = source.find(i);
      const To expected = from == source.end() ? static_cast<To>(scale_to * label(i, c))
                                               : static_cast<To>(static_cast<From>(label(from->second, c)));
      ASSERT_EQ(at<To>(h->to, i, c), expected);
    }
  });
}

TEST(TransferTest, TransposedAndFlippedInThreeDimensions) {
  World world;
  const ops_block a = world.block(3), b = world.block(3);
  const ops_dat u = world.dat<double>(a, "u", "double", {4, 5, 6}, 1),
                v = world.dat<double>(b, "v", "double", {6, 4, 5}, 1);
  const ops_halo h = halo(world, u, v, {3, 4, 2}, {0, 1, 3}, {-1, 0, 1}, {1, 2, 3}, {-3, 1, -2});
  fill<double>(u);
  fill<double>(v, -1.0);
  ops::transfer(group(world, {h}));
  expect_transferred<double, double>(h, -1.0);
}

TEST(TransferTest, SecondTransferChangesNothing) {
  World world;
  const ops_block b = world.block(2);
  const ops_dat u = world.dat<double>(b, "u", "double", {6, 4}, 2);
  const ops_halo_group periodic = group(world, {halo(world, u, u, {2, 4}, {4, 0}, {-2, 0}, {1, 2}, {1, 2}),
                                                halo(world, u, u, {2, 4}, {0, 0}, {6, 0}, {1, 2}, {1, 2})});
  fill<double>(u);
  ops::transfer(periodic);
  const std::vector<std::byte> once(u->buffer->address, u->buffer->address + u->buffer->bytes);
  EXPECT_EQ(at<double>(u, {-1, 2}), label({5, 2}));
  EXPECT_EQ(at<double>(u, {7, 3}), label({1, 3}));
  ops::transfer(periodic);
  EXPECT_TRUE(std::equal(once.begin(), once.end(), u->buffer->address));
}

// Both layouts, several components, every element size there is a special case for and one there is not.
template <class T>
void check_components(const char* type, bool from_soa, bool to_soa) {
  World world;
  const ops_block b = world.block(2);
  world.context.OPS_soa = from_soa;
  const ops_dat u = world.dat<T>(b, "u", type, {5, 3}, 1, 3);
  world.context.OPS_soa = to_soa;
  const ops_dat v = world.dat<T>(b, "v", type, {3, 5}, 1, 3);
  const ops_halo h = halo(world, u, v, {2, 3}, {0, 0}, {0, -1}, {1, 2}, {2, -1});
  fill<T>(u);
  fill<T>(v, 2.0);
  ops::transfer(group(world, {h}));
  expect_transferred<T, T>(h, 2.0);
}

TEST(TransferTest, ComponentsInBothLayouts) {
  for (const bool from : {false, true})
    for (const bool to : {false, true}) {
      check_components<double>("double", from, to);
      check_components<float>("float", from, to);
      check_components<short>("short", from, to);
      check_components<char>("char", from, to);
      check_components<complexd>("complexd", from, to);
    }
}

TEST(TransferTest, PrecisionIsConverted) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat d = world.dat<double>(b, "d", "double", {4}, 1), f = world.dat<float>(b, "f", "float", {4}, 1);
  fill<double>(d, 0.1);
  fill<float>(f, 7.0);
  ops::transfer(group(world, {halo(world, d, f, {2}, {2}, {-1}, {1}, {1})}));
  EXPECT_EQ(at<float>(f, {-1}), static_cast<float>(0.1 * label({2})));
  ops::transfer(group(world, {halo(world, f, d, {1}, {-1}, {4}, {1}, {1})}));
  EXPECT_EQ(at<double>(d, {4}), static_cast<double>(static_cast<float>(0.1 * label({2}))));
}

TEST(TransferTest, OverlappingSelfHaloReadsBeforeItWrites) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat u = world.dat<double>(b, "u", "double", {8}, 0);
  fill<double>(u);
  ops::transfer(group(world, {halo(world, u, u, {7}, {0}, {1}, {1}, {1})}));
  EXPECT_EQ(at<double>(u, {0}), label({0}));
  for (int i = 1; i < 8; ++i) EXPECT_EQ(at<double>(u, {i}), label({i - 1}));
  ops::transfer(group(world, {halo(world, u, u, {8}, {0}, {0}, {1}, {-1})}));
  EXPECT_EQ(at<double>(u, {0}), label({6}));
  EXPECT_EQ(at<double>(u, {7}), label({0}));
}

TEST(TransferTest, BaseShiftsIndices) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat u = world.dat<double>(b, "u", "double", {4}, 1, 1, -1), v = world.dat<double>(b, "v", "double", {4}, 1);
  fill<double>(u);
  ops::transfer(group(world, {halo(world, u, v, {2}, {-2}, {0}, {1}, {1})}));
  EXPECT_EQ(at<double>(v, {0}), label({-2}));
  EXPECT_EQ(at<double>(v, {1}), label({-1}));
}

TEST(TransferTest, EmptyGroupDoesNothing) {
  World world;
  ops::transfer(ops::declare_halo_group(world.context, 0, nullptr, ops::Where::current()));
}

TEST(TransferTest, FreedDatasetIsRefused) {
  World world;
  const ops_block b = world.block(1);
  const ops_dat u = world.dat<double>(b, "u", "double", {4}, 1), v = world.dat<double>(b, "v", "double", {4}, 1);
  const ops_halo_group g = group(world, {halo(world, u, v, {1}, {0}, {0}, {1}, {1})});
  ops::free_dat(world.context, v, ops::Where::current());
  EXPECT_THAT([&] { ops::check_transfer(g, ops::Where::current()); },
              testing::ThrowsMessage<OPSException>(testing::HasSubstr("was freed")));
}

}  // namespace

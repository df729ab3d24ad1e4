// Mirrors ops/data/make_halo.cpp: every way a halo can be wrong, and what is said of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/data/world.hpp"

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

class DeclareHaloTest : public testing::Test {
 protected:
  /// A good halo; tests spoil one thing each.
  ops::HaloRequest request() { return {u, v, size.data(), from.data(), to.data(), from_dir.data(), to_dir.data()}; }
  auto declaring(ops::HaloRequest r) {
    return [this, r] { ops::declare_halo(world.context, r, ops::Where::current()); };
  }
  World world;
  ops_block block = world.block(2);
  ops_dat u = world.dat<double>(block, "u", "double", {6, 6}, 1);
  ops_dat v = world.dat<double>(block, "v", "double", {6, 6}, 1);
  std::vector<int> size{1, 6}, from{5, 0}, to{-1, 0}, from_dir{1, 2}, to_dir{1, 2};
};

TEST_F(DeclareHaloTest, GoodOneIsKept) {
  const ops_halo h = ops::declare_halo(world.context, request(), ops::Where::current());
  EXPECT_TRUE(ops::holds(world.context, h));
  EXPECT_EQ(h->iter_size[1], 6);
  EXPECT_EQ(h->to_base[0], -1);
}

TEST_F(DeclareHaloTest, NullDataset) {
  auto r = request();
  r.to = nullptr;
  EXPECT_THAT(declaring(r),
              ThrowsMessage<OPSException>(AllOf(HasSubstr("ops_decl_halo"), HasSubstr("'to' is a null dataset"))));
}

TEST_F(DeclareHaloTest, DatasetOfAnotherWorld) {
  World other;
  auto r = request();
  r.to = other.dat<double>(other.block(2), "v", "double", {6, 6}, 1);
  EXPECT_THAT(declaring(r), ThrowsMessage<OPSException>(HasSubstr("'to' is not a dataset of this instance")));
}

TEST_F(DeclareHaloTest, FreedDataset) {
  ops::free_dat(world.context, u, ops::Where::current());
  EXPECT_THAT(declaring(request()), ThrowsMessage<OPSException>(HasSubstr("'from' is not a dataset of this instance")));
}

TEST_F(DeclareHaloTest, DimensionsOfBlocksDiffer) {
  auto r = request();
  r.to = world.dat<double>(world.block(3), "w", "double", {6, 6, 6}, 1);
  EXPECT_THAT(declaring(r), ThrowsMessage<OPSException>(
                                AllOf(HasSubstr("'u' -> 'w'"), HasSubstr("2 dimensions"), HasSubstr("has 3"))));
}

TEST_F(DeclareHaloTest, ComponentsDiffer) {
  auto r = request();
  r.to = world.dat<double>(block, "w", "double", {6, 6}, 1, 2);
  EXPECT_THAT(declaring(r),
              ThrowsMessage<OPSException>(AllOf(HasSubstr("'u' has 1 components"), HasSubstr("'w' has 2"))));
}

TEST_F(DeclareHaloTest, TypesThatDoNotConvert) {
  auto r = request();
  r.to = world.dat<int>(block, "w", "int", {6, 6}, 1);
  EXPECT_THAT(declaring(r),
              ThrowsMessage<OPSException>(AllOf(HasSubstr("'u' is of type double"), HasSubstr("'w' is of type int"))));
}

TEST_F(DeclareHaloTest, NullArray) {
  auto r = request();
  r.from_dir = nullptr;
  EXPECT_THAT(declaring(r), ThrowsMessage<OPSException>(HasSubstr("must not be null")));
}

TEST_F(DeclareHaloTest, NegativeSize) {
  size = {1, -3};
  EXPECT_THAT(declaring(request()), ThrowsMessage<OPSException>(HasSubstr("iter_size = {1, -3} is negative")));
}

TEST_F(DeclareHaloTest, RepeatedDirection) {
  from_dir = {1, -1};
  EXPECT_THAT(declaring(request()),
              ThrowsMessage<OPSException>(HasSubstr("from_dir is {1, -1}, but must contain each of the axes")));
}

TEST_F(DeclareHaloTest, DirectionZeroOrTooLarge) {
  to_dir = {0, 1};
  EXPECT_THAT(declaring(request()),
              ThrowsMessage<OPSException>(HasSubstr("to_dir is {0, 1}, but must contain each of the axes")));
  to_dir = {3, 1};
  EXPECT_THAT(declaring(request()),
              ThrowsMessage<OPSException>(HasSubstr("must contain each of the axes 1 to 2 exactly once")));
  to_dir = {INT_MIN, 1};
  EXPECT_THAT(declaring(request()),
              ThrowsMessage<OPSException>(HasSubstr("must contain each of the axes 1 to 2 exactly once")));
}

TEST_F(DeclareHaloTest, RegionOutsideTheHalo) {
  to = {-2, 0};
  EXPECT_THAT(declaring(request()),
              ThrowsMessage<OPSException>(AllOf(HasSubstr("to_base region [-2, -1) x [0, 6)"),
                                                HasSubstr("'v', which covers [-1, 7) x [-1, 7), including halos"))));
}

TEST_F(DeclareHaloTest, RegionThatOnlyFitsUntransposed) {
  to = {-1, 0};
  to_dir = {2, 1};
  EXPECT_NO_THROW(declaring(request())());
  to = {2, 0};
  EXPECT_THAT(declaring(request()), ThrowsMessage<OPSException>(HasSubstr("to_base region [2, 8) x [0, 1)")));
}

TEST_F(DeclareHaloTest, SizeThatOverflows) {
  size = {1, INT_MAX};
  from = {5, 5};
  EXPECT_THAT(declaring(request()), ThrowsMessage<OPSException>(HasSubstr("would exceed the largest possible index")));
}

TEST_F(DeclareHaloTest, GroupsOfWrongEntries) {
  const auto grouping = [this](int count, ops_halo* halos) {
    return [this, count, halos] { ops::declare_halo_group(world.context, count, halos, ops::Where::current()); };
  };
  EXPECT_THAT(grouping(-1, nullptr), ThrowsMessage<OPSException>(HasSubstr("number of halos is -1")));
  EXPECT_THAT(grouping(2, nullptr),
              ThrowsMessage<OPSException>(HasSubstr("the number of halos is 2, but the array of halos is null")));
  ops_halo_core stray;
  ops_halo members[] = {&stray};
  EXPECT_THAT(grouping(1, members), ThrowsMessage<OPSException>(
                                        HasSubstr("element 0 of the array of halos does not belong to this instance")));
}

}  // namespace

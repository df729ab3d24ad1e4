// Mirrors ops/api/data.hpp: values in and out, and what a recorder is told of it.
#include "tests/ops/api/world.hpp"

#include <limits>
#include <numeric>

#include "ops/loops/launch/recorder.hpp"

namespace {

char* bytes(std::vector<double>& values) { return reinterpret_cast<char*>(values.data()); }

std::vector<double> numbers(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(DataTest, ExtentsAreThoseOfTheInterior) {
  World world;
  int disp[2] = {9, 9}, size[2], stride[2], d_m[2], d_p[2];
  ops_dat_get_extents(world.u, 0, disp, size);
  EXPECT_THAT(disp, testing::ElementsAre(0, 0));
  EXPECT_THAT(size, testing::ElementsAre(6, 5));
  ops_dat_get_raw_metadata(world.u, 0, disp, size, stride, d_m, d_p);
  EXPECT_THAT(stride, testing::ElementsAre(world.u->size[0], world.u->size[1]));
  EXPECT_THAT(d_m, testing::ElementsAre(-1, -1));
  EXPECT_EQ(d_p[1], 1);
  EXPECT_EQ(stride[0] + d_m[0] - d_p[0], 6);
  EXPECT_NO_THROW(ops_dat_get_raw_metadata(world.u, 0, nullptr, nullptr, nullptr, nullptr, nullptr));
  EXPECT_NO_THROW(ops_dat_get_extents(world.u, 0, nullptr, nullptr));
  EXPECT_EQ(ops_dat_get_local_npartitions(world.u), 1);
  EXPECT_EQ(ops_dat_get_global_npartitions(world.u), 1);
}

TEST(DataTest, SlabExtentsAreCutToWhatIsHeld) {
  World world;
  int slab[] = {-5, 3, 2, 100}, disp[2], size[2];
  EXPECT_EQ(ops_dat_get_slab_extents(world.u, 0, disp, size, slab), 4u * 4u * sizeof(double));
  EXPECT_THAT(disp, testing::ElementsAre(-1, 2));
  EXPECT_THAT(size, testing::ElementsAre(4, 4));
  int outside[] = {50, 60, 0, 5};
  EXPECT_EQ(ops_dat_get_slab_extents(world.u, 0, nullptr, nullptr, outside), 0u);
}

// fetch(set(x)) == x, in both layouts; the halo is left alone.
TEST(DataTest, FetchIsTheInverseOfSet) {
  World world(false);
  for (const int soa : {0, 1}) {
    ops_set_soa(soa);
    const ops_dat x = World::dat(world.block, "x", 3);
    auto values = numbers(6 * 5 * 3);
    auto back = std::vector<double>(values.size());
    ops_dat_set_data(x, 0, bytes(values));
    ops_dat_fetch_data(x, 0, bytes(back));
    EXPECT_EQ(back, values);
    int corner[] = {-1, 0, -1, 0};
    std::vector<double> halo(3, 7.0);
    ops_dat_fetch_data_slab_memspace(x, 0, bytes(halo), corner, OPS_HOST);
    EXPECT_THAT(halo, testing::Each(0.0));
  }
}

TEST(DataTest, SlabsMayReachIntoHalos) {
  World world;
  auto values = numbers(3 * 2);
  int range[] = {-1, 2, 4, 6};
  ops_dat_set_data_slab_memspace(world.u, 0, bytes(values), range, OPS_HOST);
  std::vector<double> back(6), interior(30);
  ops_dat_fetch_data_slab_memspace(world.u, 0, bytes(back), range, OPS_HOST);
  EXPECT_EQ(back, values);
  ops_dat_fetch_data_memspace(world.u, 0, bytes(interior), OPS_HOST);
  EXPECT_EQ(interior[4 * 6], values[1]);
  EXPECT_EQ(interior[4 * 6 + 1], values[2]);
  EXPECT_EQ(std::accumulate(interior.begin(), interior.end(), 0.0), values[1] + values[2]);
  int nothing[] = {2, 2, 0, 5};
  EXPECT_NO_THROW(ops_dat_set_data_slab_memspace(world.u, 0, bytes(values), nothing, OPS_HOST));
}

TEST(DataTest, RawPointerIsTheFirstInteriorCell) {
  World world;
  int stride[2];
  ops_dat_get_raw_metadata(world.u, 0, nullptr, nullptr, stride, nullptr, nullptr);
  ops_memspace memspace = 0;
  auto* raw = reinterpret_cast<double*>(ops_dat_get_raw_pointer(world.u, 0, world.wide, &memspace));
  EXPECT_EQ(memspace, OPS_HOST);
  for (int j = -1; j <= 5; ++j)
    for (int i = -1; i <= 6; ++i) raw[j * stride[0] + i] = 10 * j + i;
  ops_dat_release_raw_data(world.u, 0, OPS_WRITE);
  std::vector<double> all(8 * 7);
  int range[] = {-1, 7, -1, 6};
  ops_dat_fetch_data_slab_memspace(world.u, 0, bytes(all), range, OPS_HOST);
  for (int j = -1; j <= 5; ++j)
    for (int i = -1; i <= 6; ++i) EXPECT_EQ(all[static_cast<std::size_t>((j + 1) * 8 + i + 1)], 10 * j + i);
}

TEST(DataTest, RawPointersMayNest) {
  World world;
  ops_memspace memspace = OPS_HOST;
  char* first = ops_dat_get_raw_pointer(world.u, 0, world.centre, &memspace);
  char* second = ops_dat_get_raw_pointer(world.u, 0, nullptr, nullptr);
  EXPECT_EQ(first, second);
  ops_dat_release_raw_data(world.u, 0, OPS_READ);
  ops_dat_release_raw_data_memspace(world.u, 0, OPS_RW, &memspace);
  EXPECT_THROW(ops_dat_release_raw_data(world.u, 0, OPS_READ), OPSException);
}

/// Writes down what it is told.
struct Listener : ops::Recorder {
  std::vector<std::string> heard;
  void loop_failed(const char*, std::source_location) override {}
  void reduction_result(ops_reduction handle, std::source_location, ops_scalar) override {
    heard.push_back(std::string("result ") + handle->name);
  }
  void scalar_write(ops_scalar scalar, ops_reduction, ops_access, std::source_location) override {
    heard.push_back(std::string("scalar ") + scalar->name);
  }
  void halo_transfer(ops_halo_group, std::source_location) override { heard.push_back("halo"); }
  void copy(ops_dat target, ops_dat source, std::source_location) override {
    heard.push_back(std::string("copy ") + source->name + " to " + target->name);
  }
  void raw_access(ops_dat dat, std::source_location) override { heard.push_back(std::string("access ") + dat->name); }
  void raw_write(ops_dat dat, std::source_location) override { heard.push_back(std::string("write ") + dat->name); }
  void raw_write_part(ops_dat dat, const ops::Box& cells, std::source_location) override {
    heard.push_back(std::string("write ") + dat->name + " " + std::to_string(cells.volume()));
  }
  void forget(ops_dat dat) override { heard.push_back(std::string("forget ") + dat->name); }
};

TEST(DataTest, RecorderHearsOfEveryAccessFromOutside) {
  World world;
  Listener listener;
  world.block->context->hooks.recorder = &listener;
  auto values = numbers(30);
  ops_memspace memspace = OPS_HOST;
  int slab[] = {0, 2, 0, 1};
  ops_dat_fetch_data(world.u, 0, bytes(values));
  ops_dat_set_data(world.u, 0, bytes(values));
  ops_dat_set_data_slab_memspace(world.v, 0, bytes(values), slab, OPS_HOST);
  ops_dat_get_raw_pointer(world.u, 0, world.centre, &memspace);
  ops_dat_release_raw_data(world.u, 0, OPS_READ);
  ops_dat_get_raw_pointer(world.v, 0, world.centre, &memspace);
  ops_dat_release_raw_data(world.v, 0, OPS_WRITE);
  ops_dat_deep_copy(world.w, world.u);
  ops_randomgen_init(1, 0);
  ops_fill_random_uniform(world.u);
  ops_halo_transfer(ops_decl_halo_group(0, nullptr));
  ops_free_dat(world.v);
  world.block->context->hooks.recorder = nullptr;
  EXPECT_THAT(listener.heard, testing::ElementsAre("write u 30", "write v 2", "access u", "access v", "write v",
                                                   "copy u to w", "write u", "halo", "forget v"));
}

TEST(DataTest, RefusedCallsAreNotRecorded) {
  World world;
  Listener listener;
  world.block->context->hooks.recorder = &listener;
  int range[] = {0, 100, 0, 1};
  EXPECT_THROW(ops_dat_set_data(world.u, 0, nullptr), OPSException);
  EXPECT_THROW(
      ops_dat_set_data_slab_memspace(world.u, 0, bytes(*std::make_unique<std::vector<double>>(1)), range, OPS_HOST),
      OPSException);
  EXPECT_THROW(ops_fill_random_uniform(world.u), OPSException);
  double result;
  EXPECT_THROW(ops_reduction_result(world.sum, &result), OPSException);
  world.block->context->hooks.recorder = nullptr;
  EXPECT_TRUE(listener.heard.empty());
}

TEST(DataTest, RandomFieldsRepeatWithTheSeed) {
  World world;
  const auto field = [&] {
    std::vector<double> values(30);
    ops_dat_fetch_data(world.u, 0, bytes(values));
    return values;
  };
  ops_randomgen_init(42, 0);
  ops_fill_random_uniform(world.u);
  const auto first = field();
  ops_fill_random_uniform(world.u);
  const auto second = field();
  EXPECT_NE(first, second);
  ops_randomgen_init(42, 0);
  ops_fill_random_uniform(world.u);
  EXPECT_EQ(field(), first);
  ops_fill_random_normal(world.v);
  ops_randomgen_exit();
}

TEST(DataTest, NanIsNamed) {
  World world(false);
  const ops_dat x = World::dat(world.block, "x", 2);
  EXPECT_NO_THROW(ops_NaNcheck(x));
  std::vector<double> cell{0.0, std::numeric_limits<double>::quiet_NaN()};
  int range[] = {4, 5, -1, 0};
  ops_dat_set_data_slab_memspace(x, 0, bytes(cell), range, OPS_HOST);
  EXPECT_THAT([&] { ops_NaNcheck(x); },
              testing::ThrowsMessage<OPSException>(testing::HasSubstr("dataset 'x' is NaN at (4, -1), component 1")));
}

}  // namespace

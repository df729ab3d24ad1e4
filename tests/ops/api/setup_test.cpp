// Mirrors ops/api/declare.hpp: what declarations make, constants, copies.
#include "tests/ops/api/world.hpp"

#include <malloc.h>

#include <numeric>

namespace {

template <class T>
std::vector<T> all_cells(ops_dat dat) {
  const ops::Box& box = dat->layout.allocated;
  std::vector<int> range;
  for (int d = 0; d < dat->block->dims; ++d) {
    range.push_back(box.lo[static_cast<std::size_t>(d)]);
    range.push_back(box.hi[static_cast<std::size_t>(d)]);
  }
  std::vector<T> values(static_cast<std::size_t>(box.volume() * dat->dim));
  ops_dat_fetch_data_slab_memspace(dat, 0, reinterpret_cast<char*>(values.data()), range.data(), OPS_HOST);
  return values;
}

TEST(SetupTest, HandlesCarryWhatApplicationsRead) {
  World world;
  EXPECT_EQ(world.block->dims, 2);
  EXPECT_STREQ(world.block->name, "block");
  EXPECT_EQ(world.other->index, 1);
  EXPECT_STREQ(world.u->name, "u");
  EXPECT_STREQ(world.u->type, "double");
  EXPECT_EQ(world.u->dim, 1);
  EXPECT_EQ(world.u->block, world.block);
  EXPECT_EQ(world.u->size[1], 7);
  EXPECT_GE(world.u->size[0], 8);
  EXPECT_EQ(world.u->size[0] + world.u->d_m[0] - world.u->d_p[0], 6);
  EXPECT_EQ(world.u->d_m[1], -1);
  EXPECT_EQ(world.u->d_p[1], 1);
  EXPECT_EQ(world.u->elem_size, 8);
  EXPECT_EQ(world.wide->points, 5);
  EXPECT_EQ(world.wide->stencil[2], 1);
  EXPECT_EQ(world.sum->size, 8);
}

TEST(SetupTest, GivenDataAreCopiedWithTheirHalos) {
  World world(false);
  std::vector<double> given(8 * 7);
  std::iota(given.begin(), given.end(), 0.0);
  const ops_dat x =
      ops_decl_dat(world.block, 1, world.size, world.base, world.d_m, world.d_p, given.data(), "double", "x");
  EXPECT_EQ(all_cells<double>(x), given);
  given[3] = -1;
  EXPECT_EQ(all_cells<double>(x)[3], 3.0);
  EXPECT_EQ(all_cells<double>(world.u), std::vector<double>(8 * 7, 0.0));
}

// In a structure of arrays the given array is one too: component by component.
TEST(SetupTest, GivenDataHaveTheLayoutOfTheDataset) {
  World world(false);
  std::vector<float> given(8 * 7 * 2);
  std::iota(given.begin(), given.end(), 0.0f);
  const ops_dat aos =
      ops_decl_dat(world.block, 2, world.size, world.base, world.d_m, world.d_p, given.data(), "float", "aos");
  const ops_dat soa =
      ops_decl_dat(world.block, 2, world.size, world.base, world.d_m, world.d_p, given.data(), "float:soa", "soa");
  EXPECT_EQ(all_cells<float>(aos), given);
  const auto packed = all_cells<float>(soa);
  for (std::size_t cell = 0; cell < 8 * 7; ++cell) {
    EXPECT_EQ(packed[2 * cell], given[cell]);
    EXPECT_EQ(packed[2 * cell + 1], given[8 * 7 + cell]);
  }
  ops_set_soa(1);
  EXPECT_NE(World::dat(world.block, "later", 2)->layout.component, 1);
}

TEST(SetupTest, AlmostEverythingMayBeDeclaredAfterPartition) {
  World world;
  EXPECT_NO_THROW(World::dat(world.block, "late"));
  EXPECT_NO_THROW(ops_decl_reduction_handle(16, "double", "late"));
}

TEST(SetupTest, NullWithoutTypeGivesZeros) {
  World world(false);
  const ops_dat x = ops_decl_dat(world.block, 1, world.size, world.base, world.d_m, world.d_p, nullptr, "int", "x");
  EXPECT_EQ(all_cells<int>(x), std::vector<int>(8 * 7, 0));
}

TEST(SetupTest, PassiveDatasetsAreMarked) {
  World world(false);
  const ops_dat x = ops_decl_dat_passive(world.block, 1, world.size, world.base, world.d_m, world.d_p,
                                         static_cast<double*>(nullptr), "double", "x");
  EXPECT_TRUE(x->passive);
  EXPECT_FALSE(world.u->passive);
}

TEST(SetupTest, CopiesHaveTheSameValuesAndAreIndependent) {
  World world;
  std::vector<double> values(6 * 5, 3.5);
  ops_dat_set_data(world.u, 0, reinterpret_cast<char*>(values.data()));
  const ops_dat copy = ops_dat_copy(world.u);
  EXPECT_EQ(all_cells<double>(copy), all_cells<double>(world.u));
  values.assign(6 * 5, 1.0);
  ops_dat_set_data(world.u, 0, reinterpret_cast<char*>(values.data()));
  EXPECT_NE(all_cells<double>(copy), all_cells<double>(world.u));
  ops_dat_deep_copy(copy, world.u);
  EXPECT_EQ(all_cells<double>(copy), all_cells<double>(world.u));
  ops_dat_deep_copy(copy, copy);
}

TEST(SetupTest, DeepCopyBetweenLayouts) {
  World world(false);
  std::vector<double> values(8 * 7 * 3);
  std::iota(values.begin(), values.end(), 0.0);
  const ops_dat aos =
      ops_decl_dat(world.block, 3, world.size, world.base, world.d_m, world.d_p, values.data(), "double", "aos");
  ops_set_soa(1);
  const ops_dat soa = World::dat(world.block, "soa", 3);
  ops_dat_deep_copy(soa, aos);
  EXPECT_EQ(all_cells<double>(soa), values);
}

void count_up(ACC<double>& u) { u(0, 0) += 1; }

/// [bytes] in use by this process; 0 where a sanitizer has its own heap.
std::size_t heap() { return mallinfo2().uordblks; }

TEST(SetupTest, DatasetsDeclaredAndFreedInALoopDoNotAddUp) {
  World world;
  std::size_t before = 0;
  for (int round = 0; round < 10000; ++round) {
    // nothing that is known of a dataset holds for the next one in its place
    const int wide = 3 + round % 11, size[] = {wide, 2};
    int range[] = {0, wide, 0, 2};
    double* const zeros = nullptr;
    const ops_dat temporary =
        ops_decl_dat(world.block, 1, size, World::base, World::d_m, World::d_p, zeros, "double", "temporary");
    const ops_dat copy = ops_dat_copy(temporary);
    for (const ops_dat dat : {temporary, copy})
      ops_par_loop(count_up, "count_up", world.block, 2, range, ops_arg_dat(dat, 1, world.centre, "double", OPS_RW));
    std::vector<double> values(static_cast<std::size_t>(2 * wide));
    ops_dat_fetch_data(temporary, 0, reinterpret_cast<char*>(values.data()));
    ASSERT_THAT(values, testing::Each(1.0));
    ops_free_dat(copy);
    ops_free_dat(temporary);
    if (round == 2000) before = heap();
  }
  EXPECT_LT(heap(), before + 10000);
}

TEST(SetupTest, HalosRecogniseADatasetFreedLongAgo) {
  World world(false);
  const ops_dat gone = World::dat(world.block, "gone");
  int one[] = {1, 1}, at[] = {0, 0}, dir[] = {1, 2};
  ops_halo halo = ops_decl_halo(gone, world.u, one, at, at, dir, dir);
  ops_halo_group group = ops_decl_halo_group(1, &halo);
  ops_partition("");
  ops_free_dat(gone);
  for (int round = 0; round < 2000; ++round) ops_free_dat(World::dat(world.block, "other"));
  EXPECT_THAT([&] { ops_halo_transfer(group); },
              testing::ThrowsMessage<OPSException>(testing::HasSubstr("'gone' of this group was freed")));
}

TEST(SetupTest, FreedDatasetGivesItsMemoryBack) {
  World world;
  const auto& pool = world.block->context->pool;
  const std::size_t before = pool.bytes_in_use();
  ops_free_dat(World::dat(world.block, "x"));
  EXPECT_EQ(pool.bytes_in_use(), before);
}

TEST(SetupTest, EachChangeOfAConstantIsANewValue) {
  World world;
  double dt = 0.5;
  ops_decl_const("dt", 1, "double", &dt);
  const auto& constant = world.block->context->constants.at("dt");
  const auto old = constant.value;
  dt = 0.25;
  ops_update_const("dt", 1, "double", &dt);
  EXPECT_EQ(*reinterpret_cast<const double*>(old->data()), 0.5);
  EXPECT_EQ(*reinterpret_cast<const double*>(constant.value->data()), 0.25);
  dt = 0.125;
  ops_decl_const("dt", 1, "double", &dt);
  EXPECT_EQ(*reinterpret_cast<const double*>(constant.value->data()), 0.125);
}

TEST(SetupTest, TransfersNeedNoPartition) {
  World world(false);
  ops_halo_transfer(ops_decl_halo_group(0, nullptr));
  EXPECT_TRUE(world.block->context->partitioned);
  EXPECT_NO_THROW(ops_partition(""));
}

TEST(SetupTest, PartitionOptionsAreAccepted) {
  World world(false);
  int processes[] = {1, 1}, decomposition[] = {0, 0, 0, 0};
  std::map<std::string, void*> opts{{"processes_per_block", processes}, {"force_decomp", decomposition}};
  EXPECT_NO_THROW(ops_partition_opts("", opts));
}

TEST(SetupTest, CheckpointingIsInertUnlessAskedFor) {
  World world;
  ops_dat dats[] = {world.u};
  double time = 0;
  EXPECT_FALSE(ops_checkpointing_init("check.h5", 5.0, OPS_CHECKPOINT_INITPHASE));
  ops_checkpointing_initphase_done();
  ops_checkpointing_manual_datlist(1, dats);
  EXPECT_FALSE(ops_checkpointing_fastfw(8, reinterpret_cast<char*>(&time)));
  EXPECT_FALSE(ops_checkpointing_manual_datlist_fastfw(1, dats, 8, reinterpret_cast<char*>(&time)));
  EXPECT_FALSE(ops_checkpointing_manual_datlist_fastfw_trigger(1, dats, 8, reinterpret_cast<char*>(&time)));
}

TEST(SetupTest, ExecuteIsAccepted) {
  World world;
  ops_execute();
  ops_execute(world.block->instance);
  ops_device_sync(world.block->instance);
}

}  // namespace

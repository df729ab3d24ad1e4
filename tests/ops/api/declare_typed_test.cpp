// Mirrors ops/api/declare_typed.hpp.
#include "tests/ops/api/declared_world.hpp"

namespace {

/// Values of cells [-1, 5) x [-1, 4), halo included.
std::vector<double> with_halo(ops_dat dat) {
  std::vector<double> values(6 * 5);
  int range[] = {-1, 5, -1, 4};
  ops_dat_fetch_data_slab_memspace(dat, 0, reinterpret_cast<char*>(values.data()), range, OPS_HOST);
  return values;
}

TEST(DeclareTest, ADatasetHasItsSizesAndAHaloOnEverySide) {
  World world;
  EXPECT_STREQ(world.u->type, "double");
  EXPECT_EQ(ops::range_text(world.u->layout.interior, 2), "[0, 4) x [0, 3)");
  EXPECT_EQ(ops::range_text(world.u->layout.allocated, 2), "[-1, 5) x [-1, 4)");
  EXPECT_EQ(world.q->dim, 2);
  EXPECT_EQ(world.q->layout.allocated, world.q->layout.interior);
  const ops_dat passive = ops_decl_dat<int>(world.block, "kind", {4, 3}, {.passive = true});
  EXPECT_TRUE(passive->passive);
}

TEST(DeclareTest, AnAxisOfOneCellHasNoHalo) {
  World world;
  const ops_dat column = ops_decl_dat<double>(world.block, "column", {1, 3}, {.halo = 2});
  EXPECT_EQ(ops::range_text(column->layout.allocated, 2), "[0, 1) x [-2, 5)");
}

TEST(DeclareTest, APeriodicAxisWrapsAround) {
  World world;
  ops_halo_transfer(ops_decl_halo_periodic(0, {world.u}));
  const std::vector<double> values = with_halo(world.u);
  for (int j = 0; j < 3; ++j) {
    EXPECT_EQ(values[static_cast<std::size_t>((j + 1) * 6)], 10 * j + 3);
    EXPECT_EQ(values[static_cast<std::size_t>((j + 1) * 6 + 5)], 10 * j);
  }
}

TEST(DeclareTest, CornersAreRightAfterBothAxes) {
  World world;
  for (int axis : {0, 1}) ops_halo_transfer(ops_decl_halo_periodic(axis, {world.u}));
  const std::vector<double> values = with_halo(world.u);
  for (int j = -1; j < 4; ++j)
    for (int i = -1; i < 5; ++i)
      EXPECT_EQ(values[static_cast<std::size_t>((j + 1) * 6 + i + 1)], 10 * ((j + 3) % 3) + (i + 4) % 4)
          << i << ' ' << j;
}

TEST(DeclareTest, HalosOfSeveralDatasetsAndDepthsGoTogether) {
  World world;
  const ops_dat deep = ops_decl_dat<double>(world.block, "deep", {4, 3}, {.halo = 3});
  const ops_halo_group group = ops_decl_halo_periodic(1, {world.u, deep});
  EXPECT_EQ(group->nhalos, 4);
  EXPECT_EQ(group->halos[2]->iter_size[1], 3);
}

}  // namespace

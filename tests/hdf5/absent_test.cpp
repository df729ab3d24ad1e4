// Mirrors ops/api/absent_hdf5.cpp: without HDF5 every call names the package.
#include "ops/api/hdf5.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

template <class Call>
void expect_absent(const char* name, Call call) {
  try {
    call();
    ADD_FAILURE() << name << " did not throw";
  } catch (const OPSException& error) {
    EXPECT_EQ(error.code, OPS_NOT_IMPLEMENTED);
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("absent_test.cpp:"), testing::HasSubstr(name),
                                             testing::HasSubstr("install libhdf5-dev")));
  }
}

TEST(AbsentHdf5Test, EveryCallSaysThatItIsAbsent) {
  std::vector<std::string> names{"a"};
  expect_absent("ops_fetch_block_hdf5_file", [] { ops_fetch_block_hdf5_file(nullptr, "f.h5"); });
  expect_absent("ops_fetch_dat_hdf5_file", [] { ops_fetch_dat_hdf5_file(nullptr, "f.h5"); });
  expect_absent("ops_fetch_stencil_hdf5_file", [] { ops_fetch_stencil_hdf5_file(nullptr, "f.h5"); });
  expect_absent("ops_fetch_halo_hdf5_file", [] { ops_fetch_halo_hdf5_file(nullptr, "f.h5"); });
  expect_absent("ops_fetch_dat_and_derivative_hdf5_file",
                [] { ops_fetch_dat_and_derivative_hdf5_file(nullptr, "f.h5"); });
  expect_absent("ops_append_vtk_hdf5", [] { ops_append_vtk_hdf5({}, 0, "f.h5"); });
  expect_absent("ops_append_vtk_hdf5", [] { ops_append_vtk_hdf5({}, {}, 0, "f.h5"); });
  expect_absent("ops_dump_to_hdf5", [] { ops_dump_to_hdf5(nullptr); });
  expect_absent("ops_decl_block_hdf5", [] { ops_decl_block_hdf5(2, "b", "f.h5"); });
  expect_absent("ops_decl_dat_hdf5", [] { ops_decl_dat_hdf5(nullptr, 1, "double", "u", "f.h5"); });
  expect_absent("ops_decl_stencil_hdf5", [] { ops_decl_stencil_hdf5(2, 1, "s", "f.h5"); });
  expect_absent("ops_decl_strided_stencil_hdf5", [] { ops_decl_strided_stencil_hdf5(2, 1, 2, "s", "f.h5"); });
  expect_absent("ops_decl_halo_hdf5", [] { ops_decl_halo_hdf5(nullptr, nullptr, "f.h5"); });
  expect_absent("ops_read_dat_hdf5", [] { ops_read_dat_hdf5(nullptr); });
  expect_absent("ops_write_const_hdf5", [] { ops_write_const_hdf5("dt", 1, "double", nullptr, "f.h5"); });
  expect_absent("ops_get_const_hdf5", [] { ops_get_const_hdf5("dt", 1, "double", nullptr, "f.h5"); });
  expect_absent("ops_write_plane_hdf5", [] { ops_write_plane_hdf5(nullptr, 1, 16, "f.h5", "x"); });
  expect_absent("ops_write_plane_group_hdf5", [] { ops_write_plane_group_hdf5({{1, 16}}, "7", {{}}); });
  expect_absent("ops_write_plane_group_hdf5", [&] { ops_write_plane_group_hdf5({{1, 16}}, names, "7", {{}}); });
  expect_absent("ops_write_data_slab_hdf5", [] { ops_write_data_slab_hdf5(nullptr, nullptr, "f.h5", "x"); });
}

}  // namespace

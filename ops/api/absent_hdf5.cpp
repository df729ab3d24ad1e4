// ops/api/absent_hdf5.cpp: the HDF5 calls in a build without HDF5: each throws an error.
#include "ops/api/hdf5.hpp"

namespace {

[[noreturn]] void absent(const char* call, const char* file, ops::Where where) {
  const std::string name = file == nullptr ? "(null)" : file;
  throw ops::error_at(OPS_NOT_IMPLEMENTED, call, where)
      << "file '" << name
      << "': this library was built without HDF5; install libhdf5-dev (Debian) and rebuild the library";
}

}  // namespace

void ops_fetch_block_hdf5_file(ops_block, const char* file, ops::Where where) {
  absent("ops_fetch_block_hdf5_file", file, where);
}
void ops_fetch_dat_hdf5_file(ops_dat, const char* file, ops::Where where) {
  absent("ops_fetch_dat_hdf5_file", file, where);
}
void ops_fetch_stencil_hdf5_file(ops_stencil, const char* file, ops::Where where) {
  absent("ops_fetch_stencil_hdf5_file", file, where);
}
void ops_fetch_halo_hdf5_file(ops_halo, const char* file, ops::Where where) {
  absent("ops_fetch_halo_hdf5_file", file, where);
}
void ops_fetch_dat_and_derivative_hdf5_file(ops_dat, const char* file, ops::Where where) {
  absent("ops_fetch_dat_and_derivative_hdf5_file", file, where);
}
void ops_dump_to_hdf5(const char* file, ops::Where where) { absent("ops_dump_to_hdf5", file, where); }

ops_block ops_decl_block_hdf5(int, const char*, const char* file, ops::Where where) {
  absent("ops_decl_block_hdf5", file, where);
}
ops_dat ops_decl_dat_hdf5(ops_block, int, const char*, const char*, const char* file, ops::Where where) {
  absent("ops_decl_dat_hdf5", file, where);
}
ops_stencil ops_decl_stencil_hdf5(int, int, const char*, const char* file, ops::Where where) {
  absent("ops_decl_stencil_hdf5", file, where);
}
ops_stencil ops_decl_strided_stencil_hdf5(int, int, int, const char*, const char* file, ops::Where where) {
  absent("ops_decl_strided_stencil_hdf5", file, where);
}
ops_halo ops_decl_halo_hdf5(ops_dat, ops_dat, const char* file, ops::Where where) {
  absent("ops_decl_halo_hdf5", file, where);
}
void ops_read_dat_hdf5(ops_dat, ops::Where where) { absent("ops_read_dat_hdf5", "", where); }

void ops_write_const_hdf5(const char*, int, const char*, char*, const char* file, ops::Where where) {
  absent("ops_write_const_hdf5", file, where);
}
void ops_get_const_hdf5(const char*, int, const char*, char*, const char* file, ops::Where where) {
  absent("ops_get_const_hdf5", file, where);
}

void ops_write_plane_hdf5(const ops_dat, int, int, const char* file, const char*, REAL_PRECISION, ops::Where where) {
  absent("ops_write_plane_hdf5", file, where);
}
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>&, const std::string& key,
                                const std::vector<std::vector<ops_dat>>&, REAL_PRECISION, ops::Where where) {
  absent("ops_write_plane_group_hdf5", key.c_str(), where);
}
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>&, std::vector<std::string>&,
                                const std::string& key, const std::vector<std::vector<ops_dat>>&, REAL_PRECISION,
                                ops::Where where) {
  absent("ops_write_plane_group_hdf5", key.c_str(), where);
}
void ops_write_data_slab_hdf5(const ops_dat, const int*, const char* file, const char*, REAL_PRECISION,
                              ops::Where where) {
  absent("ops_write_data_slab_hdf5", file, where);
}

void ops_append_vtk_hdf5(const std::vector<ops_dat>&, double, const char* file, ops::Where where) {
  absent("ops_append_vtk_hdf5", file, where);
}
void ops_append_vtk_hdf5(const std::vector<ops_dat>&, const std::vector<ops_dat>&, double, const char* file,
                         ops::Where where) {
  absent("ops_append_vtk_hdf5", file, where);
}

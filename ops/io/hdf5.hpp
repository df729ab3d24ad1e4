// ops/io/hdf5.hpp: the HDF5 calls of the API. This build has no HDF5: each throws and says so.
// Knows signatures only.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ops/core/handles.hpp"

/// Precision of reals in a file; Undefined: that of the dataset.
enum class REAL_PRECISION { Half = 16, Single = 32, Double = 64, Undefined = 0 };

void ops_fetch_block_hdf5_file(ops_block block, const char* file, ops::Where where = ops::Where::current());
void ops_fetch_dat_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
void ops_fetch_stencil_hdf5_file(ops_stencil stencil, const char* file, ops::Where where = ops::Where::current());
void ops_fetch_halo_hdf5_file(ops_halo halo, const char* file, ops::Where where = ops::Where::current());
void ops_dump_to_hdf5(const char* file, ops::Where where = ops::Where::current());

ops_block ops_decl_block_hdf5(int dims, const char* name, const char* file, ops::Where where = ops::Where::current());
ops_dat ops_decl_dat_hdf5(ops_block block, int dim, const char* type, const char* name, const char* file, ops::Where where = ops::Where::current());
ops_stencil ops_decl_stencil_hdf5(int dims, int points, const char* name, const char* file, ops::Where where = ops::Where::current());
ops_stencil ops_decl_strided_stencil_hdf5(int dims, int points, int stride_size, const char* name, const char* file,
                                          ops::Where where = ops::Where::current());
ops_halo ops_decl_halo_hdf5(ops_dat from, ops_dat to, const char* file, ops::Where where = ops::Where::current());
void ops_read_dat_hdf5(ops_dat dat, ops::Where where = ops::Where::current());

void ops_write_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file, ops::Where where = ops::Where::current());
void ops_get_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file, ops::Where where = ops::Where::current());

void ops_write_plane_hdf5(const ops_dat dat, int direction, int position, const char* file, const char* name,
                          REAL_PRECISION precision = REAL_PRECISION::Undefined, ops::Where where = ops::Where::current());
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, const std::string& key,
                                const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined, ops::Where where = ops::Where::current());
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, std::vector<std::string>& names,
                                const std::string& key, const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined, ops::Where where = ops::Where::current());
void ops_write_data_slab_hdf5(const ops_dat dat, const int* range, const char* file, const char* name,
                              REAL_PRECISION precision = REAL_PRECISION::Undefined, ops::Where where = ops::Where::current());

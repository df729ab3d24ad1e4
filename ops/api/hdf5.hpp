// ops/api/hdf5.hpp: HDF5 files: blocks, datasets, stencils, halos, constants, planes and slabs, and time steps for
// ParaView. In a build without HDF5, every function throws and names the missing package.
//
// A dataset is `/<block>/<dataset>` in the file, halos included. The last axis comes first, and the components of a
// cell are adjacent (the extent along axis 0 is multiplied by their number), whatever the layout in memory. Attributes
// describe the dataset, so that a program can declare it from the file.
//
// Every call either succeeds or leaves the previous file intact. The library writes new files, and those of
// ops_dump_to_hdf5, under another name and renames them. Before adding to an existing file, it reserves the space.
//
// Writing a file counts as the program reading the values (ops_dat_fetch_data). Reading a file counts as the program
// setting them (ops_dat_set_data). All functions throw OPSException with the path, the object in the file, the mismatch
// and the reason that HDF5 gives.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ops/data/handles.hpp"

/// Precision of real numbers in a file. Undefined: the precision of the dataset.
enum class REAL_PRECISION { Half = 16, Single = 32, Double = 64, Undefined = 0 };

// --- writing one object to a file: creates the file if necessary, and replaces an object of the same name ---

/// Writes a block as a group with the block's name.
void ops_fetch_block_hdf5_file(ops_block block, const char* file, ops::Where where = ops::Where::current());
/// Writes a dataset, halos included.
void ops_fetch_dat_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
/// Writes a stencil.
void ops_fetch_stencil_hdf5_file(ops_stencil stencil, const char* file, ops::Where where = ops::Where::current());
/// Writes a halo.
void ops_fetch_halo_hdf5_file(ops_halo halo, const char* file, ops::Where where = ops::Where::current());
/// Writes the values of a dataset and, next to them, `<dataset>_derivative` with the same layout: the gradient after
/// the reverse sweep, or the seed before it.
/// @throws OPSException  as ops_get_derivative_as_ops_dat
void ops_fetch_dat_and_derivative_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
/// Writes all blocks, datasets, stencils and halos of the default instance to a new file, which replaces an existing
/// one.
void ops_dump_to_hdf5(const char* file, ops::Where where = ops::Where::current());

// --- declarations from a file, for example from the file of an earlier run ---

/// Declares a block from the file.
ops_block ops_decl_block_hdf5(int dims, const char* name, const char* file, ops::Where where = ops::Where::current());
/// Declares a dataset from the file, with its values, halos included.
/// @param dim, type  must match those in the file
ops_dat ops_decl_dat_hdf5(ops_block block, int dim, const char* type, const char* name, const char* file,
                          ops::Where where = ops::Where::current());
/// Declares a stencil from the file.
ops_stencil ops_decl_stencil_hdf5(int dims, int points, const char* name, const char* file,
                                  ops::Where where = ops::Where::current());
/// Declares a strided stencil from the file.
ops_stencil ops_decl_strided_stencil_hdf5(int dims, int points, int stride_size, const char* name, const char* file,
                                          ops::Where where = ops::Where::current());
/// Declares a halo from the file. If the file has several halos between the two datasets, this is the first one that
/// has not been declared yet.
ops_halo ops_decl_halo_hdf5(ops_dat from, ops_dat to, const char* file, ops::Where where = ops::Where::current());
/// Reads the values of a dataset that ops_decl_dat_hdf5 declared again from its file. If an error occurs, no value
/// changes.
void ops_read_dat_hdf5(ops_dat dat, ops::Where where = ops::Where::current());

/// Writes `dim` values of `type` at the root of the file.
void ops_write_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file,
                          ops::Where where = ops::Where::current());
/// Reads what ops_write_const_hdf5 wrote.
void ops_get_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file,
                        ops::Where where = ops::Where::current());

// --- parts of a dataset ---------------------------------------------------------------------------------------------

/// Writes the cells with index `position` along axis `direction`, without the halos of the other axes. The array in the
/// file has one dimension fewer than the dataset.
/// @param name  name of the array in the file; "a/b/c" creates groups
void ops_write_plane_hdf5(const ops_dat dat, int direction, int position, const char* file, const char* name,
                          REAL_PRECISION precision = REAL_PRECISION::Undefined,
                          ops::Where where = ops::Where::current());
/// Writes a list of datasets for each plane {direction, position}, each as `/<block>/<key>/<dataset>`. Each plane has a
/// file of its own: `I<position>.h5`, `J<position>.h5` or `K<position>.h5`.
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, const std::string& key,
                                const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined,
                                ops::Where where = ops::Where::current());
/// The same, to the files `<name>.h5`.
/// @param names  one per plane; the function fills in missing names
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, std::vector<std::string>& names,
                                const std::string& key, const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined,
                                ops::Where where = ops::Where::current());
/// Writes the cells of `range` ({lo0, hi0, lo1, hi1, ..}), packed. The range may include halo cells.
void ops_write_data_slab_hdf5(const ops_dat dat, const int* range, const char* file, const char* name,
                              REAL_PRECISION precision = REAL_PRECISION::Undefined,
                              ops::Where where = ops::Where::current());

// --- time steps for ParaView ---------------------------------------------------------------------------------------

/// Appends a time step: the present values of `dats`, which must be on one block and have one size. ParaView opens the
/// file directly: its group /VTKHDF shows the interiors of the datasets. ops_decl_dat_hdf5 reads the last step of the
/// file.
/// @param time  later than the time of the previous step
void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, double time, const char* file,
                         ops::Where where = ops::Where::current());
/// The same on a grid.
/// @param coordinates  one dataset per axis of the block, with the values of the first step. For a rectilinear grid,
///     each is lower-dimensional and extends along its own axis. Otherwise all have full dimension. They have as many
///     values as `dats`, or one more along every axis; in the second case `dats` are values of cells
void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, const std::vector<ops_dat>& coordinates, double time,
                         const char* file, ops::Where where = ops::Where::current());

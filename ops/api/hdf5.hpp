// ops/api/hdf5.hpp: blocks, datasets, stencils, halos and constants in HDF5 files, planes and slabs, and steps for
// ParaView. In a build without HDF5 each throws and names the package that is missing.
//
// A dataset is `/<block>/<dataset>`: halos included, the last axis first, components of a cell together (the extent
// along axis 0 is multiplied by them) whatever the layout in memory. What describes it is in attributes, from which it
// can be declared again.
//
// Every call leaves a good file or the one that was there: a file that does not exist yet, and that of
// ops_dump_to_hdf5, is written aside and renamed; an existing file is added to after the room for it has been reserved.
//
// Writing counts as the program reading the values, reading as the program setting them (ops_dat_fetch_data,
// ops_dat_set_data). All throw OPSException with the path, the object in the file, what disagrees, and HDF5's own
// reason.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ops/data/handles.hpp"

/// Precision of reals in a file; Undefined: that of the dataset.
enum class REAL_PRECISION { Half = 16, Single = 32, Double = 64, Undefined = 0 };

// --- one thing into a file, made if there is none; what has the same name there is replaced
// ----------------------------

/// Writes a block: a group of its name.
void ops_fetch_block_hdf5_file(ops_block block, const char* file, ops::Where where = ops::Where::current());
/// Writes a dataset, halos included.
void ops_fetch_dat_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
/// Writes a stencil.
void ops_fetch_stencil_hdf5_file(ops_stencil stencil, const char* file, ops::Where where = ops::Where::current());
/// Writes a halo.
void ops_fetch_halo_hdf5_file(ops_halo halo, const char* file, ops::Where where = ops::Where::current());
/// Values, and beside them `<dataset>_derivative`, laid out the same: the gradient after interpretation, the seed
/// before.
/// @throws OPSException  as ops_get_derivative_as_ops_dat
void ops_fetch_dat_and_derivative_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
/// All blocks, datasets, stencils and halos of the default instance: a file of its own, in place of any that is there.
void ops_dump_to_hdf5(const char* file, ops::Where where = ops::Where::current());

// --- declarations from a file: a file of one run is where the next begins
// -----------------------------------------------

/// Declares a block that the file has.
ops_block ops_decl_block_hdf5(int dims, const char* name, const char* file, ops::Where where = ops::Where::current());
/// Declares a dataset of the file, with its values, halos included. @param dim, type  must be those in the file
ops_dat ops_decl_dat_hdf5(ops_block block, int dim, const char* type, const char* name, const char* file,
                          ops::Where where = ops::Where::current());
/// Declares a stencil of the file.
ops_stencil ops_decl_stencil_hdf5(int dims, int points, const char* name, const char* file,
                                  ops::Where where = ops::Where::current());
/// Declares a strided stencil of the file.
ops_stencil ops_decl_strided_stencil_hdf5(int dims, int points, int stride_size, const char* name, const char* file,
                                          ops::Where where = ops::Where::current());
/// Where the file has several halos between the two: the first that has not been declared yet.
ops_halo ops_decl_halo_hdf5(ops_dat from, ops_dat to, const char* file, ops::Where where = ops::Where::current());
/// The values of a dataset that ops_decl_dat_hdf5 declared, once more from its file. All or nothing.
void ops_read_dat_hdf5(ops_dat dat, ops::Where where = ops::Where::current());

/// `dim` values of `type` at the root of the file.
void ops_write_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file,
                          ops::Where where = ops::Where::current());
/// Reads what ops_write_const_hdf5 wrote.
void ops_get_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file,
                        ops::Where where = ops::Where::current());

// --- parts ----------------------------------------------------------------------------------------------------------

/// The cells with index `position` along axis `direction`, halos of the other axes left out: one dimension fewer.
/// @param name  of the dataset in the file; "a/b/c" makes groups
void ops_write_plane_hdf5(const ops_dat dat, int direction, int position, const char* file, const char* name,
                          REAL_PRECISION precision = REAL_PRECISION::Undefined,
                          ops::Where where = ops::Where::current());
/// Plane by plane {direction, position} a list of datasets, each as `/<block>/<key>/<dataset>` of the file of its
/// plane: `I<position>.h5`, `J<position>.h5` or `K<position>.h5`
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, const std::string& key,
                                const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined,
                                ops::Where where = ops::Where::current());
/// The same in files `<name>.h5`. @param names  those that are missing are filled in
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, std::vector<std::string>& names,
                                const std::string& key, const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined,
                                ops::Where where = ops::Where::current());
/// The cells of `range` ({lo0, hi0, lo1, hi1, ..}, may reach into halos), packed.
void ops_write_data_slab_hdf5(const ops_dat dat, const int* range, const char* file, const char* name,
                              REAL_PRECISION precision = REAL_PRECISION::Undefined,
                              ops::Where where = ops::Where::current());

// --- for ParaView
// -------------------------------------------------------------------------------------------------------

/// Appends a step: values of `dats`, all on one block and of one size, as they are now. ParaView opens the file itself:
/// its group /VTKHDF shows the interiors of the datasets in the file. The last step is also where ops_decl_dat_hdf5
/// finds them.
/// @param time  later than that of the step before
void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, double time, const char* file,
                         ops::Where where = ops::Where::current());
/// The same on a grid. @param coordinates  one dataset per axis of the block, as they are at the first step: each
/// lower-dimensional, along its own axis, for a rectilinear grid; or all of full dimension. As many as values, or one
/// more along every axis: values are those of the cells then
void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, const std::vector<ops_dat>& coordinates, double time,
                         const char* file, ops::Where where = ops::Where::current());

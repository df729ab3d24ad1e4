// ops/api/hdf5.hpp: declares functions that read and write HDF5 files, including files with time steps for ParaView. In
// builds without HDF5, every function in this header throws an exception that names the missing package.
//
// A dataset is stored in the file as `/<block>/<dataset>`, halos included. In the file, the axes of a dataset are in
// reverse order (axis 0 comes last), whatever the layout in memory. The components of a cell are adjacent in the file,
// so the array's extent along axis 0 is the dataset's extent multiplied by the number of components. HDF5 attributes
// describe each dataset, so that a program can declare the dataset from the file.
//
// If writing a file fails, the previous version of the file stays intact.
//
// The tape treats reading from a file like a call to ops_dat_set_data. The library does not warn if a program writes
// data to a file and reads them back: gradients do not include this dependence. If a function in this header fails, it
// throws an OPSException that names the file, the object in the file, and the reason.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ops/data/handles.hpp"

/// The precision of real numbers in a file. With REAL_PRECISION::Undefined, numbers in the file have the precision of
/// the dataset.
enum class REAL_PRECISION { Half = 16, Single = 32, Double = 64, Undefined = 0 };

// --- writing one object to a file: creates the file if necessary, and replaces an object of the same name ---

/// Writes a block as an HDF5 group with the block's name.
void ops_fetch_block_hdf5_file(ops_block block, const char* file, ops::Where where = ops::Where::current());
/// Writes a dataset.
void ops_fetch_dat_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
/// Writes a stencil.
void ops_fetch_stencil_hdf5_file(ops_stencil stencil, const char* file, ops::Where where = ops::Where::current());
/// Writes a halo.
void ops_fetch_halo_hdf5_file(ops_halo halo, const char* file, ops::Where where = ops::Where::current());
/// Writes the values of a dataset, and its derivative under the name `<dataset>_derivative`. If no reverse sweep has
/// run yet, the file contains the adjoint seed of the dataset instead of the derivative.
/// @throws OPSException  as ops_get_derivative_as_ops_dat
void ops_fetch_dat_and_derivative_hdf5_file(ops_dat dat, const char* file, ops::Where where = ops::Where::current());
/// Writes all blocks, datasets, stencils and halos of the default instance to a new file. An existing file of the same
/// name is replaced.
void ops_dump_to_hdf5(const char* file, ops::Where where = ops::Where::current());

// --- declarations from a file, for example from the file of an earlier run ---

/// Declares a block that is stored in an HDF5 file.
ops_block ops_decl_block_hdf5(int dims, const char* name, const char* file, ops::Where where = ops::Where::current());
/// Declares a dataset that is stored in an HDF5 file, and reads its values.
/// @param dim, type  must match those in the file
ops_dat ops_decl_dat_hdf5(ops_block block, int dim, const char* type, const char* name, const char* file,
                          ops::Where where = ops::Where::current());
/// Declares a stencil that is stored in an HDF5 file.
ops_stencil ops_decl_stencil_hdf5(int dims, int points, const char* name, const char* file,
                                  ops::Where where = ops::Where::current());
/// Declares a strided stencil that is stored in an HDF5 file.
ops_stencil ops_decl_strided_stencil_hdf5(int dims, int points, int stride_size, const char* name, const char* file,
                                          ops::Where where = ops::Where::current());
/// Declares a halo that is stored in an HDF5 file. If the file contains several halos between two datasets, the
/// function declares the first halo that has not been declared yet.
ops_halo ops_decl_halo_hdf5(ops_dat from, ops_dat to, const char* file, ops::Where where = ops::Where::current());
/// Rereads the values of a dataset from its HDF5 file. The dataset must have been declared by ops_decl_dat_hdf5. If an
/// error occurs, the dataset keeps its values.
void ops_read_dat_hdf5(ops_dat dat, ops::Where where = ops::Where::current());

/// Writes a constant with `dim` values to the root group of an HDF5 file.
void ops_write_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file,
                          ops::Where where = ops::Where::current());
/// Reads a constant from an HDF5 file.
void ops_get_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file,
                        ops::Where where = ops::Where::current());

// --- parts of a dataset ---------------------------------------------------------------------------------------------

/// Writes a plane of a dataset: the cells with index `position` along axis `direction`, without halo cells along the
/// other axes. The array in the file has one dimension fewer than the dataset.
/// @param name  name of the array in the file; "a/b/c" creates groups
void ops_write_plane_hdf5(const ops_dat dat, int direction, int position, const char* file, const char* name,
                          REAL_PRECISION precision = REAL_PRECISION::Undefined,
                          ops::Where where = ops::Where::current());
/// Writes planes of several datasets. An entry {d, p} of `planes` denotes the cells with index p along axis d. Each
/// dataset is stored as `/<block>/<key>/<dataset>`. Each plane is stored in a separate file, named `I<position>.h5`,
/// `J<position>.h5` or `K<position>.h5`.
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, const std::string& key,
                                const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined,
                                ops::Where where = ops::Where::current());
/// Writes planes of several datasets. Each plane is stored in a separate file, named `<name>.h5`.
/// @param names  one per plane; the function fills in missing names
void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, std::vector<std::string>& names,
                                const std::string& key, const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision = REAL_PRECISION::Undefined,
                                ops::Where where = ops::Where::current());
/// Writes the cells of a dataset in `range` ({lo0, hi0, lo1, hi1, ..}) as a packed array. The range may include halo
/// cells.
void ops_write_data_slab_hdf5(const ops_dat dat, const int* range, const char* file, const char* name,
                              REAL_PRECISION precision = REAL_PRECISION::Undefined,
                              ops::Where where = ops::Where::current());

// --- time steps for ParaView ---------------------------------------------------------------------------------------

/// Appends the current values of `dats` to an HDF5 file as a new time step. All datasets in `dats` must be on the same
/// block and have the same size. ParaView can open the file, because the group /VTKHDF describes the interiors of the
/// datasets. The function ops_decl_dat_hdf5 reads the last time step of the file.
/// @param time  later than the time of the previous step
void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, double time, const char* file,
                         ops::Where where = ops::Where::current());
/// Appends a time step to an HDF5 file, and takes the coordinates of the grid from the datasets `coordinates`. The
/// coordinates of the first time step are used for all time steps. In a rectilinear grid, the coordinate along each
/// axis is a dataset that extends only along this axis. In a curvilinear grid, each coordinate is a dataset with as
/// many dimensions as the block. The coordinates are the positions of grid points. Datasets that have the size of the
/// grid are stored as point data. Datasets that have one value fewer than the grid along every axis are stored as cell
/// data.
/// @param coordinates  one dataset per axis of the block
void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, const std::vector<ops_dat>& coordinates, double time,
                         const char* file, ops::Where where = ops::Where::current());

// ops/files/formats/hdf5/records.hpp: records of declarations in a file, written from handles and read as plain values.
// Independent of HDF5.
#pragma once

#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/files/formats/hdf5/component.hpp"
#include "ops/files/formats/hdf5/task.hpp"

namespace ops::h5 {

/// What ops_decl_dat needs to know, one entry per axis.
struct DatRecord {
  std::vector<int> size, base, d_m, d_p, stride;
  std::size_t element_bytes = 0;  ///< of a type that the application names; else 0
};
struct StencilRecord {
  std::vector<int> offsets, stride;
};
struct HaloRecord {
  std::vector<int> iter_size, from_base, to_base, from_dir, to_dir;
  bool operator==(const HaloRecord&) const = default;
};

// Each is one change of a file.

void write_block(const Task& task, ops_block block);
void write_dat(const Task& task, const Storage& storage, ops_dat dat);
/// @param derivative  a dataset of the same shape
void write_dat_and_derivative(const Task& task, const Storage& storage, ops_dat dat, ops_dat derivative);
void write_stencil(const Task& task, ops_stencil stencil);
void write_halo(const Task& task, ops_halo halo);
/// All blocks, stencils and halos of an instance and these of its datasets, in a file of its own.
void write_all(const Task& task, const Storage& storage, const Context& context, const std::vector<ops_dat>& dats);
void write_constant(const Task& task, const char* name, int dim, const Component& component, const void* data);

// @throws OPSException  the file does not have it, or other than is asked for

/// Its dimensions must be those asked for.
void check_block(const Task& task, int dims, const char* name);
DatRecord read_dat(const Task& task, ops_block block, int dim, const char* type, const char* name);
/// All cells of `dat`, packed, of a dataset of that name, block and shape.
std::vector<std::byte> read_values(const Task& task, ops_dat dat);
/// @param strided  0: a plain stencil; else the number of strides, which is that of dimensions
StencilRecord read_stencil(const Task& task, int dims, int points, int strided, const char* name);
/// All halos between the two, in the order of their names.
std::vector<HaloRecord> read_halos(const Task& task, ops_dat from, ops_dat to);
HaloRecord record_of(ops_halo halo);
void read_constant(const Task& task, const char* name, int dim, const Component& component, void* data);

}  // namespace ops::h5

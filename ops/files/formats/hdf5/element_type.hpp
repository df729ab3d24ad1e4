// ops/files/formats/hdf5/element_type.hpp: maps element types of datasets to types of HDF5.
#pragma once

#include "ops/files/formats/hdf5/component.hpp"
#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {

/// As it is in memory. bool: an enumeration FALSE, TRUE; complex: a compound of r and i, as h5py has them; user:
/// opaque, with its name as the tag.
Handle memory_type(const Task& task, const Component& component);
/// As it is to be in a file. @param bits  16, 32 or 64: precision of reals; 0: as in memory
Handle file_type(const Task& task, const Component& component, int bits);
/// @param path  of the dataset, for the error
/// @throws OPSException  what the file holds is of another type: nothing is converted but the order of bytes
void require_type(const Task& task, const std::string& path, hid_t found, const Component& component);
/// The type to read with: `found` of the file if it is an integer for a bool.
Handle reading_type(const Task& task, hid_t found, const Component& component);

}  // namespace ops::h5

// ops/files/formats/hdf5/array.hpp: writes boxes of cells of datasets as arrays of a file, and reads them.
#pragma once

#include <vector>

#include "ops/files/formats/hdf5/attributes.hpp"
#include "ops/files/formats/hdf5/cells.hpp"
#include "ops/files/formats/hdf5/element_type.hpp"

namespace ops::h5 {

using Extents = std::vector<hsize_t>;

Component component_of(ops_dat dat);
Extents extents_of(const Cut& cut);
/// At most so many bytes of a file: chunks are whole, and each has an entry. [bytes]
std::size_t room_of(const Storage& storage, const Cut& cut);

/// The array at `path`, in groups that are made if need be. One of the same shape and type that is there, and by no
/// other name, gets the new values; any other dataset gives its name up once the new one is complete.
/// @return the dataset, to attach things to
Handle write_array(const Task& task, const Storage& storage, hid_t file, const std::string& path, const Cut& cut);
/// The same for values in memory.
Handle write_numbers(const Task& task, hid_t file, const std::string& path, const Component& component,
                     const Extents& extents, const void* values);

/// @throws OPSException  there is no dataset at `path`, of another type or extents
Handle open_array(const Task& task, hid_t file, const std::string& path);
void require_extents(const Task& task, const Object& array, const Extents& extents);
void read_numbers(const Task& task, const Object& array, const Component& component, const Extents& extents,
                  void* values);

}  // namespace ops::h5

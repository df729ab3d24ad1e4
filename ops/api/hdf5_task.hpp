// ops/api/hdf5_task.hpp: state that the HDF5 calls share: the present file, and the requested array format. Private to
// this room.
#pragma once

#include "ops/data/context.hpp"
#include "ops/files/formats/hdf5/task.hpp"

namespace ops {

/// @throws OPSException  the file name is null
h5::Task task(const char* call, const char* file, Where where);
/// From the command line.
h5::Storage storage(const Context& context);

}  // namespace ops

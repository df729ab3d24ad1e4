// ops/files/formats/hdf5/last_driver.hpp: an HDF5 file driver that adds to a file such that other programs can read the
// old contents whenever this process is killed.
//
// Data that HDF5 adds at the end of the file are written immediately. Changes before the old end, which are small
// pieces that link to the added data, stay in memory and are written last, piece by piece, when HDF5 flushes the file.
// Values of arrays (raw data) are written immediately, wherever they are.
#pragma once

#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {

/// The list opens a file in this way. @param end  of the file before anything is added
void write_changes_last(const Task& task, hid_t access_list, haddr_t end);

}  // namespace ops::h5

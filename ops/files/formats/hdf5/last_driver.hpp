// ops/files/formats/hdf5/last_driver.hpp: adds to a file so that other programs can read its old contents whenever this
// one is killed.
//
// What HDF5 adds at the end of the file is written at once. Changes in front of the old end, small pieces that lead to
// what was added, are held in memory. They are written last, piece by piece, when HDF5 flushes the file. Values of
// arrays (raw data) are written at once, wherever they are.
#pragma once

#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {

/// The list opens a file in this way. @param end  of the file before anything is added
void write_changes_last(const Task& task, hid_t access_list, haddr_t end);

}  // namespace ops::h5

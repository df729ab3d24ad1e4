// ops/files/formats/hdf5/cells.hpp: writes selected cells of a dataset as an array of a file.
#pragma once

#include "ops/data/handles.hpp"
#include "ops/files/formats/hdf5/task.hpp"

namespace ops::h5 {

/// The array has the last axis first, the components of a cell together along the last extent.
struct Cut {
  ops_dat dat = nullptr;
  Box box;
  int without = -1;  ///< an axis on which the box is one cell, that the array does not have; -1: none
  int bits = 0;      ///< precision of reals; 0: that of the dataset
};

/// [bytes]
std::size_t bytes_of(const Cut& cut);
/// One change of a file: the cells as the dataset `name`, a path.
void write_cut(const Task& task, const Storage& storage, const char* name, const Cut& cut);

}  // namespace ops::h5

// ops/files/formats/hdf5/task.hpp: one API call on one HDF5 file, and how its error messages begin.
#pragma once

#include <span>
#include <string>

#include "ops/data/handles.hpp"
#include "ops/support/error.hpp"

namespace ops::h5 {

struct Task {
  const char* call = "";
  std::string file;
  Where where;
  /// datasets of which other processes give cells when they are asked (by_one.hpp); none: there are no others
  std::span<const ops_dat> followers = {};

  /// "place: call: file 'x.h5': ", to be continued.
  OPSException error(int code = OPS_HDF5_ERROR) const {
    return error_at(code, call, where) << "file '" << file << "': ";
  }
};

/// How arrays lie in a file.
struct Storage {
  int chunk = 0;        ///< [cells] of a chunk along each axis; 0: contiguous, unless compressed
  int compression = 0;  ///< 0 none, 1 quick .. 9 small
};

}  // namespace ops::h5

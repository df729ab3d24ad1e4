// ops/files/formats/hdf5/vtk.hpp: requests to append time steps of datasets to a file for ParaView. Independent of
// HDF5.
#pragma once

#include <vector>

#include "ops/data/handles.hpp"
#include "ops/files/formats/hdf5/task.hpp"

namespace ops::h5 {

struct VtkStep {
  std::vector<ops_dat> dats;         ///< at least one, all of one block
  std::vector<ops_dat> coordinates;  ///< none, or one for each axis of the block
  double time = 0;
};

/// Appends a step: the datasets, halos included, as /steps/<number>/<block>/<dataset>, and the same by their usual
/// names. The group /VTKHDF has virtual datasets that show the interiors.
/// @throws OPSException  they fit neither one another nor the steps before
void append_step(const Task& task, const Storage& storage, const VtkStep& step);

}  // namespace ops::h5

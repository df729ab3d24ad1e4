// ops/files/formats/hdf5/vtk_grid.hpp: determines the kind of VTK grid that datasets and coordinates form.
#pragma once

#include <array>

#include "ops/files/formats/hdf5/vtk.hpp"

namespace ops::h5 {

enum class GridKind { image, rectilinear, structured };

struct VtkGrid {
  GridKind kind = GridKind::image;
  std::array<int, 3> points{1, 1, 1};  ///< along x, y, z
  bool in_cells = false;               ///< values are those of cells, not of points
};

/// @throws OPSException  names the dataset that does not fit, and the one it does not fit to
VtkGrid grid_of(const Task& task, const VtkStep& step);

}  // namespace ops::h5

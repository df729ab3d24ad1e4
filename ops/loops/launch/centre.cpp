// ops/loops/launch/centre.cpp: one stencil for each number of dimensions and each thread.
#include "ops/loops/launch/centre.hpp"

#include <algorithm>
#include <array>

namespace ops {

ops_stencil centre(int dims) {
  static thread_local std::array<ops_stencil_core, max_dim + 1> stencils;
  ops_stencil_core& stencil = stencils[static_cast<std::size_t>(dims)];
  if (stencil.points == 0) {
    const auto n = static_cast<std::size_t>(dims);
    stencil.dims = dims;
    stencil.points = 1;
    stencil.name = "centre";
    stencil.storage.assign(3 * n, 1);
    std::fill_n(stencil.storage.begin(), n, 0);
    stencil.stencil = stencil.storage.data();
    stencil.stride = stencil.stencil + n;
    stencil.mgrid_stride = stencil.stride + n;
    stencil.offsets.assign(1, Index{});
  }
  return &stencil;
}

}  // namespace ops

// backends/cuda/in_order.hpp: runs point functions in serial order where several points may change the same cell.
#pragma once

#include "backends/common/address.hpp"
#include "backends/cuda/grid.hpp"

namespace ops::cuda {

/// A thread has all points that differ from its own along other axes than `own`, and takes them in order, axis 0 first.
template <class Points>
struct EachPointInOrder {
  static constexpr int phases = 1, block_threads = 128;
  static constexpr std::size_t shared = 0;

  Grid grid;    ///< over the own axes
  Box extents;  ///< from 0: of what a thread has
  Points points;

  OPS_EVERYWHERE void run(int, Thread thread, std::byte*) const {
    Index own;
    if (grid.find(grid.corner(thread.block), thread.number, 0, own)) along<max_dim - 1>(own);
  }

 private:
  template <int axis>
  OPS_EVERYWHERE void along(Index at) const {
    constexpr auto a = static_cast<std::size_t>(axis);
    for (const int end = at[a] + extents.hi[a]; at[a] < end; ++at[a]) {
#ifndef __CUDACC__
      backend::one_by_one();
#endif
      if constexpr (axis > 0) along<axis - 1>(at);
      else points(backend::Piece{at, at[0], at[1], 1, 1});
    }
  }
};

/// @param own  axes along which no two points change a cell in common
template <int... own, class Points>
void for_points_in_order(const char* what, const Box& range, const Points& points) {
  if (range.empty()) return;
  Box across = range, extents;
  for (int axis = 0; axis < max_dim; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const bool has = ((axis == own) || ...);
    if (!has) across.hi[a] = across.lo[a] + 1;
    extents.lo[a] = 0;
    extents.hi[a] = has ? 1 : range.extent(axis);
  }
  for_grids(across, EachPointInOrder<Points>::block_threads, 1, [&](const Grid& grid) {
    launch(what, static_cast<unsigned>(grid.blocks()), EachPointInOrder<Points>{grid, extents, points});
  });
}

}  // namespace ops::cuda

// ops/loops/launch/work.hpp: the memory accesses of a launch, for machines that execute it in parts.
#pragma once

#include <vector>

#include "ops/data/handles.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops {

/// One argument of a loop, forward or reversed, as memory.
struct Access {
  const ArgView* view = nullptr;
  Points points = {};  ///< that the loop reads or adds to, relative to a cell; none: all of `reach`
  /// of offsets, around all of these; the cell itself, but where cells are written beside the points
  Box reach = {};
  bool reads = false;
  bool writes = false;
  bool own = false;  ///< touched at the cells that a part completes, and nowhere else
};

/// A loop, forward or reversed, as far as it can be divided.
struct Work {
  std::vector<Access> all;
  Box range;
  Box part = Box::all();   ///< of the cells to complete
  bool own_points = true;  ///< whether a part does the points that are its own, whatever they write
  bool once = true;        ///< whether no point may be done by two parts
  /// whether a part is some cells to complete, the same of every argument, not a box of points
  bool by_cells = false;
};
Work work_of(const Launch& launch);
/// A part completes its cells, for which several may need a point: its seeds, and what it had read.
Work work_of(const AdjointLaunch& launch);

/// The smallest box around all of these offsets, and around no offset.
Box reach_of(Points points);
/// Cells per iteration point along an axis; 0: the argument does not move there.
int factor(const ArgView& view, std::size_t axis) noexcept;
/// Offsets of a dataset: where it does not extend there is but one cell, whatever the offset.
Box within(const Layout& layout, Box offsets);
/// Cells at these offsets from the points of a range, whether they exist or not.
Box cells_at(const ArgView& view, const Box& range, const Box& offsets);
/// The cells that an argument touches.
Box cells_of(const Access& access, const Box& range);

}  // namespace ops

// ops/machines/ranks/loop_parts.hpp: decides whether every process can execute its own part of a loop, and which cells
// that part reads. Every process comes to the same decision.
#pragma once

#include <vector>

#include "ops/loops/launch/work.hpp"
#include "ops/machines/ranks/offset_sets.hpp"

namespace ops::ranks {

/// A reversed loop where each point is looked at by its owner.
Work search_of(const AdjointLaunch& launch);

/// The dataset whose cells are the points of a loop: who owns a cell does that point. None if the loop cannot be done
/// so: no argument says whose a point is, points of several processes write one cell, or cells of others are too far
/// away.
const Layout* divided_as(const Work& work);
/// Whether a loop whose points depend on one another along an axis can be divided so as well: if that axis is not cut,
/// or its lines are relayed.
bool keeps_lines(const Layout& layout, const Lines& lines);
/// Whether a part may read cells of others through an argument.
bool reads_others(const Work& work, const Access& access, const Layout& divided);
/// The points that a part does: boxes that may overlap, one where points are done one after the other. @param divided
/// as divided_as says
std::vector<Box> points_of(const Work& work, const Layout& divided, const Index& part);
Box around(const std::vector<Box>& boxes);  ///< the smallest box
/// The cells that an argument touches at these points: boxes that may overlap.
std::vector<Box> touched_at(const Access& access, const std::vector<Box>& points);
/// The processes that have points of the lines of which this process has some, in the order of the axis.
std::vector<int> processes_along(const Layout& divided, const Lines& lines, const Box& range);
/// The lines of a loop dealt out to so many processes, wherever their cells are: of each, a part of the range. None if
/// there is but one line, or cells that are written have several owners.
std::vector<Box> dealt_out(const Work& work, const Lines& lines, int processes);

}  // namespace ops::ranks

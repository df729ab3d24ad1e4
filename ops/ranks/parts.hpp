// ops/ranks/parts.hpp: whether every process can do its own part of a loop, and what copies of others' cells that takes.
// Knows shapes of launches and how blocks are divided; knows nothing of values or messages. Every process comes to the same answer.
#pragma once

#include <optional>
#include <vector>

#include "ops/core/handles.hpp"
#include "ops/loop/launch.hpp"
#include "ops/ranks/copies.hpp"

namespace ops::ranks {

/// One argument of a loop, forward or reversed, as memory.
struct Access {
  const ArgView* view = nullptr;
  Reach reach;           ///< of what is read around the cells that belong to a part
  Points points = {};    ///< that the loop reads or adds to, relative to a cell
  bool reads = false;
  bool writes = false;
};

/// Copies that have to be up to date before a loop.
struct Need {
  const Buffer* buffer;
  const Layout* layout;
  Box cells;
  Reach reach;
};

std::vector<Access> accesses(const Launch& launch);
std::vector<Access> accesses(const AdjointLaunch& launch);

/// The cells that an argument touches.
Box cells_of(const Access& access, const Box& range);
/// The points, or cells of targets, that are this process's part; without bounds outwards. None if the loop cannot be done so: points that
/// meet, cells of others that are too far away, or no argument that says whose a point is.
std::optional<Box> own_part(const std::vector<Access>& all);
/// As own_part, of a loop whose points depend on one another along an axis: none where that axis is cut, unless its lines are relayed.
std::optional<Box> own_lines(const std::vector<Access>& all, const Lines& lines);
/// The processes that have points of the lines of which own_lines gives this process some, in the order of the axis.
std::vector<int> processes_along(const std::vector<Access>& all, const Lines& lines, const Box& range);
/// The lines of a loop dealt out to so many processes, wherever their cells are: of each, a part of the range. None if there is but one line, or
/// cells that are written have several owners.
std::vector<Box> dealt_out(const std::vector<Access>& all, const Lines& lines, const Box& range, int processes);
std::vector<Need> needs(const std::vector<Access>& all, const Box& range);

}  // namespace ops::ranks

// ops/ranks/parts.cpp: arguments as index maps.
#include "ops/ranks/parts.hpp"

#include <algorithm>

namespace ops::ranks {
namespace {

/// Cells per iteration point along an axis; 0: the argument does not move there.
int factor(const ArgView& view, std::size_t axis) {
  return view.step[axis] == 0 ? 0 : static_cast<int>(view.step[axis] / view.pitch[axis]);
}

bool divided(const Layout& layout, std::size_t axis) {
  const Decomposition* const decomposition = layout.placement.decomposition;
  return axis < static_cast<std::size_t>(decomposition->dims) && decomposition->parts(axis) > 1;
}

/// Whether point i is cell i, and that cell has one owner.
bool points_own_cells(const ArgView& view) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(view.layout->dims); ++axis)
    if (divided(*view.layout, axis) && (factor(view, axis) != 1 || view.divisor[axis] != 1 || view.layout->collapsed[axis])) return false;
  return true;
}

/// Whether some part has cells of `of` along an axis, but none of this coarser dataset: then it has no copies either.
bool lacks_cells(const Layout& layout, const Layout& of, std::size_t axis) {
  const auto empty = [axis](const Layout& one, int part) {
    const Placement::Span own = one.placement.own(axis, part);
    return own.lo >= own.hi;
  };
  for (int part = 0; part < of.placement.decomposition->parts(axis); ++part)
    if (empty(layout, part) && !empty(of, part)) return true;
  return false;
}

/// Whether what a part reads along an axis is its own, or near enough. @param of  an argument whose cells are the points
bool near(const Access& access, const Layout& of, std::size_t axis) {
  const Layout& layout = *access.view->layout;
  const int by = factor(*access.view, axis), divisor = access.view->divisor[axis];
  if (layout.collapsed[axis]) return true;
  if (by == 0) return false;
  if (layout.placement.stride[axis] * by != of.placement.stride[axis] * divisor || lacks_cells(layout, of, axis)) return false;
  return std::max(access.reach.below[axis], access.reach.above[axis]) <= of.placement.decomposition->depth;
}

const Layout* owner(const std::vector<Access>& all) {
  for (const bool written : {true, false})
    for (const Access& access : all)
      if (access.writes == written && points_own_cells(*access.view)) return access.view->layout;
  return nullptr;
}

/// How far from a part's own cells an argument reads, for points so far around it. A coarser level's last cell below belongs to a neighbour where
/// parts are not cut between its cells.
Reach reach_of(const ArgView& view, const Reach& around, Points points) {
  Reach scaled = around;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    const int by = std::max(1, view.pitch[axis] == 0 ? 1 : factor(view, axis));
    scaled.below[axis] *= by;
    scaled.above[axis] *= by;
  }
  Reach all = scaled + ranks::reach_of(points);
  int moved = 0;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    if (view.divisor[axis] > 1) ++all.below[axis];
    moved += all.below[axis] + all.above[axis] > 0;
  }
  all.corners = all.corners || (moved > 1 && std::ranges::any_of(view.divisor, [](int divisor) { return divisor > 1; }));
  return all;
}

void add(std::vector<Access>& all, const ArgView& view, const Reach& around, Points points, bool reads, bool writes) {
  if (view.layout != nullptr && (reads || writes)) all.push_back({&view, reach_of(view, around, reads ? points : Points{}), points, reads, writes});
}

Box footprint(const ArgView& view, const Box& range, Points points) {
  Box cells;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    int low = 0, high = 0;
    for (const Index& point : points) {
      low = std::min(low, point[axis]);
      high = std::max(high, point[axis]);
    }
    const int by = factor(view, axis);
    cells.lo[axis] = floor_div(range.lo[axis], view.divisor[axis]) * by + low;
    cells.hi[axis] = floor_div(range.hi[axis] - 1, view.divisor[axis]) * by + high + 1;
  }
  return cells;
}

}  // namespace

std::vector<Access> accesses(const Launch& launch) {
  std::vector<Access> all;
  for (int k = 0; k < launch.arguments; ++k) {
    const Points points = launch.reads == nullptr ? Points{} : launch.reads[k];
    add(all, launch.args[k], {}, points, launch.args[k].from != nullptr, launch.args[k].to != nullptr);
  }
  return all;
}

/// The derivative of a cell gathers from points that read it, whose seeds and values are needed.
std::vector<Access> accesses(const AdjointLaunch& launch) {
  Reach gathered;
  for (int k = 0; k < launch.arguments; ++k)
    if (launch.args[k].target.to != nullptr) gathered = joined(gathered, ranks::reach_of(launch.args[k].points).mirrored());
  std::vector<Access> all;
  for (int k = 0; k < launch.arguments; ++k) {
    const AdjointArg& arg = launch.args[k];
    add(all, arg.target, {}, arg.points, false, arg.target.to != nullptr);
    add(all, arg.seed, gathered, {}, arg.seed.from != nullptr, arg.seed.to != nullptr);
    add(all, arg.later, {}, {}, arg.later.from != nullptr, false);
    add(all, arg.primal, gathered, arg.reads, arg.primal.from != nullptr, false);
  }
  return all;
}

Box cells_of(const Access& access, const Box& range) {
  return intersection(footprint(*access.view, range, access.points), access.view->layout->allocated);
}

std::optional<Box> own_part(const std::vector<Access>& all) {
  if (all.empty() || std::ranges::any_of(all, [](const Access& a) { return a.view->layout->placement.decomposition == nullptr; })) return {};
  const Layout* const of = owner(all);
  if (of == nullptr) return {};
  for (const Access& access : all) {
    if (access.view->layout->placement.decomposition != of->placement.decomposition || (access.writes && !points_own_cells(*access.view))) return {};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(of->dims); ++axis)
      if (divided(*of, axis) && !near(access, *of, axis)) return {};
  }
  return of->share;
}

std::optional<Box> own_lines(const std::vector<Access>& all, const Lines& lines) {
  if (lines.axis < 0) return {};
  const std::optional<Box> own = own_part(all);
  const auto axis = static_cast<std::size_t>(lines.axis);
  return own && (lines.relayed || !divided(*all.front().view->layout, axis)) ? own : std::nullopt;
}

std::vector<int> processes_along(const std::vector<Access>& all, const Lines& lines, const Box& range) {
  const Placement& placement = owner(all)->placement;
  const auto axis = static_cast<std::size_t>(lines.axis);
  std::vector<int> processes;
  Index part = placement.decomposition->here;
  for (part[axis] = 0; part[axis] < placement.decomposition->parts(axis); ++part[axis]) {
    const Placement::Span own = placement.own(axis, part[axis]);
    if (std::max(own.lo, range.lo[axis]) < std::min(own.hi, range.hi[axis])) processes.push_back(placement.decomposition->process_of(part));
  }
  return processes;
}

std::vector<Box> dealt_out(const std::vector<Access>& all, const Lines& lines, const Box& range, int processes) {
  if (lines.number < 2) return {};
  for (const Access& access : all)
    if (access.view->layout->placement.decomposition == nullptr || (access.writes && !points_own_cells(*access.view))) return {};
  std::size_t across = lines.axis == 0 ? 1 : 0;
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (static_cast<int>(axis) != lines.axis && range.extent(static_cast<int>(axis)) >= range.extent(static_cast<int>(across))) across = axis;
  std::vector<Box> parts(static_cast<std::size_t>(processes), range);
  const std::int64_t extent = range.extent(static_cast<int>(across));
  for (std::int64_t p = 0; p < processes; ++p) {
    Box& part = parts[static_cast<std::size_t>(p)];
    part.lo[across] = range.lo[across] + static_cast<int>(extent * p / processes);
    part.hi[across] = range.lo[across] + static_cast<int>(extent * (p + 1) / processes);
  }
  return parts;
}

std::vector<Need> needs(const std::vector<Access>& all, const Box& range) {
  std::vector<Need> list;
  for (const Access& access : all)
    if (access.reads && !access.reach.none()) list.push_back({access.view->from, access.view->layout, cells_of(access, range), access.reach});
  return list;
}

}  // namespace ops::ranks

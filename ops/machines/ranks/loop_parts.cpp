// ops/machines/ranks/loop_parts.cpp: describes arguments as maps from points to cells, and back.
#include "ops/machines/ranks/loop_parts.hpp"

#include <algorithm>
#include <cstdint>

namespace ops::ranks {
namespace {

using Span = Placement::Span;

bool empty(const Span& span) { return span.lo >= span.hi; }
Span common(const Span& a, const Span& b) { return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)}; }
Span around(const Span& a, const Span& b) {
  if (empty(a)) return b;
  return empty(b) ? a : Span{std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}
Span along(const Box& box, std::size_t axis) { return {box.lo[axis], box.hi[axis]}; }
Box on(std::size_t axis, const Span& span) {
  Box box;
  box.lo[axis] = span.lo;
  box.hi[axis] = span.hi;
  return box;
}

bool divided(const Layout& layout, std::size_t axis) {
  const Decomposition* const decomposition = layout.placement.decomposition;
  return axis < static_cast<std::size_t>(decomposition->dims) && decomposition->parts(axis) > 1;
}

/// Whether point i is cell i, and that cell has one owner.
bool points_are_cells(const ArgView& view) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(view.layout->dims); ++axis)
    if (divided(*view.layout, axis) &&
        (factor(view, axis) != 1 || view.divisor[axis] != 1 || view.layout->collapsed[axis]))
      return false;
  return true;
}

/// Whether the owner of a point has the argument's cell there, where points are cells of `of`.
bool points_own_cells(const ArgView& view, const Layout& of) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(of.dims); ++axis)
    if (divided(of, axis) && view.layout->placement.stride[axis] != of.placement.stride[axis]) return false;
  return points_are_cells(view);
}

/// Null if there is none, or a dataset that is not divided as the others are.
const Layout* owner(const std::vector<Access>& all) {
  const auto decomposition = [](const Access& access) { return access.view->layout->placement.decomposition; };
  if (std::ranges::any_of(all, [&](const Access& access) { return decomposition(access) == nullptr; })) return nullptr;
  for (const bool written : {true, false})
    for (const Access& access : all)
      if (access.writes == written && points_are_cells(*access.view))
        return std::ranges::all_of(all,
                                   [&](const Access& other) { return decomposition(other) == decomposition(access); })
                   ? access.view->layout
                   : nullptr;
  return nullptr;
}

Offsets offsets_of(const Access& access) {
  Offsets offsets = access.points.empty() ? Offsets{access.reach} : covering(access.points);
  for (Box& box : offsets) box = within(*access.view->layout, box);
  return offsets;
}

/// The inverse: points some of whose cells are these.
Span points_at(const ArgView& view, std::size_t axis, const Span& cells, const Span& offsets) {
  const std::int64_t by = factor(view, axis), divisor = view.divisor[axis],
                     lo = std::int64_t{cells.lo} - offsets.hi + 1, hi = std::int64_t{cells.hi} - offsets.lo;
  const Span all = along(Box::all(), axis);
  if (empty(cells) || (by == 0 && (lo > 0 || hi <= 0))) return {0, 0};
  if (by == 0) return all;
  const auto first = [&](std::int64_t cell) {  // from which point on
    const std::int64_t ceil = cell >= 0 ? (cell + by - 1) / by : -(-cell / by);
    return static_cast<int>(std::clamp<std::int64_t>(ceil * divisor, all.lo, all.hi));
  };
  return {first(lo), first(hi)};
}

/// Along an axis, around the points that a part has to do.
Span points_along(const Work& work, const Layout& of, std::size_t axis, int part) {
  Span points = work.own_points ? common(of.placement.own(axis, part), along(work.part, axis)) : Span{0, 0};
  for (const Access& access : work.all) {
    if (!access.writes) continue;
    const Span cells = common(access.view->layout->placement.own(axis, part), along(work.part, axis));
    points = around(points,
                    common(points_at(*access.view, axis, cells, along(access.reach, axis)), along(work.range, axis)));
  }
  return common(points, along(work.range, axis));
}

/// Whether all that an argument touches at a part's points along an axis is its own, or a copy that it has.
bool has_copies(const Access& access, std::size_t axis, int part, const Span& points) {
  const Layout& layout = *access.view->layout;
  const Span existing = along(layout.allocated, axis), copies = layout.placement.copied(axis, part, existing);
  const Span cells = common(along(cells_at(*access.view, on(axis, points), access.reach), axis), existing);
  return access.own || empty(cells) || (cells.lo >= copies.lo && cells.hi <= copies.hi);
}

}  // namespace

Work search_of(const AdjointLaunch& launch) {
  Work work = work_of(launch);
  std::erase_if(work.all, [](const Access& access) { return access.writes; });
  work.own_points = work.once = true;
  work.by_cells = false;
  return work;
}

Box around(const std::vector<Box>& boxes) {
  Box all = Box::none();
  for (const Box& box : boxes) all = hull(all, box);
  return all;
}

/// A process has copies of cells nearby: all that the points of a part touch has to be among them.
const Layout* divided_as(const Work& work) {
  const Layout* const of = owner(work.all);
  if (of == nullptr) return nullptr;
  const auto strays = [&](const Access& access) { return access.writes && !points_own_cells(*access.view, *of); };
  if (work.by_cells && std::ranges::any_of(work.all, strays)) return nullptr;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(of->dims); ++axis)
    for (int part = 0; divided(*of, axis) && part < of->placement.decomposition->parts(axis); ++part) {
      const Span points = points_along(work, *of, axis, part), own = of->placement.own(axis, part);
      if (empty(points)) continue;
      if (work.once && (points.lo < own.lo || points.hi > own.hi)) return nullptr;
      if (!std::ranges::all_of(work.all, [&](const Access& access) { return has_copies(access, axis, part, points); }))
        return nullptr;
    }
  return of;
}

bool keeps_lines(const Layout& layout, const Lines& lines) {
  return lines.axis >= 0 && (lines.relayed || !divided(layout, static_cast<std::size_t>(lines.axis)));
}

bool reads_others(const Work& work, const Access& access, const Layout& of) {
  const auto centre = [&](const Access& one) { return one.reach.volume() == 1 && points_own_cells(*one.view, of); };
  return access.reads && !access.own && !(centre(access) && std::ranges::all_of(work.all, [&](const Access& one) {
                                            return !one.writes || centre(one);
                                          }));
}

std::vector<Box> points_of(const Work& work, const Layout& divided, const Index& part) {
  std::vector<Box> points;
  const auto add_some = [&](const Box& box) {
    if (const Box some = intersection(box, work.range); !some.empty()) points.push_back(some);
  };
  if (work.own_points) add_some(intersection(divided.placement.share(part), work.part));
  for (const Access& access : work.all) {
    if (!access.writes) continue;
    const Box cells = intersection(access.view->layout->placement.share(part), work.part);
    for (const Box& offsets : offsets_of(access)) {
      Box some;
      for (std::size_t axis = 0; axis < max_dim; ++axis) {
        const Span span = points_at(*access.view, axis, along(cells, axis), along(offsets, axis));
        some.lo[axis] = span.lo;
        some.hi[axis] = span.hi;
      }
      add_some(some);
    }
  }
  return work.once || work.by_cells || points.empty() ? points : std::vector{around(points)};
}

std::vector<Box> touched_at(const Access& access, const std::vector<Box>& points) {
  std::vector<Box> cells;
  for (const Box& offsets : offsets_of(access))
    for (const Box& some : points)
      if (const Box read = intersection(cells_at(*access.view, some, offsets), access.view->layout->allocated);
          !read.empty())
        cells.push_back(read);
  return cells;
}

std::vector<int> processes_along(const Layout& divided, const Lines& lines, const Box& range) {
  const Placement& placement = divided.placement;
  const auto axis = static_cast<std::size_t>(lines.axis);
  std::vector<int> processes;
  Index part = placement.decomposition->here;
  for (part[axis] = 0; part[axis] < placement.decomposition->parts(axis); ++part[axis])
    if (!empty(common(placement.own(axis, part[axis]), along(range, axis))))
      processes.push_back(placement.decomposition->process_of(part));
  return processes;
}

std::vector<Box> dealt_out(const Work& work, const Lines& lines, int processes) {
  if (lines.number < 2) return {};
  for (const Access& access : work.all)
    if (access.view->layout->placement.decomposition == nullptr || (access.writes && !points_are_cells(*access.view)))
      return {};
  const Box& range = work.range;
  std::size_t across = lines.axis == 0 ? 1 : 0;
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    if (static_cast<int>(axis) != lines.axis &&
        range.extent(static_cast<int>(axis)) >= range.extent(static_cast<int>(across)))
      across = axis;
  std::vector<Box> parts(static_cast<std::size_t>(processes), range);
  const std::int64_t extent = range.extent(static_cast<int>(across));
  for (std::int64_t p = 0; p < processes; ++p) {
    Box& part = parts[static_cast<std::size_t>(p)];
    part.lo[across] = range.lo[across] + static_cast<int>(extent * p / processes);
    part.hi[across] = range.lo[across] + static_cast<int>(extent * (p + 1) / processes);
  }
  return parts;
}

}  // namespace ops::ranks

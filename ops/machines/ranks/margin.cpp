// ops/machines/ranks/margin.cpp: computes reaches along the axes that are cut.
#include "ops/machines/ranks/margin.hpp"

#include <algorithm>
#include <span>

#include "ops/machines/ranks/divisions.hpp"

namespace ops::ranks {
namespace {

bool cut(const Layout& layout, std::size_t axis) {
  const Decomposition& decomposition = *layout.placement.decomposition;
  return axis < static_cast<std::size_t>(decomposition.dims) && decomposition.parts(axis) > 1;
}

/// Whether point i touches cell i and those around it, along all axes that are cut and that the dataset has.
bool moves_along(const ArgView& view, const Layout& divided) {
  if (view.layout->placement.decomposition != divided.placement.decomposition) return false;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(divided.dims); ++axis)
    if (cut(divided, axis) && !view.layout->collapsed[axis] &&
        (factor(view, axis) != 1 || view.divisor[axis] != 1 || view.layout->placement.stride[axis] != 1))
      return false;
  return true;
}

/// Whether a cut across the axis is so near the range that parts need copies from behind it.
bool near_cut(const Layout& divided, const Box& range, std::size_t axis, int window) {
  const Decomposition& decomposition = *divided.placement.decomposition;
  return cut(divided, axis) && std::ranges::any_of(decomposition.cuts[axis], [&](int place) {
           return range.lo[axis] - window < place && place < range.hi[axis] + window;
         });
}

/// How far offsets reach along axes that have a cut near the range [cells]; -1: there is no such axis.
int furthest(const ArgView& view, const Box& offsets, const Layout& divided, const Box& range, int window) {
  int most = -1;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(divided.dims); ++axis) {
    const int reach = std::max({0, -offsets.lo[axis], offsets.hi[axis] - 1});
    if (near_cut(divided, range, axis, window + reach) && !view.layout->collapsed[axis]) most = std::max(most, reach);
  }
  return most;
}

/// Whether every part has cells of its own of a dataset.
bool extends(const ArgView& view, const Layout& divided) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(divided.dims); ++axis)
    if (cut(divided, axis) && view.layout->collapsed[axis]) return false;
  return true;
}

/// Whether each point writes its own cell, and none across a cut.
bool writes_own(const ArgView& view, const Box& offsets, const Layout& divided, const Box& range, int most) {
  return moves_along(view, divided) && extends(view, divided) && furthest(view, offsets, divided, range, most) <= 0;
}

/// There are no copies further away than the decomposition is deep.
std::optional<Margin> bounded(Margin all, const Layout& divided, int most) {
  int reach = 0;
  for (const Margin::Reading& reading : all.read) reach = std::max(reach, reading.reach);
  all.most = std::min(most, divided.placement.decomposition->depth - reach);
  if (all.most <= 0) return std::nullopt;
  return all;
}

/// Whether a target is written, not added to.
bool writes_all(std::span<const AdjointArg> args, const Access& access, const Box& range) {
  return std::ranges::any_of(args, [&](const AdjointArg& arg) {
    return &arg.target == access.view && arg.hole.contains(cells_of(access, range));
  });
}

/// Totals, or a running value.
bool sums_up(const ArgView& view) {
  return view.totals != nullptr || (view.out != nullptr && view.to == nullptr && view.out != view.in);
}

}  // namespace

/// A sum would count the points beyond a part twice.
std::optional<Margin> margin_of(const Launch& launch, const Work& work, const Layout& divided, int most) {
  if (most == 0 || !launch.divisible || launch.lines.axis >= 0 || launch.trial || launch.reads == nullptr)
    return std::nullopt;
  const std::span views(launch.args, static_cast<std::size_t>(launch.arguments));
  if (std::ranges::any_of(views, sums_up)) return std::nullopt;
  Margin all;
  for (const Access& access : work.all) {
    const auto argument = static_cast<std::size_t>(access.view - launch.args);
    if (access.writes && !writes_own(*access.view, access.reach, divided, work.range, most)) return std::nullopt;
    if (!access.reads || launch.reads[argument].empty()) continue;
    if (!moves_along(*access.view, divided)) return std::nullopt;
    const int reach = furthest(*access.view, access.reach, divided, work.range, most);
    if (reach >= 0) all.read.push_back({access.view->from, access.view->layout, cells_of(access, work.range), reach});
  }
  return bounded(std::move(all), divided, most);
}

/// A part completes cells; the points that add to them lie up to `points` cells away.
std::optional<Margin> margin_of(const AdjointLaunch& launch, const Work& work, const Layout& divided, int most) {
  if (most == 0 || !launch.divisible || launch.lines.axis >= 0 || launch.trial || work.own_points ||
      !(launch.part == Box::all()))
    return std::nullopt;
  const std::span args(launch.args, static_cast<std::size_t>(launch.arguments));
  const auto alone = [](const AdjointArg& arg) { return sums_up(arg.target) || sums_up(arg.seed) || arg.renews >= 0; };
  if (std::ranges::any_of(args, alone)) return std::nullopt;
  Margin all;
  int points = 0;  // how far from a cell
  for (const Access& access : work.all) {
    if (!moves_along(*access.view, divided) || (access.writes && !extends(*access.view, divided))) return std::nullopt;
    if (access.writes) points = std::max(points, furthest(*access.view, access.reach, divided, work.range, most));
  }
  for (const Access& access : work.all) {
    const ArgView& view = *access.view;
    const int reach = furthest(view, access.reach, divided, work.range, most + points);
    if (reach < 0 || writes_all(args, access, work.range)) continue;
    all.read.push_back({access.writes ? view.to : view.from, view.layout,
                        access.own ? Box::all() : cells_of(access, work.range),
                        access.writes || access.own ? 0 : points + reach});
  }
  return bounded(std::move(all), divided, most);
}

Box grown(const Layout& layout, const Index& part, int far) {
  Box box = layout.placement.share(part);
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    if (!cut(layout, axis)) continue;
    box.lo[axis] -= far;
    box.hi[axis] += far;
  }
  return box;
}

const std::vector<Needed>& Zones::of(const Layout& layout, int far) {
  std::vector<std::int64_t> key{far};
  add_shape(key, layout);
  const auto [found, unknown] = known_.try_emplace(std::move(key));
  if (unknown) found->second = needed(layout, [&](const Index& part) { return std::vector{grown(layout, part, far)}; });
  return found->second;
}

}  // namespace ops::ranks

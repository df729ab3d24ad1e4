// ops/data/halo_values.cpp: divides a halo into the parts of the processes.
#include "ops/data/halo_values.hpp"

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {

HaloPart bring_values(const HaloMap& map, const HaloEnd& owned, const HaloEnd& other, const BufferRef& buffer) {
  const Placement& placement = owned.layout.placement;
  const auto wanted = [&](const Box& share) { return (within(map, owned.side, share).*other.side).box; };
  std::vector<Box> boxes;
  if (placement.decomposition == nullptr) boxes.push_back(wanted(Box::all()));
  else
    for (int process = 0; process < placement.decomposition->processes(); ++process)
      boxes.push_back(wanted(placement.share(placement.decomposition->part_of(process))));
  HaloPart here{within(map, owned.side, placement.share()), {}};
  here.values.resize(bytes_of(other.layout, (here.map.*other.side).box));
  read_parts(here.values.data(), buffer, other.layout, boxes);
  return here;
}

Box points_of(const HaloMap& map) noexcept {
  Box points;
  points.hi = map.extents;
  return points;
}

Layout by_points(const Layout& layout, const HaloSide& side) {
  Layout points = layout;
  points.dims = side.dims;
  points.origin = cell(layout, side.at({}));
  points.pitch = {};
  for (std::size_t i = 0; i < static_cast<std::size_t>(side.dims); ++i)
    points.pitch[static_cast<std::size_t>(side.follows[i])] = side.flipped[i] ? -layout.pitch[i] : layout.pitch[i];
  points.allocated = points.interior = points.held = Box::all();
  return points;
}

HaloValues values_of(const HaloMap& map, const HaloSide& side, const Layout& layout, const BufferRef& buffer,
                     BufferPool& pool) {
  const Box points = points_of(map);
  const Layout there = by_points(layout, side), dense = dense_layout(there, points, false);
  HaloValues values{pool.take(dense.bytes, "the values of a halo"), dense};
  copy_cells(values.buffer, dense, buffer, there, points);
  return values;
}

void copy_side(const HaloMap& map, const BufferRef& to, const Layout& to_layout, const BufferRef& from,
               const Layout& from_layout, BufferPool& pool) {
  const Box points = points_of(map);
  const Layout target = by_points(to_layout, map.to);
  if (to != from || intersection(map.from.box, map.to.box).empty())
    return copy_cells(to, target, from, by_points(from_layout, map.from), points);
  const HaloValues values = values_of(map, map.from, from_layout, from, pool);
  copy_cells(to, target, values.buffer, values.layout, points);
}

}  // namespace ops

// ops/data/halo_map.cpp: converts signed 1-based axes to index arithmetic.
#include "ops/data/halo_map.hpp"

#include <algorithm>

namespace ops {
namespace {

HaloSide side(int dims, const int* iter_size, const int* base, const int* dir) {
  HaloSide s;
  s.dims = dims;
  for (std::size_t i = 0; i < static_cast<std::size_t>(dims); ++i) {
    s.follows[i] = std::abs(dir[i]) - 1;
    s.flipped[i] = dir[i] < 0;
    s.box.lo[i] = base[i];
    s.box.hi[i] = base[i] + iter_size[s.follows[i]];
  }
  return s;
}

/// The side for `extents` iterations from `first` on.
HaloSide narrowed(HaloSide side, const Index& first, const Index& extents) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(side.dims); ++i) {
    const auto e = static_cast<std::size_t>(side.follows[i]);
    side.box.lo[i] = side.flipped[i] ? side.box.hi[i] - first[e] - extents[e] : side.box.lo[i] + first[e];
    side.box.hi[i] = side.box.lo[i] + extents[e];
  }
  return side;
}

}  // namespace

Index HaloSide::at(const Index& t) const noexcept {
  Index cell{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(dims); ++i) {
    const int step = t[static_cast<std::size_t>(follows[i])];
    cell[i] = flipped[i] ? box.hi[i] - 1 - step : box.lo[i] + step;
  }
  return cell;
}

std::int64_t HaloMap::volume() const noexcept {
  std::int64_t cells = 1;
  for (const int extent : extents) cells *= extent;
  return cells;
}

HaloMap within(const HaloMap& map, HaloSide HaloMap::* side, const Box& cells) {
  const HaloSide& bounded = map.*side;
  const Box box = intersection(bounded.box, cells);
  HaloMap part = map;
  Index first{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(map.dims); ++i) {
    const auto e = static_cast<std::size_t>(bounded.follows[i]);
    first[e] = bounded.flipped[i] ? bounded.box.hi[i] - box.hi[i] : box.lo[i] - bounded.box.lo[i];
    part.extents[e] = std::max(0, box.hi[i] - box.lo[i]);
  }
  part.from = narrowed(map.from, first, part.extents);
  part.to = narrowed(map.to, first, part.extents);
  return part;
}

HaloMap halo_map(const ops_halo_core& halo) {
  HaloMap map;
  map.dims = halo.from->block->dims;
  for (std::size_t e = 0; e < static_cast<std::size_t>(map.dims); ++e) map.extents[e] = halo.iter_size[e];
  map.from = side(map.dims, halo.iter_size, halo.from_base, halo.from_dir);
  map.to = side(map.dims, halo.iter_size, halo.to_base, halo.to_dir);
  return map;
}

}  // namespace ops

// ops/data/halo_map.hpp: maps each cell of one dataset to the cell of another to which a halo copies it. Pure index
// arithmetic, shared by transfers and their adjoints.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "ops/data/handles.hpp"

namespace ops {

/// One side of a halo. Axis i of its dataset follows iteration axis `follows[i]`, backwards where `flipped[i]`.
struct HaloSide {
  int dims = 0;
  Index follows{0, 1, 2, 3, 4};
  std::array<bool, max_dim> flipped{};
  Box box;  ///< the cells of this side

  /// The cell for iteration point `t` (0 <= t[e] < extents[e]).
  Index at(const Index& t) const noexcept;
};

/// A halo as a pair of equally large boxes, walked together.
struct HaloMap {
  int dims = 0;
  Index extents{1, 1, 1, 1, 1};  ///< of the iteration
  HaloSide from, to;
  std::int64_t volume() const noexcept;
};

HaloMap halo_map(const ops_halo_core& halo);
/// The pairs whose cells on one side lie in `cells`. @param side  &HaloMap::from or &HaloMap::to
HaloMap within(const HaloMap& map, HaloSide HaloMap::* side, const Box& cells);

/// Calls fn(from, to) for every pair of cells, iteration axis 0 fastest.
template <class Fn>
void for_each_pair(const HaloMap& map, Fn fn) {
  Index t{};
  for (std::int64_t left = map.volume(); left > 0; --left) {
    fn(map.from.at(t), map.to.at(t));
    for (std::size_t e = 0; e < static_cast<std::size_t>(map.dims) && ++t[e] == map.extents[e]; ++e) t[e] = 0;
  }
}

template <class Fn>
void for_each_pair(const ops_halo_core& halo, Fn fn) {
  for_each_pair(halo_map(halo), fn);
}

}  // namespace ops

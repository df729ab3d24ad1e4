// ops/data/halo_values.hpp: the values on one side of a halo: sent to the processes that own the cells of the other
// side, or, if one process has all cells, as boxes for machines to pass over.
#pragma once

#include <cstddef>
#include <vector>

#include "ops/data/halo_map.hpp"
#include "ops/data/pool.hpp"

namespace ops {

/// One side of a halo, and the dataset that it is of.
struct HaloEnd {
  HaloSide HaloMap::* side;  ///< &HaloMap::from or &HaloMap::to
  const Layout& layout;
};

/// What this process has to do of a halo.
struct HaloPart {
  HaloMap map;  ///< the pairs whose cells on the side `owned` belong to this process
  /// of their cells on the other side: a dense array, components fastest, then axis 0, ..
  std::vector<std::byte> values;
};

/// Must be called on every process. Owners of cells send to owners of cells; all other processes do nothing.
/// @param buffer  has the values of `other`
HaloPart bring_values(const HaloMap& map, const HaloEnd& owned, const HaloEnd& other, const BufferRef& buffer);

/// Whether several processes have the cells: then one brings values.
inline bool are_divided(const Layout& a, const Layout& b) noexcept {
  return a.placement.decomposition != nullptr || b.placement.decomposition != nullptr;
}

/// The points of the iteration.
Box points_of(const HaloMap& map) noexcept;
/// The cells of one side, seen as those points: a layout for passes over both sides at once.
Layout by_points(const Layout& layout, const HaloSide& side);
/// Dense values of one side.
struct HaloValues {
  BufferRef buffer;
  Layout layout;  ///< by points
};
HaloValues values_of(const HaloMap& map, const HaloSide& side, const Layout& layout, const BufferRef& buffer,
                     BufferPool& pool);
/// One side becomes what the other is. Every value is read before any is written.
void copy_side(const HaloMap& map, const BufferRef& to, const Layout& to_layout, const BufferRef& from,
               const Layout& from_layout, BufferPool& pool);

}  // namespace ops

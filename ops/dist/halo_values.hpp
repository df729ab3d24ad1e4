// ops/dist/halo_values.hpp: the values on one side of a halo, brought to the processes that own the cells of the other side.
// Knows who owns which cells; knows nothing of what is done with the values.
#pragma once

#include <cstddef>
#include <vector>

#include "ops/dist/halo_map.hpp"

namespace ops {

/// One side of a halo, and the dataset that it is of.
struct HaloEnd {
  HaloSide HaloMap::*side;  ///< &HaloMap::from or &HaloMap::to
  const Layout& layout;
};

/// What this process has to do of a halo.
struct HaloPart {
  HaloMap map;                    ///< the pairs whose cells on the side `owned` belong to this process
  std::vector<std::byte> values;  ///< of their cells on the other side: a dense array, components fastest, then axis 0, ..
};

/// To be called on every process; owners send to owners, nobody else takes part. @param buffer  has the values of `other`
HaloPart bring_values(const HaloMap& map, const HaloEnd& owned, const HaloEnd& other, const BufferRef& buffer);

}  // namespace ops

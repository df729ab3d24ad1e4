// ops/dist/halo_values.cpp: a halo cut into the parts of its processes.
#include "ops/dist/halo_values.hpp"

#include "ops/core/cells.hpp"
#include "ops/core/layout.hpp"

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

}  // namespace ops

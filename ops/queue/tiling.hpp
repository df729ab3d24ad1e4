// ops/queue/tiling.hpp: how large the tiles of a chain are, how many of its items go together, and what that gains.
// Knows bytes and caches; knows nothing of how tiles are done.
#pragma once

#include <cstddef>
#include <optional>

#include "ops/queue/chain.hpp"

namespace ops::queue {

/// What a machine can do.
struct Cores {
  int threads = 1;
  std::size_t cache = std::size_t{1} << 20;  ///< of one core alone [bytes]
};

struct Tiling {
  std::size_t items = 0;  ///< of the chain, that are done together
  Index tile{};           ///< cells of a tile along each axis
  int regions = 1;        ///< done at a time, one by each thread
  int across = 0;         ///< the axis that they lie along
  double untiled = 0, tiled = 0;  ///< predicted [s]
};

/// Of some items of the chain, from one on. @return nothing: that one had better be done alone
std::optional<Tiling> best_tiling(const Chain& chain, std::size_t from, const Cores& cores);

}  // namespace ops::queue

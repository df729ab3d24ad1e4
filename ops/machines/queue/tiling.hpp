// ops/machines/queue/tiling.hpp: chooses the size of tiles and the number of items per chain, and estimates the gain.
#pragma once

#include <cstddef>
#include <optional>

#include "ops/machines/queue/chain.hpp"

namespace ops::queue {

enum class Mode {
  off,
  where_faster,
  forced,  ///< wherever possible, for tests
};

/// What a machine can do, and what the user wants.
struct Settings {
  Mode mode = Mode::where_faster;
  int threads = 1;
  std::size_t cache = std::size_t{1} << 20;  ///< of one core alone [bytes]
  Index tile{};                              ///< cells of a tile along each axis; 0: as is best
  int depth = 0;                             ///< how far items may be ahead of others of their chain [cells]; 0: any
};

struct Tiling {
  std::size_t items = 0;          ///< of the chain, that are done together
  Index tile{};                   ///< cells of a tile along each axis
  int regions = 1;                ///< done at a time, one by each thread
  int across = 0;                 ///< the axis that they lie along
  double untiled = 0, tiled = 0;  ///< predicted [s]
  double moved = 0;               ///< by tiles, between memory and caches, predicted [bytes]
};

/// Of some items of the chain, from one on. @return nothing: that one had better be done alone
std::optional<Tiling> best_tiling(const Chain& chain, std::size_t from, const Settings& settings);

}  // namespace ops::queue

// ops/queue/tiling.cpp: a model of bytes that move between memory, the private cache and a core; all sizes are tried.
#include "ops/queue/tiling.hpp"

#include <algorithm>
#include <map>

namespace ops::queue {
namespace {

constexpr double memory_speed = 12e9, cache_speed = 60e9;  ///< of one core [bytes/s]
constexpr double call = 5e-7;                              ///< of a part of an item [s]
constexpr double row = 2e-8;                               ///< of a row of such a part [s]
constexpr double usable = 0.6;                             ///< of the private cache
constexpr double worth = 0.85;  ///< of the time of loops one by one, below which tiles are worth their while

/// One buffer, as a chain touches it.
struct Stream {
  double cell_bytes = 0;
  int passes = 0;            ///< over memory, by items one by one
  Index least{}, most{};     ///< how far items that touch it are ahead
};

class Model {
 public:
  Model(const Chain& chain, std::size_t first, std::size_t end) : chain_(chain) {
    for (std::size_t k = first; k < end; ++k) add(k);
  }
  double cells() const { return static_cast<double>(chain_.cells.volume()); }
  double untiled() const { return passes_ / memory_speed; }
  double footprint(const Index& tile) const {
    double bytes = 0;
    for (const auto& [memory, stream] : streams_) bytes += stream.cell_bytes * spread(stream, tile, true);
    return bytes;
  }
  double time(const Index& tile) const {
    double volume = 1, rows = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis) volume *= tile[axis], rows *= axis > 0 ? tile[axis] : 1;
    double bytes = 0;
    for (const auto& [memory, stream] : streams_) bytes += stream.cell_bytes * spread(stream, tile, true);
    double calls = 0;
    for (const Box& item : items_) calls += share(item, tile);
    const double one =
        1.3 * bytes / memory_speed + passes_ / cells() * volume / cache_speed + calls * (call + rows * row);
    return one * cells() / volume;
  }

 private:
  std::size_t dims() const { return static_cast<std::size_t>(chain_.dims); }
  void add(std::size_t k) {
    std::map<const std::byte*, int> seen;
    items_.push_back(chain_.items[k]->cells());
    const double part = static_cast<double>(chain_.items[k]->cells().volume());
    for (const Touch& touch : chain_.items[k]->touched()) {
      Stream& stream = streams_[touch.memory];
      const bool first = stream.passes++ == 0;
      stream.cell_bytes = std::max(stream.cell_bytes, static_cast<double>(touch.cell_bytes));
      for (std::size_t axis = 0; axis < dims(); ++axis) {
        stream.least[axis] = first ? chain_.ahead[k][axis] : std::min(stream.least[axis], chain_.ahead[k][axis]);
        stream.most[axis] = std::max(stream.most[axis], chain_.ahead[k][axis]);
      }
      int& how = seen[touch.memory];  // read, written, or both
      const int now = how | (touch.writes ? 2 : 1);
      if (now != how) passes_ += part * static_cast<double>(touch.cell_bytes);
      how = now;
    }
  }
  /// Of the tiles, how many an item has cells in.
  double share(const Box& item, const Index& tile) const {
    double part = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis)
      part *= std::min(1.0, static_cast<double>(item.extent(static_cast<int>(axis)) + tile[axis]) /
                                chain_.cells.extent(static_cast<int>(axis)));
    return part;
  }
  double spread(const Stream& stream, const Index& tile, bool rim) const {
    double cells = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis) {
      const int extent = chain_.cells.extent(static_cast<int>(axis));
      cells *= std::min(extent, tile[axis] + (rim ? stream.most[axis] - stream.least[axis] + 2 : 0));
    }
    return cells;
  }

  const Chain& chain_;
  std::map<const std::byte*, Stream> streams_;
  std::vector<Box> items_;
  double passes_ = 0;
};

/// Sizes of tiles along an axis.
std::vector<int> sizes(const Chain& chain, int axis) {
  const int extent = chain.cells.extent(axis);
  std::vector<int> all;
  for (int size = axis == 0 ? 128 : 4; size < extent; size *= 2) all.push_back(size);
  all.push_back(extent);
  return all;
}

void try_tiles(const Chain& chain, const Model& model, const Cores& cores, int axis, Index& tile, Tiling& best) {
  if (axis < 0) {
    if (model.footprint(tile) > usable * static_cast<double>(cores.cache)) return;
    const double time = model.time(tile);
    if (best.tiled == 0 || time < best.tiled) best.tiled = time, best.tile = tile;
    return;
  }
  for (const int size : sizes(chain, axis)) {
    tile[static_cast<std::size_t>(axis)] = size;
    try_tiles(chain, model, cores, axis - 1, tile, best);
  }
}

/// How many regions have room for their own part and what lies between.
int regions_of(const Chain& chain, std::size_t items, int across, int threads) {
  const auto axis = static_cast<std::size_t>(across);
  int ahead = 0, behind = 0;
  for (std::size_t k = 0; k < items; ++k) {
    ahead = std::max(ahead, chain.ahead[k][axis]);
    behind = std::max(behind, chain.behind[k][axis]);
  }
  const int most = chain.cells.extent(across) / (2 * (ahead + behind) + 32);
  return std::clamp(most, 1, threads);
}

}  // namespace

std::optional<Tiling> best_tiling(const Chain& chain, const Cores& cores) {
  std::optional<Tiling> found;
  const std::size_t all = chain.items.size();
  for (std::size_t pieces = 1; pieces <= all / 2; ++pieces) {
    Tiling one;
    one.items = (all + pieces - 1) / pieces;
    one.across = chain.dims - 1;
    const Model model(chain, 0, one.items);
    one.untiled = model.untiled();
    Index tile{1, 1, 1, 1, 1};
    try_tiles(chain, model, cores, chain.dims - 1, tile, one);
    if (one.tiled == 0 || one.tiled > worth * one.untiled) continue;
    one.regions = regions_of(chain, one.items, one.across, cores.threads);
    one.tiled *= static_cast<double>(cores.threads) / one.regions;
    if (!found || one.tiled / one.untiled < found->tiled / found->untiled) found = one;
  }
  return found;
}

}  // namespace ops::queue

// ops/queue/tiling.cpp: a model of bytes that move between memory, the private cache and a core; all sizes are tried.
#include "ops/queue/tiling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace ops::queue {
namespace {

constexpr double memory_speed = 12e9, cache_speed = 50e9;  ///< of one core [bytes/s]
constexpr double call = 5e-7;                              ///< of a part of an item [s]
constexpr double row = 2e-8;                               ///< of a row of such a part [s]
constexpr double usable = 0.7;                             ///< of the private cache
constexpr double worth = 0.9;  ///< of the time of loops one by one, below which tiles are worth their while

/// One buffer, as a chain touches it.
struct Stream {
  double bytes = 0;  ///< of a cell
  bool written = false;
  double since = 0;       ///< bytes a cell that had been touched when it was touched last
  Index least{}, most{};  ///< how far items that touch it are ahead
  double part = 0;        ///< of the chain's cells
};

/// The items of a chain up to some one, tile by tile, against one by one.
class Model {
 public:
  explicit Model(const Chain& chain) : chain_(chain) {}

  void add(std::size_t k) {
    const Item& item = *chain_.items[k];
    const double part = static_cast<double>(item.cells().volume()) / static_cast<double>(chain_.cells.volume());
    items_.push_back(item.cells());
    std::vector<const std::byte*> done;
    for (const Touch& touch : item.touched()) {
      Stream& stream = streams_[touch.memory];
      const auto bytes = static_cast<double>(touch.cell_bytes);
      untiled_ += part * bytes;
      passes_ += part * bytes;
      stream.written = stream.written || touch.writes;
      if (std::ranges::find(done, touch.memory) != done.end()) continue;
      done.push_back(touch.memory);
      touch_stream(stream, bytes, part, k);
    }
  }

  double untiled() const { return untiled_ * cells() / memory_speed; }
  double time(const Index& tile, double cache) const {
    double volume = 1, rows = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis) volume *= tile[axis], rows *= axis > 0 ? tile[axis] : 1;
    double moved = 0;
    for (const auto& [memory, stream] : streams_)
      moved += stream.part * stream.bytes * rim(stream, tile) * (stream.written ? 2 : 1);
    for (const auto& [distance, bytes] : again_)
      if (1.15 * distance * volume > cache) moved += bytes;
    double calls = 0;
    for (const Box& item : items_) calls += share(item, tile);
    return cells() * (moved / memory_speed + passes_ / cache_speed + calls * (call + rows * row) / volume);
  }

 private:
  struct Again {
    double distance, bytes;  ///< a cell: touched since, touched now
  };

  std::size_t dims() const { return static_cast<std::size_t>(chain_.dims); }
  double cells() const { return static_cast<double>(chain_.cells.volume()); }
  void touch_stream(Stream& stream, double bytes, double part, std::size_t k) {
    if (stream.part > 0) {
      again_.push_back({touched_ - stream.since, part * bytes * (stream.written ? 2 : 1)});
    } else {
      stream.bytes = bytes;
      stream.least = stream.most = chain_.ahead[k];
    }
    stream.part = std::max(stream.part, part);
    for (std::size_t axis = 0; axis < dims(); ++axis) {
      stream.least[axis] = std::min(stream.least[axis], chain_.ahead[k][axis]);
      stream.most[axis] = std::max(stream.most[axis], chain_.ahead[k][axis]);
    }
    touched_ += part * bytes;
    stream.since = touched_;
  }
  /// How often a cell comes from memory, as it belongs to several tiles; what the tile before along axis 0 had is still
  /// there, in part.
  double rim(const Stream& stream, const Index& tile) const {
    double times = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis)
      if (tile[axis] < chain_.cells.extent(static_cast<int>(axis)))
        times *= 1 + (axis == 0 ? 0.5 : 1.0) * (stream.most[axis] - stream.least[axis]) / tile[axis];
    return times;
  }
  /// Of the tiles, how many an item has cells in.
  double share(const Box& item, const Index& tile) const {
    double part = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis)
      part *= std::min(1.0, static_cast<double>(item.extent(static_cast<int>(axis)) + tile[axis]) /
                                chain_.cells.extent(static_cast<int>(axis)));
    return part;
  }

  const Chain& chain_;
  std::unordered_map<const std::byte*, Stream> streams_;
  std::vector<Again> again_;
  std::vector<Box> items_;
  double untiled_ = 0, passes_ = 0, touched_ = 0;  ///< bytes a cell
};

/// Sizes of tiles along an axis.
std::vector<int> sizes(const Chain& chain, int axis) {
  const int extent = chain.cells.extent(axis);
  std::vector<int> all;
  for (int size = axis == 0 ? 64 : 4; size < extent; size *= 2) all.push_back(size);
  all.push_back(extent);
  return all;
}

void try_tiles(const Chain& chain, const Model& model, double cache, int axis, Index& tile, Tiling& best) {
  if (axis < 0) {
    const double time = model.time(tile, cache);
    if (best.tiled == 0 || time < best.tiled) best.tiled = time, best.tile = tile;
    return;
  }
  for (const int size : sizes(chain, axis)) {
    tile[static_cast<std::size_t>(axis)] = size;
    try_tiles(chain, model, cache, axis - 1, tile, best);
  }
}

/// How many regions have room for their own part and what lies between.
int regions_of(const Chain& chain, std::size_t from, std::size_t end, int across, int threads) {
  const auto axis = static_cast<std::size_t>(across);
  const auto spread = [&](const std::vector<Index>& leads) {
    const auto [least, most] = std::minmax_element(leads.begin() + static_cast<std::ptrdiff_t>(from), leads.begin() + static_cast<std::ptrdiff_t>(end), [&](const Index& a, const Index& b) { return a[axis] < b[axis]; });
    return (*most)[axis] - (*least)[axis];
  };
  const int most = chain.cells.extent(across) / (2 * (spread(chain.ahead) + spread(chain.behind)) + 32);
  return std::clamp(most, 1, threads);
}

/// After so many items it is worth looking how much tiles gain.
std::size_t next_length(std::size_t length) { return length < 4 ? length + 1 : length + (length + 3) / 4; }

}  // namespace

std::optional<Tiling> best_tiling(const Chain& chain, std::size_t from, const Cores& cores) {
  std::optional<Tiling> found;
  Model model(chain);
  const std::size_t all = chain.items.size() - from;
  std::size_t look = 2;
  for (std::size_t length = 1; length <= all; ++length) {
    model.add(from + length - 1);
    if (length != all && length != look) continue;
    look = next_length(length);
    if (length < 2) continue;
    Tiling one;
    one.items = length;
    one.across = chain.dims - 1;
    one.untiled = model.untiled();
    Index tile{1, 1, 1, 1, 1};
    try_tiles(chain, model, usable * static_cast<double>(cores.cache), chain.dims - 1, tile, one);
    one.regions = regions_of(chain, from, from + length, one.across, cores.threads);
    one.tiled *= static_cast<double>(cores.threads) / one.regions;
    if (one.tiled < worth * one.untiled && (!found || one.tiled / one.untiled < found->tiled / found->untiled))
      found = one;
  }
  return found;
}

}  // namespace ops::queue

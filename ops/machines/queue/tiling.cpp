// ops/machines/queue/tiling.cpp: models the bytes that move between memory, the private cache and a core, and tries all
// tile sizes.
#include "ops/machines/queue/tiling.hpp"

#include <algorithm>
#include <unordered_map>

namespace ops::queue {
namespace {

constexpr double memory_speed = 16e9, cache_speed = 80e9, load_speed = 200e9;  ///< of one core [bytes/s]
constexpr double call = 1e-6;                                                  ///< of a part of an item [s]
constexpr double row = 5e-8;                                                   ///< of a row of such a part [s]
constexpr double usable = 0.7;                                                 ///< of the private cache
constexpr double past_caches = 1.5;  ///< what a byte costs that is written and not read: more than one that is read
constexpr double worth = 1.05;       ///< tiles that would take longer than that many times one by one are not tried
constexpr double shortest = 1e-4;    ///< a chain that tiles are worth thinking of [s]

constexpr double negligible = 0.01;  ///< of the chain's cells: calls for items that have less of them do not count

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
    double passes = 0;
    std::vector<const std::byte*> done;
    for (const ItemAccess& touch : item.touched()) {
      Stream& stream = streams_[touch.memory];
      const auto bytes = static_cast<double>(touch.cell_bytes);
      untiled_ += part * bytes * (touch.writes && !reads(item, touch) ? past_caches : 1);
      passes += part * bytes;
      stream.written = stream.written || touch.writes;
      if (std::ranges::find(done, touch.memory) != done.end()) continue;
      done.push_back(touch.memory);
      touch_stream(stream, bytes, part, k);
    }
    parts_.push_back({item.cells(), part > negligible, beyond(item),
                      std::max(passes / cache_speed, part * item.loaded() / load_speed)});
  }

  double untiled() const { return untiled_ * cells() / memory_speed; }
  /// @return  bytes between memory and caches
  double moved(const Index& tile, double cache) const {
    const double volume = volume_of(tile);
    double all = 0;
    for (const auto& [memory, stream] : streams_)
      all += stream.part * stream.bytes * rim(stream, tile) * (stream.written ? 2 : 1);
    for (const auto& [distance, bytes] : again_)
      if (1.15 * distance * volume > cache) all += bytes;
    return cells() * all;
  }
  double time(const Index& tile, double cache) const {
    const double volume = volume_of(tile), rows = volume / tile[0];
    double core = 0, calls = 0;
    for (const Part& part : parts_) {
      const double more = with_rim(part, tile);
      core += more * part.core;
      if (part.counts) calls += share(part.cells, tile) * (call + more * rows * row);
    }
    return moved(tile, cache) / memory_speed + cells() * (core + calls / volume);
  }

 private:
  struct Recomputing {
    double distance, bytes;  ///< a cell: touched since, touched now
  };
  struct Part {
    Box cells;
    bool counts;   ///< as calls
    Index beyond;  ///< points done outside of a tile, along each axis
    double core;   ///< a cell, if all is in the cache [s]
  };

  static bool reads(const Item& item, const ItemAccess& written) {
    return std::ranges::any_of(item.touched(),
                               [&](const ItemAccess& one) { return !one.writes && one.memory == written.memory; });
  }
  std::size_t dims() const { return static_cast<std::size_t>(chain_.dims); }
  double volume_of(const Index& tile) const {
    double volume = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis) volume *= tile[axis];
    return volume;
  }
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
  Index beyond(const Item& item) const {
    Index all{};
    for (std::size_t axis = 0; axis < dims(); ++axis)
      all[axis] = std::min(item.does().extent(static_cast<int>(axis)) - 1, chain_.cells.extent(static_cast<int>(axis)));
    return all;
  }
  /// Points of an item that are done for a tile, over its cells.
  double with_rim(const Part& part, const Index& tile) const {
    double all = 1;
    for (std::size_t axis = 0; axis < dims(); ++axis) all *= 1 + static_cast<double>(part.beyond[axis]) / tile[axis];
    return all;
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
  std::vector<Recomputing> again_;
  std::vector<Part> parts_;
  double untiled_ = 0, touched_ = 0;  ///< bytes a cell
};

/// Finds the best tile for the items that a model has.
class Search {
 public:
  Search(const Chain& chain, const Model& model, const Settings& settings)
      : chain_(chain), model_(model), settings_(settings) {
    best_.across = chain.dims - 1;
    best_.untiled = model.untiled();
    Index tile{1, 1, 1, 1, 1};
    along(chain.dims - 1, tile);
  }
  const Tiling& best() const noexcept { return best_; }

 private:
  /// Sizes of tiles along an axis.
  std::vector<int> sizes(int axis) const {
    if (const int wanted = settings_.tile[static_cast<std::size_t>(axis)]; wanted > 0) return {wanted};
    const int extent = chain_.cells.extent(axis);
    std::vector<int> all;
    for (int size = axis == 0 ? shortest_row : fewest_rows; size < extent; size *= 2) all.push_back(size);
    all.push_back(extent);
    return all;
  }
  void along(int axis, Index& tile) {
    if (axis < 0) {
      const double cache = usable * static_cast<double>(settings_.cache), time = model_.time(tile, cache);
      if (best_.tiled > 0 && time >= best_.tiled) return;
      best_.tiled = time;
      best_.moved = model_.moved(tile, cache);
      best_.tile = tile;
      return;
    }
    for (const int size : sizes(axis)) {
      tile[static_cast<std::size_t>(axis)] = size;
      along(axis - 1, tile);
    }
  }

  static constexpr int shortest_row = 128, fewest_rows = 4;
  const Chain& chain_;
  const Model& model_;
  const Settings& settings_;
  Tiling best_;
};

/// How far items [from, end) are ahead of one another, or behind.
int spread(const std::vector<Index>& leads, std::size_t from, std::size_t end, std::size_t axis) {
  const auto at = [&](std::size_t k) { return leads.begin() + static_cast<std::ptrdiff_t>(k); };
  const auto [least, most] =
      std::minmax_element(at(from), at(end), [axis](const Index& a, const Index& b) { return a[axis] < b[axis]; });
  return (*most)[axis] - (*least)[axis];
}

/// How many regions have room for their own part and what lies between.
int regions_of(const Chain& chain, std::size_t from, std::size_t end, int across, int threads) {
  const auto axis = static_cast<std::size_t>(across);
  const int between = spread(chain.ahead, from, end, axis) + spread(chain.behind, from, end, axis);
  return std::clamp(chain.cells.extent(across) / (2 * between + 32), 1, threads);
}

bool too_deep(const Chain& chain, std::size_t from, std::size_t end, int depth) {
  for (std::size_t axis = 0; depth > 0 && axis < static_cast<std::size_t>(chain.dims); ++axis)
    if (spread(chain.ahead, from, end, axis) > depth) return true;
  return false;
}

/// After so many items it is worth looking how much tiles gain.
std::size_t next_length(std::size_t length) { return length < 4 ? length + 1 : length + length / 2; }

}  // namespace

std::optional<Tiling> best_tiling(const Chain& chain, std::size_t from, const Settings& settings) {
  std::optional<Tiling> found;
  Model model(chain);
  const std::size_t all = chain.items.size() - from;
  const bool forced = settings.mode == Mode::forced;
  for (std::size_t length = 1, look = 2; length <= all; ++length) {
    if (too_deep(chain, from, from + length, settings.depth)) break;
    model.add(from + length - 1);
    if (length < 2 || (length != all && length != look)) continue;
    look = next_length(length);
    Tiling one = Search(chain, model, settings).best();
    one.items = length;
    one.regions = regions_of(chain, from, from + length, one.across, settings.threads);
    one.untiled /= settings.threads;
    one.tiled /= one.regions;
    const bool gains = one.untiled > shortest && one.tiled < worth * one.untiled &&
                       (!found || one.tiled / one.untiled < found->tiled / found->untiled);
    if (gains || forced) found = one;
  }
  return found;
}

}  // namespace ops::queue

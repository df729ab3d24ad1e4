// ops/queue/tiling.cpp: a model of bytes that move between memory, the private cache and a core; all sizes are tried.
#include "ops/queue/tiling.hpp"

#include <algorithm>
#include <unordered_map>

namespace ops::queue {
namespace {

constexpr double memory_speed = 16e9, cache_speed = 40e9;  ///< of one core [bytes/s]
constexpr double call = 1e-6;                              ///< of a part of an item [s]
constexpr double row = 5e-8;                               ///< of a row of such a part [s]
constexpr double usable = 0.7;                             ///< of the private cache
constexpr double worth = 0.7;  ///< of the time of loops one by one, below which tiles are worth their while

constexpr double small = 0.01;  ///< of the chain's cells: calls for items that have less of them do not count

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
    if (part > small) items_.push_back(item.cells());
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
      const double time = model_.time(tile, usable * static_cast<double>(settings_.cache));
      if (best_.tiled == 0 || time < best_.tiled) best_.tiled = time, best_.tile = tile;
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
    one.tiled *= static_cast<double>(settings.threads) / one.regions;
    const bool gains =
        one.tiled < worth * one.untiled && (!found || one.tiled / one.untiled < found->tiled / found->untiled);
    if (gains || forced) found = one;
  }
  return found;
}

}  // namespace ops::queue

// ops/queue/plans.hpp: what is best for chains that repeat. What the model is not sure of is tried both ways.
// Knows kinds of items and seconds; knows nothing of how they are done.
#pragma once

#include <chrono>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "ops/queue/tiling.hpp"

namespace ops::queue {

/// Some items of a chain: all tile by tile, or one by one.
struct Stretch {
  Stretch(std::size_t count, const std::optional<Tiling>& tiles) : items(count), tiling(tiles) {}

  std::size_t items;
  std::optional<Tiling> tiling;  ///< nothing: one by one

  /// Which of both, this time.
  bool by_tiles(Mode mode) const noexcept;
  void took(bool tiles, double seconds) noexcept;

 private:
  static constexpr double sure = 0.6;         ///< of the time one by one: tiles are not compared then
  static constexpr int alone = 2, tiled = 1;  ///< how often each is tried

  int runs_[2] = {};
  double best_[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
};

/// Remembers what has been found out.
class Plans {
 public:
  /// Of these items, which come one after another. Valid until the next call.
  std::vector<Stretch>& of(std::span<const std::unique_ptr<Item>> items, const Settings& settings);

 private:
  std::unordered_map<std::uint64_t, std::vector<Stretch>> known_;
};

}  // namespace ops::queue

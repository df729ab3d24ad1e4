// ops/machines/queue/tiling_plans.hpp: stores the best tiling of chains that repeat. If the model predicts that tiles
// may be faster, both variants are measured.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ops/machines/queue/tiling.hpp"

namespace ops::queue {

/// Some items of a chain: all tile by tile, or one by one.
struct Stretch {
  Stretch(std::size_t count, const std::optional<Tiling>& tiles) : items(count), tiling(tiles) {}

  std::size_t items;
  std::optional<Tiling> tiling;  ///< nothing: one by one
  std::string loops;             ///< names of some
  int runs[2] = {};              ///< one by one, and by tiles
  double seconds[2] = {};        ///< that these took

  /// Which of both, this time: each has been tried before it is decided.
  bool by_tiles(Mode mode) const noexcept;
  void took(bool tiles, double time) noexcept;

 private:
  static constexpr double sure = 0.7;     ///< of the time one by one: tiles come first then
  static constexpr double clearly = 1.4;  ///< times as fast, as the model said: that is believed
  static constexpr unsigned tried = 4;    ///< first runs, one of which is done the less likely way

  double best_[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
};

/// Remembers what has been found out.
class Plans {
 public:
  /// Of these items, which come one after another. Valid until the next call.
  std::vector<Stretch>& of(std::span<const std::unique_ptr<Item>> items, const Settings& settings);
  /// What has been done by tiles; what took longest comes first.
  std::vector<Stretch> chains() const;

 private:
  std::unordered_map<std::uint64_t, std::vector<Stretch>> known_;
};

}  // namespace ops::queue

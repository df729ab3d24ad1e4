// ops/machines/queue/tile_walk.cpp: executes regions concurrently, then the gaps between them, each tile by tile in the
// order of axes.
#include "ops/machines/queue/tile_walk.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace ops::queue {
namespace {

class Walk {
 public:
  using Clock = std::chrono::steady_clock;

  Walk(const Chain& chain, const Tiling& tiling, Machine& machine)
      : chain_(chain),
        tiling_(tiling),
        machine_(machine),
        across_(static_cast<std::size_t>(tiling.across)),
        took_(chain.items.size()) {
    const Box& cells = chain.cells;
    const int lo = cells.lo[across_], extent = cells.extent(tiling.across);
    ahead_ = chain.most_ahead();
    const int between = ahead_[across_] + chain.most_behind()[across_];
    int least = std::max(chain.first_border[across_], chain.first_cut[across_]);
    for (int k = 1; k < tiling.regions; ++k) {
      const int border = lo + static_cast<int>(std::int64_t{extent} * k / tiling.regions);
      if (border >= least && border <= chain.last_border[across_]) {
        borders_.push_back(border);
        least = border + between;
      }
    }
  }
  std::vector<double> took() const {
    std::vector<double> all(took_.begin(), took_.end());
    for (double& seconds : all) seconds /= regions();
    return all;
  }
  int regions() const { return static_cast<int>(borders_.size()) + 1; }
  int gaps() const { return static_cast<int>(borders_.size()); }

  void region(int number) const {
    const int from = number == 0 ? -everywhere : borders_[static_cast<std::size_t>(number) - 1];
    const int to = number == gaps() ? everywhere : borders_[static_cast<std::size_t>(number)];
    tiles(
        chain_.dims - 1, {},
        [&](std::size_t k, Box part) {
          if (number > 0) part.lo[across_] = std::max(part.lo[across_], from + chain_.behind[k][across_]);
          if (number < gaps()) part.hi[across_] = std::min(part.hi[across_], to - chain_.ahead[k][across_]);
          return part;
        },
        std::max(from, chain_.cells.lo[across_]), std::min(to, chain_.cells.hi[across_] + ahead_[across_]));
  }
  void gap(int number) const {
    const int border = borders_[static_cast<std::size_t>(number)];
    tiles(
        chain_.dims - 1, {},
        [&](std::size_t k, Box part) {
          part.lo[across_] = std::max(part.lo[across_], border - chain_.ahead[k][across_]);
          part.hi[across_] = std::min(part.hi[across_], border + chain_.behind[k][across_]);
          return part;
        },
        border, border);
  }

 private:
  /// A tile: between cuts along each axis, before items are ahead.
  struct Cuts {
    Index lo{-everywhere, -everywhere, -everywhere, -everywhere, -everywhere},
        hi{everywhere, everywhere, everywhere, everywhere, everywhere};
  };

  /// @param from, to  where cuts along `across` may lie
  template <class Limit>
  void tiles(int axis, Cuts cuts, const Limit& limit, int from, int to) const {
    if (axis < 0) return tile(cuts, limit);
    const auto a = static_cast<std::size_t>(axis);
    const bool split = a == across_;
    const int begin = split ? from : chain_.cells.lo[a], end = split ? to : chain_.cells.hi[a] + ahead_[a];
    const int size = tiling_.tile[a];
    cuts.lo[a] = -everywhere;
    for (std::int64_t cut = std::max<std::int64_t>(std::int64_t{begin} + size, chain_.first_cut[a]); cut < end;
         cut += size) {
      cuts.hi[a] = static_cast<int>(cut);
      tiles(axis - 1, cuts, limit, from, to);
      cuts.lo[a] = cuts.hi[a];
    }
    cuts.hi[a] = everywhere;
    tiles(axis - 1, cuts, limit, from, to);
  }
  template <class Limit>
  void tile(const Cuts& cuts, const Limit& limit) const {
    for (std::size_t k = 0; k < chain_.items.size(); ++k) {
      const Item& item = *chain_.items[k];
      Box part = item.cells();
      for (std::size_t axis = 0; axis < static_cast<std::size_t>(chain_.dims); ++axis) {
        part.lo[axis] = std::max(part.lo[axis], cuts.lo[axis] - chain_.ahead[k][axis]);
        part.hi[axis] = std::min(part.hi[axis], cuts.hi[axis] - chain_.ahead[k][axis]);
      }
      part = limit(k, part);
      if (part.empty()) continue;
      const auto begin = item.charged != nullptr ? Clock::now() : Clock::time_point{};
      item.run(machine_, part, chain_.stays[k] != 0);
      if (item.charged != nullptr)
        took_[k].fetch_add(std::chrono::duration<double>(Clock::now() - begin).count(), std::memory_order_relaxed);
    }
  }

  const Chain& chain_;
  const Tiling& tiling_;
  Machine& machine_;
  std::size_t across_;
  std::vector<int> borders_;
  Index ahead_{};
  mutable std::vector<std::atomic<double>> took_;  ///< by each item, in all regions [s]
};

}  // namespace

std::vector<double> walk(const Chain& chain, const Tiling& tiling, Machine& machine, const ParallelFor& parallel) {
  const Walk all(chain, tiling, machine);
  parallel(all.regions(), [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t k = first; k < last; ++k) all.region(static_cast<int>(k));
  });
  if (all.gaps() > 0)
    parallel(all.gaps(), [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t k = first; k < last; ++k) all.gap(static_cast<int>(k));
    });
  return all.took();
}

}  // namespace ops::queue

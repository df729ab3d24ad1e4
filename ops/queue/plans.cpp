// ops/queue/plans.cpp: a number for what a plan follows from: kinds, cells and what is touched, but not in which
// memory. Sequences that share a number are done right all the same: only how fast they are depends on plans.
#include "ops/queue/plans.hpp"

#include <algorithm>

namespace ops::queue {
namespace {

class Number {
 public:
  void add(std::uint64_t part) noexcept { value_ = (value_ ^ part) * 0x9E3779B97F4A7C15u ^ value_ >> 29; }
  void add(const Box& box) noexcept {
    for (std::size_t axis = 0; axis < max_dim; ++axis) {
      add(static_cast<std::uint64_t>(box.lo[axis]));
      add(static_cast<std::uint64_t>(box.hi[axis]));
    }
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0x243F6A8885A308D3u;
};

/// Of small items only what they do counts: the row of a time series is another one in each step.
std::uint64_t number_of(std::span<const std::unique_ptr<Item>> items) {
  constexpr std::int64_t small = 32;  // of the largest item
  std::int64_t largest = 0;
  for (const auto& item : items) largest = std::max(largest, item->cells().volume());
  Number number;
  for (const auto& item : items) {
    number.add(item->kind());
    if (small * item->cells().volume() < largest) continue;
    number.add(item->cells());
    for (const Touch& touch : item->touched()) {
      number.add(touch.reach);
      number.add(2 * touch.cell_bytes + (touch.writes ? 1 : 0));
    }
  }
  return number.value();
}

/// One after another of items that nothing is gained for belong together.
void add_alone(std::vector<Stretch>& plan, std::size_t items) {
  if (plan.empty() || plan.back().tiling) plan.emplace_back(0, std::nullopt);
  plan.back().items += items;
}

std::vector<Stretch> made_for(std::span<const std::unique_ptr<Item>> items, const Settings& settings) {
  std::vector<Stretch> plan;
  while (!items.empty()) {
    const Chain chain = chain_of(items);
    for (std::size_t from = 0; from < chain.items.size();) {
      const std::optional<Tiling> tiling = best_tiling(chain, from, settings);
      // where nothing is gained from one item on, little is from the next
      const std::size_t count = tiling ? tiling->items : 1 + (chain.items.size() - from) / 8;
      if (tiling) plan.emplace_back(count, tiling);
      else add_alone(plan, count);
      from += count;
    }
    items = items.subspan(chain.items.size());
  }
  return plan;
}

}  // namespace

bool Stretch::by_tiles(Mode mode) const noexcept {
  if (!tiling || mode == Mode::forced || tiling->tiled < sure * tiling->untiled) return tiling.has_value();
  if (runs_[0] < alone || runs_[1] < tiled) return runs_[1] < std::min(runs_[0], tiled);
  return best_[1] <= best_[0];
}

void Stretch::took(bool tiles, double seconds) noexcept {
  ++runs_[tiles ? 1 : 0];
  best_[tiles ? 1 : 0] = std::min(best_[tiles ? 1 : 0], seconds);
}

std::vector<Stretch>& Plans::of(std::span<const std::unique_ptr<Item>> items, const Settings& settings) {
  constexpr std::size_t many = 1024;
  const std::uint64_t number = number_of(items);
  if (known_.size() >= many && !known_.contains(number)) known_.clear();
  const auto [found, unknown] = known_.try_emplace(number);
  if (unknown) found->second = made_for(items, settings);
  return found->second;
}

}  // namespace ops::queue

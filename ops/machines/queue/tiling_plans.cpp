// ops/machines/queue/tiling_plans.cpp: hashes the properties on which a plan depends: kinds, cells and accesses, but
// not the memory. If two sequences have the same hash, results stay correct; only their speed depends on the plan.
#include "ops/machines/queue/tiling_plans.hpp"

#include <algorithm>
#include <bit>
#include <functional>

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
    for (const ItemAccess& touch : item->touched()) {
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

/// Of `all` items in parts that are about as long as that, the first, and its share of what was predicted.
Tiling even_part(std::size_t all, Tiling wanted) {
  const std::size_t parts = (all + wanted.items - 1) / wanted.items, items = (all + parts - 1) / parts;
  const double share = static_cast<double>(items) / static_cast<double>(wanted.items);
  for (double* const predicted : {&wanted.untiled, &wanted.tiled, &wanted.moved}) *predicted *= share;
  wanted.items = items;
  return wanted;
}

std::vector<Stretch> made_for(std::span<const std::unique_ptr<Item>> items, const Settings& settings) {
  std::vector<Stretch> plan;
  while (!items.empty()) {
    const Chain chain = chain_of(items);
    for (std::size_t from = 0; from < chain.items.size();) {
      const std::size_t left = chain.items.size() - from;
      std::optional<Tiling> tiling = best_tiling(chain, from, settings);
      if (tiling) tiling = even_part(left, *tiling);
      // where nothing is gained from one item on, little is from the next
      const std::size_t count = tiling ? tiling->items : 1 + left / 8;
      if (tiling) plan.emplace_back(count, tiling);
      else add_alone(plan, count);
      from += count;
    }
    items = items.subspan(chain.items.size());
  }
  return plan;
}

}  // namespace

/// Where it is close, the other way is tried again from time to time: what was measured first may have touched new
/// memory.
bool Stretch::by_tiles(Mode mode) const noexcept {
  if (!tiling || mode == Mode::forced) return tiling.has_value();
  const bool likely = tiling->tiled < sure * tiling->untiled;
  const auto all = static_cast<unsigned>(runs[0] + runs[1]);
  if (all < tried) return likely ? all < tried - 1 : all == 1;
  const bool clear = likely && clearly * best_[1] < best_[0],
             again = all >= 2 * tried && std::has_single_bit(all) && !clear;
  return (best_[1] <= best_[0]) != again;
}

void Stretch::took(bool tiles, double time) noexcept {
  const int way = tiles ? 1 : 0;
  ++runs[way];
  seconds[way] += time;
  best_[way] = std::min(best_[way], time);
}

std::vector<Stretch>& Plans::of(std::span<const std::unique_ptr<Item>> items, const Settings& settings) {
  constexpr std::size_t many = 1024;
  const std::uint64_t number = number_of(items);
  if (known_.size() >= many && !known_.contains(number)) known_.clear();
  const auto [found, unknown] = known_.try_emplace(number);
  if (unknown) found->second = made_for(items, settings);
  return found->second;
}

std::vector<Stretch> Plans::chains() const {
  std::vector<Stretch> all;
  for (const auto& [number, plan] : known_)
    for (const Stretch& stretch : plan)
      if (stretch.runs[1] > 0) all.push_back(stretch);
  std::ranges::sort(all, std::greater<>(), [](const Stretch& one) { return one.seconds[1]; });
  return all;
}

}  // namespace ops::queue

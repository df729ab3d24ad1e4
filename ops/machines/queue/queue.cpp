// ops/machines/queue/queue.cpp: groups items into chains, and divides chains into tiles.
#include "ops/machines/queue/queue.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "ops/machines/queue/tile_walk.hpp"
#include "ops/support/interruption.hpp"
#include "ops/support/timing.hpp"

namespace ops::queue {
namespace {

struct All {
  std::mutex mutex;
  std::vector<Queue*> queues;
};
All& all() {
  static All* const one = new All;  // outlives every instance
  return *one;
}

using Clock = std::chrono::steady_clock;
/// The first of a chain's loops that are charged to somebody.
std::string loops_of(const Chain& chain) {
  constexpr std::size_t few = 3;
  std::vector<std::string> all;
  for (const auto& item : chain.items)
    if (item->charged != nullptr && std::ranges::find(all, item->charged->name) == all.end())
      all.push_back(item->charged->name);
  std::string text;
  for (std::size_t k = 0; k < std::min(all.size(), few); ++k) text += (k > 0 ? ", " : "") + all[k];
  return all.size() > few ? text + ", .." : text;
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

Queue::Queue(std::shared_ptr<Machine> machine, ParallelFor parallel, const Settings& settings)
    : machine_(std::move(machine)), parallel_(std::move(parallel)), settings_(settings) {
  const std::lock_guard alone(all().mutex);
  all().queues.push_back(this);
}

Queue::~Queue() {
  {
    const std::lock_guard alone(all().mutex);
    std::erase(all().queues, this);
  }
  drop();
}

void Queue::drop() noexcept {
  items_.clear();
  empty_ = true;
}

void Queue::set(const Settings& settings) {
  finish();
  settings_ = settings;
  plans_ = {};
}

/// Sequences are cut where they begin again: so those of time steps are alike, and what is known of one holds for all.
/// What comes before the first step, and never again, does not count for ever.
bool Queue::long_enough(const Item& next) const noexcept {
  const auto begins_again = [&](const auto& item) {
    return item->kind() == next.kind() && item->cells() == next.cells();
  };
  if (items_.size() < some) return false;
  if (items_.size() >= most || begins_again(items_[0])) return true;
  return items_.size() >= many && std::ranges::any_of(items_, begins_again);
}

void Queue::add(std::unique_ptr<Item> item, LoopTiming* charged) {
  item->charged = charged;
  const std::lock_guard alone(mutex_);
  if (!items_.empty() && (long_enough(*item) || !(mode_ == FloatMode::present()))) finish_mine();
  if (items_.empty()) mode_ = FloatMode::present();
  items_.push_back(std::move(item));
  empty_ = false;
}

void Queue::finish() {
  if (empty_) return;
  const std::lock_guard alone(mutex_);
  finish_mine();
}

void Queue::finish_mine() {
  const std::vector<std::unique_ptr<Item>> items = std::exchange(items_, {});
  const InFloatMode same(mode_);
  std::span<const std::unique_ptr<Item>> rest(items);
  for (Stretch& stretch : plans_.of(items, settings_)) {
    run(rest.first(stretch.items), stretch);
    rest = rest.subspan(stretch.items);
  }
  empty_ = true;
}

void Queue::run(std::span<const std::unique_ptr<Item>> items, Stretch& stretch) {
  may_interrupt();
  const auto begin = Clock::now();
  counts_.items += items.size();
  const bool tiles = stretch.by_tiles(settings_.mode);
  if (tiles) {
    const Chain chain = chain_of(items);
    if (stretch.loops.empty()) stretch.loops = loops_of(chain);
    const std::vector<double> took = walk(chain, *stretch.tiling, *machine_, parallel_);
    for (std::size_t k = 0; k < took.size(); ++k) charge(*chain.items[k], took[k]);
    ++counts_.chains;
    counts_.tiled += chain.items.size();
    items = items.subspan(chain.items.size());
  }
  for (const auto& item : items) {
    may_interrupt();
    const auto start = item->charged != nullptr ? Clock::now() : begin;
    item->run_whole(*machine_);
    if (item->charged != nullptr) charge(*item, seconds_since(start));
  }
  stretch.took(tiles, seconds_since(begin));
}

void Queue::charge(const Item& item, double seconds) {
  if (item.charged == nullptr) return;
  item.charged->add(seconds);
  item.charged->waited = true;
  charged_ += seconds;
}

void finish_all() {
  const std::lock_guard alone(all().mutex);
  for (Queue* const queue : all().queues) queue->finish();
}

}  // namespace ops::queue

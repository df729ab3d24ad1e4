// ops/queue/queue.cpp: from items to chains, and from chains to tiles.
#include "ops/queue/queue.hpp"

#include <utility>

#include "ops/queue/walk.hpp"

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
bool Queue::long_enough(const Item& next) const noexcept {
  if (items_.size() >= most) return true;
  return items_.size() >= some && next.kind() == items_[0]->kind() && next.cells() == items_[0]->cells();
}

void Queue::add(std::unique_ptr<Item> item) {
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
  const auto begin = std::chrono::steady_clock::now();
  counts_.items += items.size();
  const bool tiles = stretch.by_tiles(settings_.mode);
  if (tiles) {
    const Chain chain = chain_of(items);
    walk(chain, *stretch.tiling, *machine_, parallel_);
    ++counts_.chains;
    counts_.tiled += chain.items.size();
    items = items.subspan(chain.items.size());
  }
  for (const auto& item : items) item->run_whole(*machine_);
  stretch.took(tiles, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

void finish_all() {
  const std::lock_guard alone(all().mutex);
  for (Queue* const queue : all().queues) queue->finish();
}

}  // namespace ops::queue

// ops/queue/queue.cpp: from items to chains, and from chains to tiles.
#include "ops/queue/queue.hpp"

#include <cstdlib>
#include <iostream>
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

Queue::Queue(ParallelFor parallel, const Cores& cores) : parallel_(std::move(parallel)), cores_(cores) {
  const std::lock_guard alone(all().mutex);
  all().queues.push_back(this);
}

Queue::~Queue() {
  {
    const std::lock_guard alone(all().mutex);
    std::erase(all().queues, this);
  }
  finish();
}

void Queue::add(std::unique_ptr<Item> item) {
  const std::lock_guard alone(mutex_);
  if (!items_.empty() && (items_.size() >= most || !(mode_ == FloatMode::present()))) finish_mine();
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
  finish(items);
  empty_ = true;
}

void finish_all() {
  const std::lock_guard alone(all().mutex);
  for (Queue* const queue : all().queues) queue->finish();
}

void Queue::finish(std::span<const std::unique_ptr<Item>> items) const {
  while (!items.empty()) {
    const Chain chain = chain_of(items);
    const bool show = std::getenv("OPS_TILING_SHOW") != nullptr;
    if (show) std::cerr << "chain of " << chain.items.size() << " of " << items.size() << " cells " << range_text(chain.cells, chain.dims) << " ahead " << point_text(chain.most_ahead(), chain.dims) << " behind " << point_text(chain.most_behind(), chain.dims) << ": ";
    for (std::size_t from = 0; from < chain.items.size();) {
      const std::optional<Tiling> tiling = best_tiling(chain, from, cores_);
      if (!tiling) {
        if (show) std::cerr << ".";
        chain.items[from++]->run();
        continue;
      }
      if (show) std::cerr << " [" << tiling->items << " by " << point_text(tiling->tile, chain.dims) << " regions " << tiling->regions << " " << tiling->tiled / tiling->untiled << "] ";
      const Chain part = chain_of(chain.items.subspan(from, tiling->items));
      walk(part, *tiling, parallel_);
      from += tiling->items;
    }
    if (show) std::cerr << "\n";
    items = items.subspan(chain.items.size());
  }
}

}  // namespace ops::queue

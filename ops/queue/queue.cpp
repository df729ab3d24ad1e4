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
    Chain chain = chain_of(items);
    const std::optional<Tiling> tiling = best_tiling(chain, cores_);
    if (std::getenv("OPS_TILING_SHOW") != nullptr) {
      std::cerr << "chain of " << chain.items.size() << " of " << items.size() << " cells " << range_text(chain.cells, chain.dims) << " ahead " << point_text(chain.most_ahead(), chain.dims) << " behind " << point_text(chain.most_behind(), chain.dims);
      if (tiling) std::cerr << " tile " << point_text(tiling->tile, chain.dims) << " items " << tiling->items << " regions " << tiling->regions << " predicted " << tiling->tiled / tiling->untiled;
      std::cerr << "\n";
    }
    const std::size_t together = tiling ? tiling->items : chain.items.size();
    if (tiling) {
      chain = chain_of(items.first(together));
      walk(chain, *tiling, parallel_);
    } else {
      for (const auto& item : chain.items) item->run();
    }
    items = items.subspan(together);
  }
}

}  // namespace ops::queue

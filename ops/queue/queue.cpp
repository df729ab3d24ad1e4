// ops/queue/queue.cpp: from items to chains, and from chains to tiles.
#include "ops/queue/queue.hpp"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "ops/queue/walk.hpp"

namespace ops::queue {

void Queue::add(std::unique_ptr<Item> item) {
  if (!items_.empty() && (items_.size() >= most || !(mode_ == FloatMode::present()))) finish();
  if (items_.empty()) mode_ = FloatMode::present();
  items_.push_back(std::move(item));
}

void Queue::finish() {
  if (items_.empty()) return;
  const std::vector<std::unique_ptr<Item>> items = std::exchange(items_, {});
  const InFloatMode same(mode_);
  finish(items);
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

// ops/machines/queue/chain.hpp: computes how far the items of a chain must be ahead of one another, so that the chain
// can be executed tile by tile.
//
// Tiles are cut at places along each axis. Item k is cut at `place - ahead[k]`: the earlier tiles execute the part
// below. If two regions of a chain run concurrently, and the gap between them afterwards, the region above the cut
// executes the part of item k from `place + behind[k]` on.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ops/machines/queue/work_item.hpp"

namespace ops::queue {

struct Chain {
  std::span<const std::unique_ptr<Item>> items;
  int dims = 0;
  Box cells;                  ///< of all items
  std::vector<Index> ahead;   ///< of each item, along each axis, >= 0
  std::vector<Index> behind;  ///< likewise
  std::vector<char> stays;    ///< of each item: whether a later one touches what it writes
  /// The first cut along each axis has to be here or above, and cuts between regions between these.
  Index first_cut{}, first_border{}, last_border{};

  Index most_ahead() const;
  Index most_behind() const;
};

/// The longest chain that these items begin with: at least one.
Chain chain_of(std::span<const std::unique_ptr<Item>> items);

}  // namespace ops::queue

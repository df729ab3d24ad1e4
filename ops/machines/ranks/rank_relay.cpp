// ops/machines/ranks/rank_relay.cpp: finds the next process along a line.
#include "ops/machines/ranks/rank_relay.hpp"

#include <algorithm>

namespace ops::ranks {

/// Every row has as many processes, so all of them meet or none.
RankRelay::RankRelay(const Communicator& communicator, std::vector<int> row)
    : communicator_(communicator),
      row_(std::move(row)),
      here_(static_cast<int>(std::ranges::find(row_, communicator.rank()) - row_.begin())) {
  if (port() != nullptr) communicator_.meet("relays rows of systems");
}

void RankRelay::finish() const {
  if (row_.size() > 1) communicator_.finish_sending();
}

}  // namespace ops::ranks

// ops/derivatives/events/event_keys.hpp: keys of recorded loops and halo transfers, for the search for repetitions.
#pragma once

#include <vector>

#include "ops/derivatives/log/events.hpp"
#include "ops/derivatives/log/repetition.hpp"

namespace ops {

struct EventKeys {
  std::vector<EventKey> list;
  std::vector<std::size_t> examples;  ///< by site: the first event of it
};

/// Of events [first, last). A site is where the program calls, and the loop's name; datasets and values do not count.
/// What is kept and alive is estimated from what derivatives flow through: of datasets that these events overwrite,
/// each whole.
EventKeys keys_of(const Events& events, std::size_t first, std::size_t last);

}  // namespace ops

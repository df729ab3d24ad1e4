// ops/events/event_moments.hpp: recorded loops and halo transfers as the search for repetitions sees them.
// Knows events and datasets; knows nothing of steps.
#pragma once

#include <vector>

#include "ops/record/events.hpp"
#include "ops/record/repeats.hpp"

namespace ops {

struct Moments {
  std::vector<Moment> list;
  std::vector<std::size_t> examples;  ///< by site: the first event of it
};

/// Of events [first, last). A site is where the program calls, and the loop's name; datasets and values do not count.
/// What is kept and alive is estimated from what derivatives flow through: of datasets that these events overwrite,
/// each whole.
Moments moments_of(const Events& events, std::size_t first, std::size_t last);

}  // namespace ops

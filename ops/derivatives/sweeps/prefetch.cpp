// ops/derivatives/sweeps/prefetch.cpp: fetches buffers as far ahead as memory allows.
#include "ops/derivatives/sweeps/prefetch.hpp"

#include <algorithm>
#include <utility>

namespace ops {

void Prefetch::begin(std::size_t first, std::size_t last, std::function<bool()> then) {
  then_ = std::move(then);
  moves_ = pool_.tiers().has_value();
  first_ = first;
  next_ = last;
}

void Prefetch::comes_to(std::size_t event) {
  if (!moves_) return;
  pool_.make_room();
  for (next_ = std::min(next_, event + 1); next_ > first_ && fetch(events_.nodes[next_ - 1]); --next_) continue;
  if (then_ && next_ <= first_ + 1 && then_()) then_ = {};
}

bool Prefetch::fetch(const Event& event) {
  const auto fetched = [&](const BufferRef& values) { return !values || pool_.fetch(values); };
  return std::ranges::all_of(events_.args_of(event), fetched, &EventArg::primal) &&
         std::ranges::all_of(events_.regions_of(event), [&](const SavedRegion& region) {
           return fetched(region.buffer) && fetched(region.values);
         });
}

void Prefetch::has_passed(std::size_t event) {
  if (!moves_) return;
  for (const EventArg& arg : events_.args_of(events_.nodes[event])) {
    const auto known = events_.versions.find(arg.primal.get());
    if (known != events_.versions.end() && !known->second.readers.empty() && known->second.readers.front() == event)
      pool_.needed_last(arg.primal);
  }
  for (const SavedRegion& region : events_.regions_of(events_.nodes[event]))
    if (region.values) pool_.needed_last(region.values);
}

}  // namespace ops

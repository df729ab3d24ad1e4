// ops/derivatives/steps/step_tapes.cpp: the steps of a recording, and what is kept of each.
#include "ops/derivatives/steps/step_tapes.hpp"

#include <algorithm>

namespace ops {

void StepTapes::begin() { begins_.push_back(recording_.events.nodes.size()); }

void StepTapes::release(std::int64_t first, std::int64_t last) {
  versions_.release_events(begin_of(first), begin_of(last), own_regions_);
  for (std::int64_t step = first; step < last; ++step) now_keeps(step, false);
}

std::size_t StepTapes::begin_of(std::int64_t step) const {
  return step < steps() ? begins_[static_cast<std::size_t>(step)] : recording_.events.nodes.size();
}

bool StepTapes::just_begun() const { return !begins_.empty() && begins_.back() == recording_.events.nodes.size(); }

bool StepTapes::all() const { return std::ranges::find(kept_, false) == kept_.end(); }

std::int64_t StepTapes::first_kept() const {
  const auto last_without = std::ranges::find(kept_.rbegin(), kept_.rend(), false);
  return static_cast<std::int64_t>(kept_.size()) - (last_without - kept_.rbegin());
}

}  // namespace ops

// ops/derivatives/events/recomputing.cpp: saved regions, and the events to which they belong.
#include "ops/derivatives/events/recomputing.hpp"

namespace ops {

Recomputing::Saving::~Saving() {
  if (!again_.keeps_) return;
  event_.first_region = static_cast<std::uint32_t>(first_);
  event_.regions = static_cast<std::uint32_t>(again_.events.regions.size() - first_);
}

}  // namespace ops

// ops/derivatives/events/once_event.hpp: base class of events that are not recomputed, because their results are
// recorded. Derived classes may differ.
#pragma once

#include "ops/derivatives/log/events.hpp"

namespace ops {

struct OnceEvent : Event {
  std::string name(EventArgs) const override { return ""; }
  bool carries(EventArgs) const override { return false; }
  std::vector<DatUse> uses(EventArgs) const override { return {}; }
  bool begins_steps() const override { return false; }
  bool needed(const Events&, Needed&, bool) const override { return false; }
  void recompute(Recomputing&) override {}
};

}  // namespace ops

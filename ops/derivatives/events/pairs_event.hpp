// ops/derivatives/events/pairs_event.hpp: base class of events that compute the second argument of each pair from the
// first.
#pragma once

#include "ops/derivatives/log/events.hpp"

namespace ops {

struct PairsEvent : Event {
  bool recorded = false;  ///< derivatives flow through it, or end in it; false: it is kept to run again

  std::string name(EventArgs) const override { return ""; }
  bool reads(EventArgs, std::size_t i) const override { return i % 2 == 0; }
  bool writes(EventArgs, std::size_t i) const override { return i % 2 == 1; }
  bool carries(EventArgs) const override { return recorded; }
  std::vector<DatUse> uses(EventArgs args) const override;
  bool passes(Influence& influence, EventArgs args) const override;
  bool needed(const Events& events, Needed& later, bool within) const override;

 protected:
  /// Whether nothing stays of what the second held.
  virtual bool whole() const = 0;
};

}  // namespace ops

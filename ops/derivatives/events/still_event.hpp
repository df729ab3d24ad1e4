// ops/derivatives/events/still_event.hpp: events through which no derivative flows: saved regions, and values from
// outside the recording.
#pragma once

#include "ops/derivatives/events/once_event.hpp"

namespace ops {

struct GivenValues;  // ops/derivatives/log/history.hpp

/// Regions were saved, and nothing else.
struct StillEvent : OnceEvent {
  const char* kind() const override { return "keep"; }
  std::string subject() const override { return "the write"; }
  bool reads(EventArgs, std::size_t) const override { return false; }
  bool writes(EventArgs, std::size_t) const override { return false; }
  bool passes(Influence&, EventArgs) const override { return false; }
  void reverse(Reversing&) const override {}
  void advance(Advancing&) const override {}
  void double_into(Doubling& second) const override;
};

/// A dataset got values from outside of loops, which are kept. One argument: the dataset.
struct GivenEvent final : StillEvent {
  const GivenValues* given = nullptr;  ///< where it runs again

  bool needed(const Events&, Needed&, bool) const override { return true; }
  void recompute(Recomputing& again) override;
};

}  // namespace ops

// ops/events/still_event.hpp: events through which no derivative flows: regions that were saved, and values that came
// from outside.
#pragma once

#include "ops/record/events.hpp"

namespace ops {

struct GivenValues;  // ops/record/history.hpp

/// Regions were saved, and nothing else.
struct StillEvent : Event {
  const char* kind() const override { return "keep"; }
  std::string subject() const override { return "the write"; }
  std::string name(EventArgs) const override { return ""; }
  bool reads(EventArgs, std::size_t) const override { return false; }
  bool writes(EventArgs, std::size_t) const override { return false; }
  bool carries(EventArgs) const override { return false; }
  std::vector<DatUse> uses(EventArgs) const override { return {}; }
  bool passes(Influence&, EventArgs) const override { return false; }
  bool begins_steps() const override { return false; }
  bool needed(const Events&, Needed&, bool) const override { return false; }
  void run_again(Again&) override {}
  void reverse(Reversing&) const override {}
  void advance(Advancing&) const override {}
  void double_into(Doubling& second) const override;
};

/// A dataset got values from outside of loops, which are kept. One argument: the dataset.
struct GivenEvent final : StillEvent {
  const GivenValues* given = nullptr;

  bool needed(const Events&, Needed&, bool) const override { return true; }
  void run_again(Again& again) override;
};

}  // namespace ops

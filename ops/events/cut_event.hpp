// ops/events/cut_event.hpp: values came from outside the recording: their derivative ends here. One argument: the
// dataset.
#pragma once

#include "ops/record/events.hpp"

namespace ops {

struct CutEvent final : Event {
  Box cells;

  const char* kind() const override { return "cut"; }
  std::string subject() const override { return "the write"; }
  std::string name(EventArgs) const override { return ""; }
  bool reads(EventArgs, std::size_t) const override { return false; }
  bool writes(EventArgs, std::size_t) const override { return true; }
  bool carries(EventArgs) const override { return false; }
  std::vector<DatUse> uses(EventArgs) const override { return {}; }
  bool passes(Influence& influence, EventArgs args) const override;
  bool begins_steps() const override { return false; }
  bool needed(const Events&, Needed&, bool) const override { return false; }
  void run_again(Again&) override {}
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;
};

}  // namespace ops

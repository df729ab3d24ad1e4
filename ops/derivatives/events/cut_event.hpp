// ops/derivatives/events/cut_event.hpp: the event of values that came from outside the recording, at which the
// derivative ends. One argument: the dataset.
#pragma once

#include "ops/derivatives/events/once_event.hpp"

namespace ops {

struct CutEvent final : OnceEvent {
  Box cells;

  const char* kind() const override { return "cut"; }
  std::string subject() const override { return "the write"; }
  bool reads(EventArgs, std::size_t) const override { return false; }
  bool writes(EventArgs, std::size_t) const override { return true; }
  Box touched(const Tracked&) const override { return cells; }
  bool passes(Influence& influence, EventArgs args) const override;
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;
};

}  // namespace ops

// ops/derivatives/events/scalar_event.hpp: the event of a scalar that got a new value, possibly from a reduction. One
// argument, which names both.
#pragma once

#include "ops/derivatives/events/once_event.hpp"

namespace ops {

struct ScalarEvent final : OnceEvent {
  const char* kind() const override { return "scalar"; }
  std::string subject() const override { return "the write"; }
  std::string name(EventArgs args) const override { return args[0].scalar->name_storage; }
  bool reads(EventArgs, std::size_t) const override { return false; }
  bool writes(EventArgs, std::size_t) const override { return true; }
  void recompute(Recomputing& again) override;
  bool passes(Influence& influence, EventArgs args) const override;
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;
};

}  // namespace ops

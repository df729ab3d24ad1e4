// ops/derivatives/events/store_event.hpp: the event at which the reverse sweep copies a derivative to the user. One
// argument: the dataset.
#pragma once

#include "ops/derivatives/events/once_event.hpp"

namespace ops {

struct StoreEvent final : OnceEvent {
  char* destination = nullptr;

  const char* kind() const override { return "store"; }
  std::string subject() const override { return "the write"; }
  bool reads(EventArgs, std::size_t) const override { return true; }
  bool writes(EventArgs, std::size_t) const override { return false; }
  bool passes(Influence&, EventArgs) const override { return false; }
  void reverse(Reversing& sweep) const override;
  void advance(Advancing&) const override {}
  void double_into(Doubling& second) const override;
  bool reaches_program() const override { return true; }
};

}  // namespace ops

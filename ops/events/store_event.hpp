// ops/events/store_event.hpp: the derivative is copied to the user here. One argument: the dataset.
#pragma once

#include "ops/record/events.hpp"

namespace ops {

struct StoreEvent final : Event {
  char* destination = nullptr;

  const char* kind() const override { return "store"; }
  std::string subject() const override { return "the write"; }
  std::string name(EventArgs) const override { return ""; }
  bool reads(EventArgs, std::size_t) const override { return true; }
  bool writes(EventArgs, std::size_t) const override { return false; }
  bool carries(EventArgs) const override { return false; }
  std::vector<DatUse> uses(EventArgs) const override { return {}; }
  bool passes(Influence&, EventArgs) const override { return false; }
  bool begins_steps() const override { return false; }
  bool needed(const Events&, Needed&, bool) const override { return false; }
  void run_again(Again&) override {}
  void reverse(Reversing& sweep) const override;
  void advance(Advancing&) const override {}
  void double_into(Doubling& second) const override;
  bool reaches_program() const override { return true; }
};

}  // namespace ops

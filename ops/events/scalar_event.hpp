// ops/events/scalar_event.hpp: a scalar got a new value, maybe a reduction's result. One argument, which names both.
#pragma once

#include "ops/record/events.hpp"

namespace ops {

struct ScalarEvent final : Event {
  const char* kind() const override { return "scalar"; }
  std::string subject() const override { return "the write"; }
  std::string name(EventArgs args) const override { return args[0].scalar->name_storage; }
  bool reads(EventArgs args, std::size_t i) const override { return args[i].reduction != nullptr; }
  bool writes(EventArgs, std::size_t) const override { return false; }  // no dataset
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

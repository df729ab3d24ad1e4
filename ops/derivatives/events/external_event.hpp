// ops/derivatives/events/external_event.hpp: the event of an external function. Arguments: for each dataset, the
// version before and the version after.
#pragma once

#include <memory>

#include "ops/derivatives/log/events.hpp"
#include "ops/derivatives/log/external_accesses.hpp"

namespace ops {

struct ExternalEvent final : Event {
  std::shared_ptr<ExternalFunction> function;

  const char* kind() const override { return "external"; }
  std::string subject() const override { return "the external function"; }
  std::string name(EventArgs) const override { return ""; }
  bool reads(EventArgs, std::size_t i) const override {
    return i % 2 == 0 && function->args[i / 2].access != OPS_WRITE;
  }
  bool writes(EventArgs, std::size_t i) const override {
    return i % 2 == 1 && function->args[i / 2].access != OPS_READ;
  }
  bool carries(EventArgs) const override { return true; }
  std::vector<DatUse> uses(EventArgs) const override { return {}; }
  bool passes(Influence& influence, EventArgs args) const override;
  bool begins_steps() const override { return false; }
  bool needed(const Events&, Needed&, bool) const override { return true; }
  void recompute(Recomputing& again) override;
  bool keeps_for_good() const override { return true; }
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;
  bool reaches_program() const override { return true; }
};

}  // namespace ops

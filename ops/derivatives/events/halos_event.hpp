// ops/derivatives/events/halos_event.hpp: the event of a transferred group of halos. Arguments: (from, to) of each
// halo.
#pragma once

#include "ops/derivatives/events/pairs_event.hpp"

namespace ops {

struct HalosEvent final : PairsEvent {
  ops_halo_group group = nullptr;

  const char* kind() const override { return recorded ? "halos" : "keep"; }
  std::string subject() const override { return recorded ? "the halo transfer" : "the write"; }
  bool begins_steps() const override { return true; }
  void recompute(Recomputing& again) override;
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;

 protected:
  bool whole() const override { return false; }
};

}  // namespace ops

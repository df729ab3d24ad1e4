// ops/derivatives/events/copy_event.hpp: the event of a dataset copied as a whole. Arguments: from, to.
#pragma once

#include "ops/derivatives/events/pairs_event.hpp"

namespace ops {

struct CopyEvent final : PairsEvent {
  const char* kind() const override { return recorded ? "copy" : "keep"; }
  std::string subject() const override { return recorded ? "the copy" : "the write"; }
  bool begins_steps() const override { return false; }
  void recompute(Recomputing& again) override;
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;

 protected:
  bool whole() const override { return true; }
};

}  // namespace ops

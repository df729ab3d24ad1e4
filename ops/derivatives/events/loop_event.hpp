// ops/derivatives/events/loop_event.hpp: the event of a recorded loop.
#pragma once

#include "ops/derivatives/log/events.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

struct LoopEvent final : Event {
  bool recorded = false;  ///< derivatives flow through it, or end in it; false: it is kept to run again
  /// its results are others where what was recorded runs from other inputs: derivatives flow through it, or it adds to
  /// values that have one
  bool follows_inputs = false;
  bool beyond = false;  ///< its stencils reach cells that do not exist, though its kernel does not
  CallRef call;
  const std::string* problem = nullptr;  ///< why it cannot be reversed; null: it can
  std::uint32_t first_constant = 0, constants = 0;

  const char* kind() const override { return recorded ? "loop" : "keep"; }
  std::string subject() const override;
  std::string name(EventArgs) const override { return call->name; }
  bool reads(EventArgs args, std::size_t i) const override;
  bool writes(EventArgs args, std::size_t i) const override;
  bool carries(EventArgs args) const override;
  std::vector<DatUse> uses(EventArgs args) const override;
  bool passes(Influence& influence, EventArgs args) const override;
  bool begins_steps() const override;
  bool needed(const Events& events, Needed& later, bool within) const override;
  void recompute(Recomputing& again) override;
  void hold(Recomputing& again) override;
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;
  const LoopEvent* as_loop() const override { return recorded ? this : nullptr; }
};

std::span<const Events::ConstantValue> constants_of(const Events& events, const LoopEvent& event);
/// Shared with an earlier event that had the same.
void keep_constants(Events& events, LoopEvent& event, std::span<const Events::ConstantValue> values);
/// The cells that the loop touches through the argument at these offsets.
Box cells_of(const Events& events, const LoopEvent& event, const EventArg& arg, std::span<const Index> offsets = {});
/// The loop's event at one point alone.
LoopEvent at_point(const LoopEvent& loop, const Index& at);

}  // namespace ops

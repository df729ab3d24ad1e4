// ops/derivatives/events/result_event.hpp: the event of a reduction result that the program read. One argument: the
// reduction.
#pragma once

#include "ops/derivatives/events/once_event.hpp"

namespace ops {

struct ResultEvent final : OnceEvent {
  bool accumulated = false;  ///< some recorded loop adds to it, and what its adjoint needs is still kept
  bool own_seed = false;     ///< seeded by get_result
  std::uint32_t value = 0;   ///< index into Events::values of the captured seed
  std::uint32_t result = 0;  ///< of MIN and MAX: the same of the value read

  const char* kind() const override { return "result"; }
  std::string subject() const override { return "the result read"; }
  std::string name(EventArgs args) const override { return args[0].reduction->name_storage; }
  bool reads(EventArgs, std::size_t) const override { return true; }
  bool writes(EventArgs, std::size_t) const override { return false; }
  void recompute(Recomputing& again) override;
  bool passes(Influence& influence, EventArgs args) const override;
  void reverse(Reversing& sweep) const override;
  void advance(Advancing& sweep) const override;
  void double_into(Doubling& second) const override;
  const ResultEvent* as_result() const override { return this; }
};

/// Whether it has a seed that is not zero.
bool seeded(const Events& events, const ResultEvent& event);
/// @param index  of a result's event
ResultEvent& result_at(Events& events, std::size_t index);
const ResultEvent& result_at(const Events& events, std::size_t index);

}  // namespace ops

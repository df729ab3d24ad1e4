// ops/derivatives/events/loop_event.cpp: what a recorded loop reads and writes, and whether it must be recomputed.
#include "ops/derivatives/events/loop_event.hpp"

#include <algorithm>

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {
namespace {

constexpr std::ptrdiff_t look_back = 64;  // events, for constants that are the same

/// What the loop leaves of a dataset does not depend on what was there.
bool replaces(const Events& events, const LoopEvent& event, std::size_t i) {
  if (!event.call->writes(i) || event.call->args[i].acc != OPS_WRITE || !event.call->implementation) return false;
  const EventArg& arg = events.args_of(event)[i];
  const Box written = cells_of(events, event, arg);
  return !event.call->facts(i)->reads_old && fills(events.shapes[arg.shape], event.call->range) &&
         written.volume() == event.call->range.volume() && written.contains(arg.dat->layout.allocated);
}

bool leaves_needed(const Events& events, const LoopEvent& event, const Needed& later) {
  const auto args = events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (event.call->writes(i) && later.contains(args[i].dat)) return true;
  return event.call->begins_reduction();  // begins a reduction for the loop that follows
}

/// What the loop reads is needed before it, what it replaces is not.
void before(const Events& events, const LoopEvent& event, Needed& later) {
  const auto args = events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].dat && replaces(events, event, i)) later.erase(args[i].dat);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].dat && !replaces(events, event, i)) later.insert(args[i].dat);
}

}  // namespace

std::string LoopEvent::subject() const { return recorded ? "loop '" + call->name + "'" : "the write"; }

bool LoopEvent::reads(EventArgs args, std::size_t i) const {
  if (!call->implementation || !args[i].dat) return args[i].target;
  return !call->facts(i)->reads.empty();
}

bool LoopEvent::writes(EventArgs args, std::size_t i) const {
  if (!recorded) return false;
  if (!args[i].dat) return args[i].seed;
  return args[i].seed || args[i].consumed || (call->implementation && call->facts(i)->written);
}

bool LoopEvent::carries(EventArgs args) const { return recorded && std::ranges::any_of(args, &EventArg::seed); }

std::vector<DatUse> LoopEvent::uses(EventArgs args) const {
  std::vector<DatUse> all;
  for (const EventArg& arg : args) {
    if (!recorded || !arg.dat) continue;
    const bool most = 2 * call->range.volume() >= arg.dat->layout.interior.volume();
    all.push_back({arg.dat, arg.target || arg.reads, arg.reads, arg.consumed && most, arg.after});
  }
  return all;
}

bool LoopEvent::passes(Influence& influence, EventArgs args) const {
  if (!recorded) return false;
  const auto replaced = [&](const EventArg& arg) {
    const ArgView& shape = influence.events.shapes[arg.shape];
    return fills(shape, call->range) && footprint(shape, call->range).contains(arg.dat->layout.interior);
  };
  const bool flows = std::ranges::any_of(args, [&](const EventArg& arg) { return arg.target && influence.held(arg); });
  for (const EventArg& arg : args) {
    if (flows && arg.seed) influence.gain(*this, arg);
    else if (arg.dat && arg.consumed && replaced(arg)) influence.lose(*this, arg.dat);
  }
  return false;
}

/// Loops of the library begin the loop that follows.
bool LoopEvent::begins_steps() const {
  return (recorded || is_recomputed) && !(call->implementation && !call->implementation->primal);
}

/// A loop with an adjoint has to run, so that its inputs are kept. In the step that is reversed next they can be kept
/// without running it, unless the adjoint reads what the loop leaves.
bool LoopEvent::needed(const Events& events, Needed& later, bool within) const {
  const EventArgs args = events.args_of(*this);
  const bool kept = within ? events.reads_after(*this) : std::ranges::any_of(args, &EventArg::reads);
  const bool runs = kept || leaves_needed(events, *this, later);
  if (runs) before(events, *this, later);
  if (within)
    for (const EventArg& arg : args)
      if (arg.reads) later.insert(arg.dat);
  return runs;
}

void LoopEvent::recompute(Recomputing& again) { again.loop(*this); }

void LoopEvent::hold(Recomputing& again) { again.hold(*this); }

void LoopEvent::reverse(Reversing& sweep) const {
  if (recorded) sweep.loop(*this);
}

void LoopEvent::advance(Advancing& sweep) const {
  if (recorded) sweep.loop(*this);
}

void LoopEvent::double_into(Doubling& second) const { recorded ? second.loop(*this) : second.nothing(*this); }

std::span<const Events::ConstantValue> constants_of(const Events& events, const LoopEvent& event) {
  return {events.constants.data() + event.first_constant, event.constants};
}

void keep_constants(Events& events, LoopEvent& event, std::span<const Events::ConstantValue> given) {
  event.constants = static_cast<std::uint32_t>(given.size());
  if (given.empty()) return;
  auto at = events.nodes.end();
  for (std::ptrdiff_t back = 0; back < look_back && at != events.nodes.begin(); ++back) {
    const auto* const latest = dynamic_cast<const LoopEvent*>(&*--at);
    if (!latest || latest->call->implementation != event.call->implementation) continue;
    if (!std::ranges::equal(constants_of(events, *latest), given)) break;
    event.first_constant = latest->first_constant;
    return;
  }
  event.first_constant = static_cast<std::uint32_t>(events.constants.size());
  events.constants.insert(events.constants.end(), given.begin(), given.end());
}

Box cells_of(const Events& events, const LoopEvent& event, const EventArg& arg, std::span<const Index> offsets) {
  return footprint(events.shapes[arg.shape], event.call->range, offsets);
}

LoopEvent at_point(const LoopEvent& loop, const Index& at) {
  const auto call = std::make_shared<LoopCall>(*loop.call);
  call->range = Box{}.shifted(at);
  LoopEvent point = loop;
  point.call = call;
  return point;
}

}  // namespace ops

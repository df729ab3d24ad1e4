// ops/record/unneeded.cpp: backwards through the recording, with the datasets that something later depends on.
#include "ops/record/unneeded.hpp"

#include <algorithm>
#include <unordered_set>

#include "ops/record/footprint.hpp"
#include "ops/record/history.hpp"

namespace ops {
namespace {

using Datasets = std::unordered_set<const Tracked*>;

/// What the loop leaves of a dataset does not depend on what was there.
bool replaces(const Events& events, const Event& event, std::size_t i) {
  if (!event.call->written[i] || event.call->args[i].acc != OPS_WRITE || !event.implementation) return false;
  const EventArg& arg = events.args_of(event)[i];
  const Box written = footprint(events.shapes[arg.shape], event.cells);
  return !event.implementation->args[i].reads_old && fills(events.shapes[arg.shape], event.cells) &&
         written.volume() == event.cells.volume() && written.contains(arg.dat->layout.allocated);
}

bool leaves_needed(const Events& events, const Event& event, const Datasets& later) {
  const auto args = events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (event.call->written[i] && later.contains(args[i].dat)) return true;
  return event.call->library;  // begins a reduction for the loop that follows
}

/// What the loop reads is needed before it, what it replaces is not.
void before_loop(const Events& events, const Event& event, Datasets& later) {
  const auto args = events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].dat && replaces(events, event, i)) later.erase(args[i].dat);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].dat && !replaces(events, event, i)) later.insert(args[i].dat);
}

/// A loop with an adjoint runs, so that what the adjoint reads is kept.
bool loop_is_needed(const Events& events, const Event& event, Datasets& later) {
  const bool needed =
      std::ranges::any_of(events.args_of(event), &EventArg::reads) || leaves_needed(events, event, later);
  if (needed) before_loop(events, event, later);
  return needed;
}

/// What the adjoint reads can be kept without running the loop, if the loop does not make it.
bool loop_is_needed_in_step(const Events& events, const Event& event, Datasets& later) {
  const bool needed = events.reads_after(event) || leaves_needed(events, event, later);
  if (needed) before_loop(events, event, later);
  for (const EventArg& arg : events.args_of(event))
    if (arg.reads) later.insert(arg.dat);
  return needed;
}

/// Of each pair of datasets the second is made from the first, at least in part.
bool pairs_are_needed(std::span<const EventArg> args, Datasets& later) {
  bool needed = false;
  for (std::size_t i = 0; i + 1 < args.size(); i += 2) needed = needed || later.contains(args[i + 1].dat);
  for (std::size_t i = 0; needed && i + 1 < args.size(); i += 2) later.insert(args[i].dat);
  return needed;
}

using LoopIsNeeded = bool (*)(const Events&, const Event&, Datasets&);

bool is_needed(const Events& events, const Event& event, Datasets& later, LoopIsNeeded loop_is_needed) {
  switch (event.again) {
    case Again::loop: return loop_is_needed(events, event, later);
    case Again::halos:
    case Again::copy: return pairs_are_needed(events.args_of(event), later);
    case Again::values:
    case Again::versions: return true;
    case Again::nothing: return false;
  }
  return true;
}

}  // namespace

void find_unneeded(Events& events, std::span<const std::size_t> begins) {
  Datasets later, in_step;
  for (std::size_t at = events.nodes.size(), step = begins.size(); at-- > 0;) {
    for (; step > 0 && at < begins[step - 1]; --step) in_step.clear();
    Event& event = events.nodes[at];
    event.unneeded = !is_needed(events, event, later, loop_is_needed);
    event.for_later_steps = !is_needed(events, event, in_step, loop_is_needed_in_step);
  }
}

}  // namespace ops

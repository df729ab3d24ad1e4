// ops/derivatives/trace/trace_reverse.cpp: the reverse half of the trace: times, derivatives at each event, kept
// values.
#include <algorithm>
#include <chrono>
#include <set>

#include "ops/data/passes.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/trace/trace_collector.hpp"

namespace ops {
namespace {

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// The derivative of a reduction or a scalar, as a field of one cell; null: zero.
template <class Handle>
Extremes scan_one(const std::byte* values, const Handle& handle) {
  if (!values) return {};
  Layout layout;
  layout.components = handle.dim;
  return scan(values, layout, handle.element, Box{});
}

}  // namespace

TraceHappening& TraceCollector::of(const Event& event) {
  return trace_.happenings[static_cast<std::size_t>(happening_[event.index])];
}

Extremes TraceCollector::derivative(const Tracked& dat, const Box& cells) const {
  Extremes all;
  for (const Box& piece : dat.field.stored())
    if (const Box part = intersection(piece, cells); !part.empty()) {
      const auto [values, layout] = look_at(dat.field.buffer(), dat.layout, part);
      all = joined(all, scan(values.get(), layout, dat.element, part));
    }
  return all;
}

/// That the event touches of a dataset. @param read  those that it reads; else those that it writes
Box TraceCollector::cells(const Event& event, std::size_t i, bool read) const {
  const Events& events = tape_.recording.events;
  const EventArg& arg = events.args_of(event)[i];
  const LoopEvent* const loop = event.as_loop();
  if (!loop) return event.touched(*arg.dat);
  const bool known = read && loop->call->implementation;
  return intersection(cells_of(events, *loop, arg, known ? loop->call->facts(i)->offsets : std::span<const Index>{}),
                      arg.dat->layout.allocated);
}

/// Infinite before not a number is news; after it, or a second time, it is not.
void TraceCollector::note(const Extremes& found, TraceFault fault, int dims) {
  const auto known = [&](bool nan) {
    return std::ranges::any_of(
        trace_.faults, [&](const TraceFault& f) { return f.reverse == fault.reverse && (f.nan || f.nan == nan); });
  };
  for (const bool nan : {false, true}) {
    const auto& at = nan ? found.nan : found.infinite;
    if (!at || known(nan)) continue;
    fault.nan = nan;
    fault.cell.assign(at->begin(), at->begin() + dims);
    trace_.faults.push_back(fault);
  }
}

/// Of a derivative. @param arrived  before the event's adjoint
void TraceCollector::note(const Extremes& found, const Event& event, const EventArg& arg, bool arrived) {
  if (!found.nan && !found.infinite) return;
  const int index = static_cast<int>(&of(event) - trace_.happenings.data());
  note(found, {.reverse = true, .arrived = arrived, .happening = index, .datum = datum(datum_of(arg))},
       arg.dat ? arg.dat->layout.dims : 0);
}

void TraceCollector::begins(const Event& event) {
  if (&event == &tape_.recording.events.nodes.back()) {
    catch_up();
    std::erase_if(trace_.faults, [](const TraceFault& f) { return f.reverse; });
  }
  start_ = now();
}

/// The derivative of what the event wrote through an argument.
Extremes TraceCollector::received(const Event& event, std::size_t i, const std::byte* reduction) const {
  const EventArgs args = std::as_const(tape_.recording.events).args_of(event);
  const EventArg& arg = args[i];
  const bool loop = event.as_loop() != nullptr;
  if (arg.scalar) return loop ? Extremes{} : scan_one(arg.scalar->derivative.data(), *arg.scalar);
  if (arg.reduction) return loop && !arg.seed ? Extremes{} : scan_one(reduction, *arg.reduction);
  const bool output = loop ? arg.seed : event.writes(args, i);
  return arg.dat && output ? derivative(*arg.dat, cells(event, i, false)) : Extremes{};
}

/// What the event's adjoint has left in the derivative of what it read.
Extremes TraceCollector::left(const Event& event, std::size_t i) const {
  const EventArg& arg = std::as_const(tape_.recording.events).args_of(event)[i];
  const bool loop = event.as_loop() != nullptr;
  if (arg.scalar && loop) return arg.target ? scan_one(arg.scalar->derivative.data(), *arg.scalar) : Extremes{};
  if (!arg.dat || (loop && !arg.target)) return {};
  return derivative(*arg.dat, cells(event, i, true));
}

void TraceCollector::shows(const Event& event, std::span<const std::byte* const> reductions) {
  const double before = now();
  const auto args = std::as_const(tape_.recording.events).args_of(event);
  Extremes all;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Extremes found = received(event, i, reductions[i]);
    note(found, event, args[i], true);
    all = joined(all, found);
  }
  of(event).norm = all.largest;
  start_ += now() - before;
}

void TraceCollector::ends(const Event& event) {
  finish(tape_.recording.context.pool.machine());
  of(event).reverse = now() - start_;
  const bool made = event.as_loop() || event.keeps_for_good();
  if (!made || std::ranges::any_of(trace_.faults, [](const TraceFault& f) { return f.reverse && f.nan; })) return;
  const auto args = std::as_const(tape_.recording.events).args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i) note(left(event, i), event, args[i], false);
}

/// Versions that are not present any more, each with the first happening whose adjoint reads it; and saved parts.
void TraceCollector::list_kept() {
  trace_.kept.clear();
  std::set<const Buffer*> known;
  for (const auto& dat : tape_.recording.live)
    if (dat) known.insert(dat->dat->buffer.get());
  Events& events = tape_.recording.events;
  for (std::size_t e = 0; e < events.nodes.size(); ++e) {
    for (const EventArg& arg : events.args_of(events.nodes[e]))
      if (arg.primal && known.insert(arg.primal.get()).second)
        trace_.kept.push_back({happening_[e], datum(datum_of(*arg.dat)), arg.primal->bytes, false});
    for (const SavedRegion& region : events.regions_of(events.nodes[e]))
      if (region.buffer) trace_.kept.push_back({happening_[e], datum(datum_of(*region.dat)), region.bytes, true});
  }
}

void TraceCollector::swept() {
  list_kept();
  const ops_ad_statistics statistics = tape_.statistics();
  trace_.nodes = statistics.nodes;
  trace_.node_bytes = statistics.node_bytes;
  finished_(trace_);
}

}  // namespace ops

// ops/derivatives/trace/trace_collector.cpp: the forward half of the trace: the events in order, and the data that they
// used.
#include "ops/derivatives/trace/trace_collector.hpp"

#include <algorithm>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {
namespace {

int declared_use(ops_access access) {
  if (access == OPS_READ) return trace_reads;
  return access == OPS_WRITE ? trace_writes : trace_reads | trace_writes;
}

std::vector<int> corners(const Box& box, int dims) {
  std::vector<int> all;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) all.insert(all.end(), {box.lo[d], box.hi[d]});
  return all;
}

/// What a loop over `range` writes of a dataset, at most.
Box written_cells(const Layout& layout, const Box& range) {
  Box cells = layout.allocated;
  for (std::size_t d = 0; d < static_cast<std::size_t>(layout.dims); ++d) {
    if (layout.collapsed[d]) continue;
    cells.lo[d] = std::max(cells.lo[d], range.lo[d]);
    cells.hi[d] = std::min(cells.hi[d], range.hi[d]);
  }
  return cells;
}

TraceSite site_of(const char* what, std::string name, const Where& where) {
  return {what, std::move(name), where.file_name(), static_cast<int>(where.line())};
}

}  // namespace

TraceDatum datum_of(const Tracked& dat) { return {dat.name, dat.dat ? dat.dat->block->name : "", dat.layout.bytes}; }

TraceDatum datum_of(const EventArg& arg) {
  if (arg.dat) return datum_of(*arg.dat);
  return arg.scalar ? datum_of(arg.scalar) : datum_of(arg.reduction);  // of a scalar that takes a result: the scalar
}

TraceCollector::TraceCollector(Tape& tape, std::string title, Finished finished)
    : tape_(tape), finished_(std::move(finished)) {
  trace_.title = std::move(title);
  trace_.target = registry().backend.name;
  tape_.watcher = this;
  tape_.recording.context.watch = this;
}

TraceCollector::~TraceCollector() {
  tape_.watcher = nullptr;
  tape_.recording.context.watch = nullptr;
}

int TraceCollector::datum(TraceDatum entry) {
  const auto known = std::ranges::find(trace_.data, entry);
  if (known == trace_.data.end()) trace_.data.push_back(std::move(entry));
  else return static_cast<int>(known - trace_.data.begin());
  return static_cast<int>(trace_.data.size()) - 1;
}

/// Adds to what is known of the datum's use.
void TraceCollector::use(Uses& uses, int datum, int use) const {
  const auto known = std::ranges::find(uses, datum, &TraceArg::datum);
  if (known == uses.end()) uses.push_back({datum, use});
  else known->use |= use;
}

void TraceCollector::append(TraceSite site, std::vector<int> range, Uses args) {
  const auto [s, new_site] = sites_.emplace(std::move(site), static_cast<int>(trace_.sites.size()));
  if (new_site) trace_.sites.push_back(s->first);
  const auto [k, new_kind] =
      kinds_.emplace(TraceKind{s->second, std::move(range), std::move(args)}, static_cast<int>(trace_.kinds.size()));
  if (new_kind) trace_.kinds.push_back(k->first);
  trace_.happenings.push_back({k->second});
}

TraceCollector::Uses TraceCollector::uses_of(const Event& event) {
  Uses uses;
  const auto args = std::as_const(tape_.recording.events).args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i) {
    const EventArg& arg = args[i];
    if (!arg.dat && !arg.reduction && !arg.scalar) continue;
    const int forward = (event.reads(args, i) ? trace_reads : 0) | (event.writes(args, i) ? trace_writes : 0);
    const int back = (arg.primal ? trace_needs : 0) | (arg.target ? trace_adds : 0) | (arg.seed ? trace_receives : 0);
    if (arg.scalar && arg.reduction) use(uses, datum(datum_of(arg.reduction)), trace_reads);
    use(uses, datum(datum_of(arg)), forward | back);
  }
  return uses;
}

void TraceCollector::append(const Event& event) {
  const auto args = std::as_const(tape_.recording.events).args_of(event);
  const LoopEvent* const loop = event.as_loop();
  happening_.push_back(static_cast<int>(trace_.happenings.size()));
  append(site_of(event.kind(), event.name(args), event.where),
         loop ? corners(loop->call->range, loop->call->dims) : std::vector<int>{}, uses_of(event));
  trace_.happenings.back().recorded = true;
}

/// Events that came onto the tape since.
void TraceCollector::catch_up() {
  const EventList& nodes = tape_.recording.events.nodes;
  while (happening_.size() < nodes.size()) append(nodes[happening_.size()]);
}

void TraceCollector::append_unrecorded(const LoopCall& call) {
  Uses uses;
  for (const ops_arg& arg : call.args) {
    if (arg.opt == 0) continue;
    if (arg.argtype == ArgKind::dat)
      use(uses, datum(datum_of(tape_.recording.tracked(arg.dat))), declared_use(arg.acc));
    if (arg.argtype == ArgKind::reduce) use(uses, datum(datum_of(arg.reduction)), declared_use(arg.acc));
    if (arg.argtype == ArgKind::scalar) use(uses, datum(datum_of(arg.scalar)), trace_reads);
  }
  append(site_of("loop", call.name, call.where), corners(call.range, call.dims), std::move(uses));
}

void TraceCollector::loop_ran(const LoopCall& call, double seconds) {
  if (tape_.recording.context.hooks.tape != &tape_ || tape_.recording.silent) return;
  if (call.range.empty()) return;
  const EventList& nodes = tape_.recording.events.nodes;
  const LoopEvent* const last = happening_.size() < nodes.size() ? nodes.back().as_loop() : nullptr;
  const bool recorded = last && last->call->name == call.name;
  catch_up();
  if (!recorded) append_unrecorded(call);
  trace_.happenings.back().forward = seconds;
  look_at_values(call);
}

void TraceCollector::external_ran(double seconds) {
  catch_up();
  trace_.happenings.back().forward = seconds;
}

void TraceCollector::look_at_values(const LoopCall& call) {
  const auto found = [](const TraceFault& f) { return !f.reverse && f.nan; };
  if (std::ranges::any_of(trace_.faults, found)) return;
  const int now = static_cast<int>(trace_.happenings.size()) - 1;
  for (const ops_arg& arg : call.args) {
    if (arg.opt == 0 || arg.argtype != ArgKind::dat || arg.acc == OPS_READ) continue;
    const ops_dat_core& dat = *arg.dat;
    const Box written = written_cells(dat.layout, call.range);
    const auto [values, layout] = look_at(dat.buffer, dat.layout, written);
    note(scan(values.get(), layout, dat.element, written),
         {.happening = now, .datum = datum(datum_of(tape_.recording.tracked(arg.dat)))}, dat.layout.dims);
  }
}

void TraceCollector::step() {
  catch_up();
  trace_.steps.push_back(static_cast<int>(trace_.happenings.size()));
}

void TraceCollector::forgotten() {
  trace_ = {.title = std::move(trace_.title), .target = std::move(trace_.target)};
  sites_.clear();
  kinds_.clear();
  happening_.clear();
}

}  // namespace ops

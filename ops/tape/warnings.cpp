// ops/tape/warnings.cpp: what is doubtful about seeds that were set and derivatives that are read.
#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/advice/not_finite.hpp"
#include "ops/record/bytes.hpp"
#include "ops/record/footprint.hpp"
#include "ops/sweep/sweep.hpp"
#include "ops/tape/tape.hpp"

namespace ops {
namespace {

std::string values_of(Type type, const std::byte* bytes, std::size_t count) {
  std::ostringstream text;
  for (std::size_t k = 0; k * type_size(type) < count; ++k) {
    double wide = 0;
    float narrow = 0;
    if (type == Type::f64) std::memcpy(&wide, bytes + k * sizeof wide, sizeof wide);
    if (type == Type::f32) std::memcpy(&narrow, bytes + k * sizeof narrow, sizeof narrow);
    text << (k ? ", " : "") << (type == Type::f32 ? narrow : wide);
  }
  return text.str();
}

/// Values pass through here, to results or datasets.
bool computes(const Events& events, const Event& event) {
  if (event.kind == EventKind::loop) return std::ranges::any_of(events.args_of(event), &EventArg::seed);
  return event.kind == EventKind::halos || event.kind == EventKind::copy || event.kind == EventKind::external;
}

}  // namespace

/// The event that is about to be appended leaves nothing of what the dataset held inside.
void Tape::note_overwritten(Tracked& dat, const Box& cells, bool from_nothing) {
  if (!cells.contains(dat.layout.interior)) return;
  if (dat.overwritten_by == Tracked::nobody) dat.overwritten_by = events_.nodes.size();
  if (from_nothing && dat.used) dat.refilled_by = events_.nodes.size();
}

void Tape::note_derivative(Tracked& dat) {
  dat.zero_inside = dat.field.zero_on(dat.layout.interior);
  dat.zero_everywhere = dat.field.zero_on(dat.layout.allocated);
}

/// What the program reads as the derivative of `dat` may not be what it thinks.
void Tape::asked(const Tracked& dat, bool whole, const char* call, Where where) {
  if (!interpreted_ || direct_) return;
  const std::string begin = std::string(call) + " at " + place(where) + ": ";
  const auto by = [&](std::size_t index) { return described(events_.nodes[index]); };
  const bool refilled = dat.refilled_by != Tracked::nobody && dat.refilled_by <= interpretation_.objective;
  if (whole ? dat.zero_everywhere : dat.zero_inside) {
    const bool gone = dat.overwritten_by != Tracked::nobody;
    recording.tell(begin + "the objective does not depend on dataset '" + dat.name + "' as recorded: its derivative is zero everywhere" +
         (gone ? "; it is with respect to the values at the beginning of the recording, which " + by(dat.overwritten_by) + " overwrites" : ""));
  } else if (refilled) {
    recording.tell(begin + "the derivative of dataset '" + dat.name + "' is with respect to the values at the beginning of the recording, not to those "
         "with which " + by(dat.refilled_by) + " has replaced them since");
  }
  warn_of_leaks(dat, begin);
  warn_if_stale(dat, begin);
  warn_if_not_finite(dat, whole, begin);
}

void Tape::warn_if_not_finite(const Tracked& dat, bool whole, const std::string& begin) {
  if (not_finite_told_ || !dat.shown) return;
  const auto found = first_not_finite(dat.shown, dat.layout, dat.element, whole ? dat.layout.allocated : dat.layout.interior);
  if (found) tell_not_finite(begin + "the derivative of dataset '" + dat.name + "' is " + described(*found, dat.layout.dims));
}

void Tape::asked(const ops_scalar_core& scalar, const char* call, Where where) {
  Layout layout;
  layout.components = scalar.dim;
  if (not_finite_told_ || !interpreted_ || direct_) return;
  const auto found = first_not_finite(scalar.derivative.data(), layout, scalar.element, Box{});
  if (found) tell_not_finite(std::string(call) + " at " + place(where) + ": the derivative of scalar '" + scalar.name + "' is " + described(*found, 0));
}

/// Once for an interpretation: what comes later has the same cause.
void Tape::tell_not_finite(const std::string& what) {
  not_finite_told_ = true;
  const std::string origin = where_not_finite();
  recording.tell(what + "; " + (origin.empty() ? "-OPS_AD_TRACE=trace.html shows where it arose" : origin));
}

/// Found by one more interpretation of the same recording; "" where that would run code of the program, or is another recording by now.
std::string Tape::where_not_finite() {
  const auto outside = [](const Event& event) { return event.kind == EventKind::external || event.kind == EventKind::store; };
  if (interpretation_.events != events_.nodes.size() || std::ranges::any_of(events_.nodes, outside)) return "";
  NotFiniteWatch watch(events_);
  struct Shown {
    BufferRef buffer;
    char* derivative;
  };
  std::vector<Shown> before;
  for (const auto& dat : live_) before.push_back(dat ? Shown{dat->shown, dat->dat->derivative} : Shown{});
  TapeWatch* const other = std::exchange(watcher, &watch);
  sweeping_ = true;
  try {
    sweep().run();
  } catch (const OPSException&) {  // what was found so far is something
  }
  sweeping_ = false;
  watcher = other;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!live_[i]) continue;
    live_[i]->field.clear();
    live_[i]->shown = before[i].buffer;
    live_[i]->dat->derivative = before[i].derivative;
  }
  return watch.origin();
}

void Tape::warn_of_leaks(const Tracked& dat, const std::string& begin) {
  for (const Leak& leak : lost_)
    if (dat.dat && leak.inputs.contains(dat.dat->index))
      recording.tell(begin + "the derivative of dataset '" + dat.name + "' leaves out a way on which the objective depends on it: " + leak.how +
           " from values that depend on '" + dat.name + "', and no derivative follows; ignore this if it is meant");
}

void Tape::warn_if_stale(const Tracked& dat, const std::string& begin) {
  for (std::size_t k = interpretation_.events; k < events_.nodes.size(); ++k) {
    if (!computes(events_, events_.nodes[k])) continue;
    return recording.tell(begin + "the derivative of dataset '" + dat.name + "' is that of the interpretation at " + place(interpretation_.where) +
                "; since then " + described(events_.nodes[k]) + " was recorded, which it knows nothing of: call ops_interpret_adjoints again, "
                "after ops_ad_reset if this begins a new recording");
  }
}

/// A seed that no interpretation has used gives way to another.
void Tape::warn_of_replaced_seed(const Event& result, const std::byte* captured) {
  const ops_reduction handle = events_.args_of(result)[0].reduction;
  const auto size = static_cast<std::size_t>(handle->size);
  const auto index = static_cast<std::size_t>(&result - events_.nodes.data());
  if (index < interpretation_.events || !any_bit(captured, size) || !any_bit(handle->seed.data(), size)) return;
  if (std::memcmp(captured, handle->seed.data(), size) == 0) return;
  recording.tell("reduction '" + handle->name_storage + "', read at " + place(result.where) + ", was seeded twice: " +
       values_of(handle->element, captured, size) + " is replaced by " + values_of(handle->element, handle->seed.data(), size) + ", not added to it");
}

/// Seeds of what an earlier interpretation has reversed, beside seeds of what was recorded since.
void Tape::warn_of_old_seeds(Where where) {
  const Event *before = nullptr, *since = nullptr;
  for (std::size_t k = 0; k < events_.nodes.size() && interpretation_.events > 0; ++k) {
    const Event& event = events_.nodes[k];
    if (event.kind != EventKind::result) continue;
    if (any_bit(events_.value(event.value), static_cast<std::size_t>(events_.args_of(event)[0].reduction->size)))
      (k < interpretation_.events ? before : since) = &event;
  }
  if (!before || !since) return;
  const auto named = [&](const Event& e) { return "reduction '" + events_.args_of(e)[0].reduction->name_storage + "', read at " + place(e.where); };
  recording.tell("ops_interpret_adjoints at " + place(where) + ": " + named(*before) + ", is still seeded from before the interpretation at " +
       place(interpretation_.where) + ", and now " + named(*since) + ", is seeded too: gradients are those of the sum; call ops_ad_reset "
       "between recordings, or zero_adjoints to drop old seeds");
}

/// Before the sweep: the ways on which influence on what is seeded was lost.
void Tape::collect_leaks() {
  Origin all;
  for (const auto& dat : live_)
    if (dat && (is_default() ? dat->seed != nullptr : !dat->field.zero())) all.unite(dat->origin);
  for (const auto& [index, leaks] : result_leaks_) {
    const Event& event = events_.nodes[index];
    if (any_bit(events_.value(event.value), static_cast<std::size_t>(events_.args_of(event)[0].reduction->size))) all.unite({{}, leaks});
  }
  home_.lost_.clear();
  for (const Leak* leak : all.leaks) home_.lost_.push_back(*leak);
}

void Tape::trace(const Tracked& from, Tracked& to, const Box& cells, const char* what, const std::source_location& where) {
  Flow flow(leaks_, what, "", where);
  flow.from(from.origin);
  flow.to(to, true, cells.contains(to.layout.interior));
}

/// Inputs that the program looks at are its own; what was computed from them is not.
void Tape::trace_read(const Tracked& dat, const std::source_location& where) {
  if (recording.silent || dat.overwritten_by == Tracked::nobody) return;
  host_.unite(dat.origin);
  host_read_ = place(where);
}

/// Writes to what was used before are spoken of where they happen.
void Tape::trace_write(Tracked& dat, const Box& cells, const std::source_location& where) {
  if (recording.silent) return;
  if (cells.contains(dat.layout.interior)) {
    dat.begin_origin();
    if (dat.used) dat.origin = {};
  }
  if (host_.inputs.empty() || !is_real(dat.element) || (dat.active && dat.used)) return;
  const auto how = [&] {
    return "the write from outside of loops at " + place(where) + " gives dataset '" + dat.name + "' values, perhaps computed from those read at " +
           host_read_ + ",";
  };
  dat.origin.unite({{}, {leaks_.add(where, &dat, host_.inputs, how)}});
}

void Tape::trace_external(const ExternalFunction& function, std::span<const EventArg> around) {
  Flow flow(leaks_, "the external function", "", function.where);
  for (std::size_t i = 0; i < function.args.size(); ++i)
    if (function.args[i].access != OPS_WRITE) flow.from(around[2 * i].dat->origin);
  for (std::size_t i = 0; i < function.args.size(); ++i)
    if (function.args[i].access != OPS_READ) flow.to(*around[2 * i].dat, true, function.args[i].access == OPS_WRITE);
}

/// Another dataset may get its number.
void Tape::forget_origin(int dataset) {
  leaks_.forget(dataset);
  for (Leak& leak : lost_) leak.inputs.remove(dataset);
  for (const auto& dat : live_)
    if (dat) dat->origin.inputs.remove(dataset);
  for (auto& [handle, seeds] : reductions_)
    for (Origin* origin : {&seeds.origin, &seeds.result}) origin->inputs.remove(dataset);
  host_.inputs.remove(dataset);
  for (auto& [handle, state] : scalars_) state.origin.inputs.remove(dataset);
}

/// The user's adjoint has no derivative of argument i.
void Tape::trace_left_out(const LoopCall& call, std::size_t i, Flow& flow) {
  const Tracked* dat = roles_[i].dat;
  const std::string name = dat ? dat->name : roles_[i].scalar->name_storage;
  flow.from_lost(dat ? dat->origin : scalars_[roles_[i].scalar].origin, &call.implementation->args[i],
                 ", whose adjoint " + std::string(call.implementation->user_adjoint) + " leaves out the derivative of '" + name + "' (argument " +
                     std::to_string(i + 1) + "), computes its results");
}

/// @param carried  derivatives follow what the loop computes
void Tape::trace_loop(const LoopCall& call, std::span<const ArgView> views, bool carried) {
  if (recording.silent) return;
  Flow flow(leaks_, call.passive ? "passive loop" : "loop", call.name, call.where);
  const auto facts = [&](std::size_t i) { return call.implementation ? &call.implementation->args[i] : nullptr; };
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    if (call.implementation && leaves_out(*call.implementation, i, roles_[i].dat, roles_[i].scalar)) trace_left_out(call, i, flow);
    else if (roles_[i].scalar) flow.from(scalars_[roles_[i].scalar].origin);
    if (!roles_[i].dat) continue;
    if (roles_[i].dat->alias_of && call.args[i].acc == OPS_READ)
      home_.asked(*roles_[i].dat->alias_of, true, ("loop '" + std::string(call.name) + "'").c_str(), call.where);
    const ArgFacts* f = facts(i);
    const bool adjoint = f && call.implementation->adjoint;
    if (adjoint ? f->target : f ? !f->reads.empty() : call.args[i].acc != OPS_WRITE) flow.from(roles_[i].dat->origin);
  }
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    Tracked* dat = roles_[i].dat;
    const ArgFacts* f = facts(i);
    if (roles_[i].reduction) flow.to(roles_[i].reduction, reductions_[roles_[i].reduction].origin, carried);
    if (!dat || !written_[i]) continue;
    const bool replaced = f ? !f->reads_old : call.args[i].acc == OPS_WRITE;
    flow.to(*dat, carried, replaced && footprint(views[i], call.range).contains(dat->layout.interior));
  }
}

}  // namespace ops

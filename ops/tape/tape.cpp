// ops/tape/tape.cpp: from seeds to results: interpretation, what the user sees, forgetting.
#include "ops/tape/tape.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "ops/advice/watch.hpp"
#include "ops/core/cells.hpp"
#include "ops/core/declare.hpp"
#include "ops/core/layout.hpp"
#include "ops/engine/stopwatch.hpp"
#include "ops/record/bytes.hpp"
#include "ops/steps/marks.hpp"
#include "ops/steps/steps.hpp"
#include "ops/sweep/sweep.hpp"

namespace ops {
namespace {

constexpr const char* call = "ops_interpret_adjoints";

std::string silence(Context* context) {
  if (!context) return "the instance is null";
  if (!registry().translated) return "this program was not translated: build it with the translator (ops_add_app)";
  if (!registry().derivatives) return "this program was translated without derivatives";
  if (!context->options.derivatives) return "derivatives are switched off by -OPS_AD=0";
  return "recording is paused";
}

/// Users see whole rows, padding included, which nothing else ever writes.
void zero_padding(const BufferRef& buffer, const Tracked& dat) {
  Box padding = dat.layout.allocated;
  padding.lo[0] = padding.hi[0];
  padding.hi[0] += dat.dat->x_pad;
  fill_cells(buffer, dat.layout, padding, nullptr);
}

}  // namespace

Tape& tape_of(Context* context, const char* asked, Where where) {
  if (context) context->begin(where);
  auto* tape = context ? dynamic_cast<Tape*>(context->recorder) : nullptr;
  if (!tape) throw error_at(OPS_RUNTIME_CONFIGURATION_ERROR, asked, where) << silence(context);
  return *tape;
}

/// Whether this event is a result with a seed; one that can be reversed.
bool Tape::check_result(const Event& event) const {
  if (event.kind != EventKind::result) return false;
  const ops_reduction handle = events_.args_of(event)[0].reduction;
  if (!any_bit(events_.value(event.value), static_cast<std::size_t>(handle->size))) return event.own_seed;
  if (!event.accumulated)
    throw error_at(OPS_RUNTIME_ERROR, call, event.where)
        << "reduction '" << handle->name << "' is seeded, but no recorded loop added to this result";
  return true;
}

void Tape::settle_seeds(Where where) {
  const bool own = !is_default();
  bool seeded = touches_ || std::ranges::any_of(live_, [own](const auto& d) { return d && (own ? !d->field.zero() : d->seed != nullptr); });
  for (auto& [handle, seeds] : reductions_) {
    const auto size = static_cast<std::size_t>(handle->size);
    if (handle->seed.size() != size) continue;
    const bool wanted = any_bit(handle->seed.data(), size);
    const auto fail = [&] { return error_at(OPS_RUNTIME_ERROR, call, where) << "reduction '" << handle->name << "' "; };
    if (seeds.last_result == ReductionSeeds::none) {
      if (wanted) throw fail() << "is seeded, but its result was never read: call ops_reduction_result";
      continue;
    }
    Event& last = events_.nodes[seeds.last_result];
    std::byte* captured = events_.value(last.value);
    warn_of_replaced_seed(last, captured);
    if (wanted && seeds.pending && std::memcmp(captured, handle->seed.data(), size) != 0)
      throw fail() << "was seeded after loops had added to it again: read its result first";
    std::memcpy(captured, handle->seed.data(), size);
  }
  for (const Event& event : events_.nodes) seeded = check_result(event) || seeded;
  if (!seeded)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "nothing was seeded: give the objective a derivative first (get_result(&value, &seed), "
           "*ops_reduction_get_derivative(handle) = 1 or ops_dat_set_derivative)";
}

void Tape::check_released(Where where) const {
  for (const auto& dat : live_)
    if (dat && dat->dat->raw_derivative_out > 0)
      throw error_at(OPS_RUNTIME_ERROR, call, where)
          << "a raw pointer to the derivative of dataset '" << dat->name << "' is out: call ops_dat_release_raw_derivative first";
}

void Tape::hide_results() {
  for (const auto& dat : live_)
    if (dat) {
      dat->shown.reset();
      dat->dat->derivative = nullptr;
    }
  interpreted_ = false;
}

void Tape::check_recording(const char* asked, Where where) const {
  if (events_.nodes.empty())
    throw error_at(OPS_RUNTIME_ERROR, asked, where) << "the tape is empty: no loop on active datasets was recorded";
  if (!broken_.empty())
    throw error_at(OPS_RUNTIME_ERROR, asked, where)
        << "the recording was ended by the error in " << broken_ << ", which ran in part only: what comes after it has no derivative; "
        << "call ops_ad_reset to begin a new recording";
}

Sweep Tape::sweep(const char* asked_by) {
  return Sweep(recording, {asked_by, switches, watcher, stepping.steps(), [this](const Event& event) { run_adjoint(event); }});
}

void Tape::interpret(Where where) {
  require_current(call, where);
  check_recording(call, where);
  check_released(where);
  settle_seeds(where);
  tell_of_cuts(objective_end());
  if (home_.inspector) home_.inspector->before(*this, where);
  warn_of_old_seeds(where);
  collect_leaks();
  interpretation_ = {events_.nodes.size(), objective_end(), where};
  not_finite_told_ = false;
  if (marks) marks->interpreted();
  if (is_default()) hide_results();
  sweeping_ = true;
  try {
    Sweep back = sweep();
    back.run();
    sweep_ = back.counts();
  } catch (...) {
    sweeping_ = false;
    for (const auto& dat : live_)
      if (dat) dat->field.clear();
    throw;
  }
  sweeping_ = false;
  if (is_default()) {
    interpreted_ = true;
    show_results();
    if (watcher) watcher->swept();
  } else {
    home_.show_aliases();
  }
  if (home_.inspector) home_.inspector->after(*this, where);
}

/// Completes stored fields and points `derivative` of every active dataset at what it may read.
void Tape::show_results() {
  const Stopwatch time(context_, Pass::reversed, "(derivatives completed)");
  for (const auto& dat : live_) {
    if (!dat || !dat->active) continue;
    note_derivative(*dat);
    dat->newly_seeded = false;
    if (dat->field.zero()) {
      dat->dat->derivative = zeros(dat->layout.bytes);
    } else {
      dat->field.read(dat->layout.allocated, recording.memory());
      dat->shown = dat->field.buffer();
      zero_padding(dat->shown, *dat);
      const auto skipped = first_cell(dat->layout) * static_cast<std::ptrdiff_t>(dat->layout.element);
      dat->dat->derivative = reinterpret_cast<char*>(dat->shown->address + skipped);
    }
    dat->field.clear();
    if (dat->alias) dat->alias->adopt(shown(*dat));
  }
}

/// Fresh pages of the system read as zeros without taking memory, so untouched derivatives cost nothing.
char* Tape::zeros(std::size_t bytes) {
  if (bytes > zero_bytes_) {
    zeros_ = {static_cast<char*>(std::calloc(bytes, 1)), std::free};
    zero_bytes_ = bytes;
    for (const auto& dat : live_)
      if (dat && dat->dat->derivative && !dat->shown) dat->dat->derivative = zeros_.get();
  }
  return zeros_.get();
}

const BufferRef& Tape::shown(Tracked& dat) {
  const FieldMemory mem = recording.memory();
  if (home_.direct_) {
    dat.field.read(dat.layout.allocated, mem);
    zero_padding(dat.field.buffer(), dat);
    if (dat.alias) dat.alias->adopt(dat.field.buffer());
    return dat.field.buffer();
  }
  if (dat.shown) return dat.shown;
  dat.shown = context_.pool.take(dat.layout.bytes, "the derivative of dataset '" + dat.name + "'");
  if (dat.seed && !interpreted_)
    copy_cells(dat.shown, dat.seed, dat.layout, dat.layout.allocated);
  else
    fill_cells(dat.shown, dat.layout, dat.layout.allocated, nullptr);
  zero_padding(dat.shown, dat);
  const auto skipped = first_cell(dat.layout) * static_cast<std::ptrdiff_t>(dat.layout.element);
  if (interpreted_) dat.dat->derivative = reinterpret_cast<char*>(dat.shown->address + skipped);
  if (dat.alias) dat.alias->adopt(dat.shown);
  return dat.shown;
}

void Tape::seed_from_shown(Tracked& dat) {
  if (!home_.direct_) dat.seed = shown(dat);
}

ops_dat Tape::alias(Tracked& dat) {
  if (dat.alias) return dat.alias;
  const ops_dat made = declare_dat_like(dat.dat, dat.name + "_derivative");
  made->passive = true;
  dat.alias = made;
  recording.tracked(made).alias_of = &home_.recording.tracked(dat.dat);
  made->adopt(shown(dat));
  return made;
}

/// The user wrote the derivative through its dataset.
void Tape::write_alias(Tracked& alias) {
  if (home_.direct_) return alias.alias_of->field.adopt(alias.dat->buffer);
  alias.alias_of->shown = alias.dat->buffer;
  seed_from_shown(*alias.alias_of);
}

void Tape::forget_tangents() {
  tangents = {};
  for (const auto& dat : live_)
    if (dat) dat->tangent.clear();
  for (const auto& dat : recording.freed) dat->tangent.clear();
}

void Tape::forget_hessian() {
  hessian_known = false;
  for (const auto& dat : live_)
    if (dat) dat->hessian.clear();
  for (const auto& dat : recording.freed) dat->hessian.clear();
}

void Tape::reset() {
  if (watcher) watcher->forgotten();
  forget_tangents();
  forget_hessian();
  events_.clear();
  if (stepping.steps()) {  // the next recording is probably like it
    if (!(marks && marks->running())) stepping.limits.steps = stepping.steps()->steps();
    stepping.limits.times = stepping.steps()->report->known;
  }
  if (marks) marks->forget();
  stepping.plan(nullptr);
  if (journal) journal->clear();
  host_values_.clear();
  recording.freed.clear();
  for (auto& [handle, seeds] : reductions_) {
    std::ranges::fill(handle->seed, std::byte{});
    seeds = {};
  }
  scalars_.clear();
  for (const auto& scalar : context_.scalars) scalar->derivative.clear();
  fetched_.clear();
  result_leaks_.clear();
  cuts_.clear();
  lost_.clear();
  interpretation_ = {};
  interpreted_ = matters_ = false;
  broken_.clear();
  sweep_ = {};
  for (const auto& dat : live_) {
    if (!dat) continue;
    dat->needed = dat->saved = Box::none();
    dat->frozen.clear();
    dat->used = dat->given = dat->on_tape = dat->newly_seeded = false;
    dat->overwritten_by = dat->refilled_by = Tracked::nobody;
    dat->begin_origin();
    dat->field.clear();
    dat->seed.reset();
    if (dat->dat->raw_derivative_out == 0) dat->shown.reset();
    dat->dat->derivative = nullptr;
    if (dat->alias) dat->alias->adopt(shown(*dat));
  }
  leaks_.clear();
  host_ = {};
}

ops_ad_statistics Tape::statistics() const {
  ops_ad_statistics s = sweep_;
  s.nodes = events_.nodes.size();
  s.node_bytes = events_.bytes();
  std::set<const Buffer*> present, old;
  for (const auto& dat : live_)
    if (dat) present.insert(dat->dat->buffer.get());
  for (const EventArg& arg : events_.args)
    if (arg.primal && !present.contains(arg.primal.get()) && old.insert(arg.primal.get()).second) s.version_bytes += arg.primal->bytes;
  s.versions = old.size();
  for (const SavedRegion& region : events_.regions) {
    if (!region.buffer) continue;
    ++s.regions;
    s.region_bytes += region.bytes;
  }
  return s;
}

}  // namespace ops

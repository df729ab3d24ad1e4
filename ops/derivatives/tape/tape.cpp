// ops/derivatives/tape/tape.cpp: interpretation, derivatives for the user, and reset.
#include "ops/derivatives/tape/tape.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/derivatives/steps/step_markers.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"

namespace ops {
namespace {

constexpr const char* call = "ops_interpret_adjoints";

/// What an error has left of a sweep.
void clear_derivatives(const Recording& recording) {
  for (const auto& dat : recording.live)
    if (dat) dat->field.clear();
}

std::string silence(Context* context) {
  if (!context) return "the instance is null";
  if (!registry().translated) return "this program was not translated: build it with the translator (ops_add_app)";
  if (!registry().derivatives) return "this program was translated without derivatives";
  if (!context->options.derivatives) return "derivatives are switched off by -OPS_AD=0";
  return "recording is paused";
}

}  // namespace

Tape& tape_of(Context* context, const char* asked, Where where) {
  if (context) context->begin(where);
  Tape* const tape = context ? context->hooks.tape : nullptr;
  if (!tape) throw error_at(OPS_RUNTIME_CONFIGURATION_ERROR, asked, where) << silence(context);
  return *tape;
}

void Tape::check_released(const char* asked, Where where) const {
  for (const auto& dat : live_)
    if (dat && dat->dat->raw_derivative_out > 0)
      throw error_at(OPS_RUNTIME_ERROR, asked, where)
          << "a raw pointer to the derivative of dataset '" << dat->name
          << "' has not been released; call ops_dat_release_raw_derivative first";
}

void Tape::check_recording(const char* asked, Where where) const {
  if (events_.nodes.empty())
    throw error_at(OPS_RUNTIME_ERROR, asked, where) << "the tape is empty: no loop on active datasets was recorded";
  if (!broken.empty())
    throw error_at(OPS_RUNTIME_ERROR, asked, where) << "an error in " << broken
                                                    << " ended the recording, so later calls are not differentiated; "
                                                       "call ops_ad_reset to begin a new recording";
}

Sweep Tape::sweep(const char* asked_by) {
  return Sweep(recording, {asked_by, switches, watcher, [this](const ExternalEvent& event) { run_adjoint(event); }});
}

void Tape::reverse(Sweep& sweep) {
  sweep.start();
  if (stepping.steps()) stepping.steps()->interpretation.run(sweep);
  else sweep.reverse(0, events_.nodes.size());
}

void Tape::sweep_watched(TapeObserver& watch) {
  TapeObserver* const other = std::exchange(watcher, &watch);
  sweeping_ = true;
  const auto put_back = [&] {
    sweeping_ = false;
    watcher = other;
  };
  try {
    Sweep back = sweep();
    reverse(back);
    finish(recording.context.pool.machine());
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
}

void Tape::interpret(Where where) {
  require_current(call, where);
  check_recording(call, where);
  check_released(call, where);
  seeds.settle(call, where);
  beyond_calls(std::string(call) + " was called at " + place(where));
  doubts.report_cuts(doubts.objective_end());
  if (home_.inspector) home_.inspector->before(*this, where);
  doubts.old_seeds(where);
  const std::vector<const Leak*> lost = origins.lost();
  doubts.warn_of_stores(lost);
  home_.doubts.lost(lost);
  doubts.begins(where);
  if (marks) marks->interpreted();
  if (is_default()) shown->hide();
  sweeping_ = true;
  try {
    Sweep back = sweep();
    reverse(back);
    finish(recording.context.pool.machine());
    sweep_ = back.counts();
  } catch (const Refused& error) {
    sweeping_ = false;
    clear_derivatives(recording);
    throw error_at(error.code, call, where) << error.what();
  } catch (...) {
    sweeping_ = false;
    clear_derivatives(recording);
    throw;
  }
  sweeping_ = false;
  if (is_default()) {
    shown->show();
    if (watcher) watcher->swept();
  } else {
    shown->show_datasets();
  }
  if (home_.inspector) home_.inspector->after(*this, where);
}

void Tape::reset() {
  if (watcher) watcher->forgotten();
  recording.forget_tangents();
  recording.forget_hessian();
  events_.clear();
  if (stepping.steps()) {  // the next recording is probably like it
    if (!(marks && marks->running())) stepping.limits.steps = stepping.steps()->state.steps();
    stepping.limits.times = stepping.steps()->state.report->known;
    stepping.limits.told = stepping.steps()->state.report->key();
  }
  if (marks) marks->forget();
  stepping.plan(nullptr);
  if (inputs) inputs->clear();
  host_values.clear();
  recording.freed.clear();
  for (auto& [handle, known] : recording.reductions) {
    const bool forgotten = known.forgotten || (known.pending && known.active);
    std::ranges::fill(handle->seed, std::byte{});
    known = {};
    known.forgotten = forgotten;
  }
  recording.scalars.clear();
  for (const auto& scalar : context_.scalars) scalar->derivative.clear();
  fetched.clear();
  doubts.clear();
  recorder.clear();
  shown->forget();
  broken.clear();
  sweep_ = {};
  for (const auto& dat : live_) {
    if (!dat) continue;
    dat->needed = dat->saved = Box::none();
    dat->thaw();
    dat->used = dat->given = dat->on_tape = dat->newly_seeded = false;
    dat->overwritten_by = dat->refilled_by = Tracked::nobody;
    dat->passive_reader = {};
    dat->begin_origin();
    dat->field.clear();
    dat->seed.reset();
    if (dat->dat->raw_derivative_out == 0) dat->shown.reset();
    dat->dat->derivative = nullptr;
    if (dat->alias) dat->alias->adopt(shown->of(*dat));
  }
  origins.clear();
}

ops_ad_statistics Tape::statistics() const {
  ops_ad_statistics s = sweep_;
  s.nodes = events_.nodes.size();
  s.node_bytes = events_.bytes();
  std::set<const Buffer*> present, old;
  for (const auto& dat : live_)
    if (dat) present.insert(dat->dat->buffer.get());
  for (const EventArg& arg : events_.args)
    if (arg.primal && !present.contains(arg.primal.get()) && old.insert(arg.primal.get()).second)
      s.version_bytes += arg.primal->bytes;
  s.versions = old.size();
  for (const SavedRegion& region : events_.regions) {
    if (!region.buffer) continue;
    ++s.regions;
    s.region_bytes += region.bytes;
  }
  return s;
}

}  // namespace ops

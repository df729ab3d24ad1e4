// ops/derivatives/steps/recomputation.cpp: recomputes one event after another, as recorded.
#include "ops/derivatives/steps/recomputation.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/sweeps/loop_versions.hpp"
#include "ops/loops/engine/charge.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/engine/execute.hpp"
#include "ops/support/interruption.hpp"

namespace ops {

void EngineRunner::operator()(const CallRef& call, std::span<const void* const> values,
                              std::span<const Events::ConstantValue>) {
  const Context& context = *call->block->context;
  std::shared_ptr<Variant>& variant = variants_[call];
  if (!variant) {
    variant = std::make_shared<Variant>(*call);
    variant->again = true;
  }
  LoopTiming* const row =
      context.loops != nullptr ? &context.loops->row(Pass::again, call->name, call->where) : nullptr;
  const Charge time(context.pool.machine(), context.OPS_diags > 1 ? row : nullptr);
  std::ranges::copy(values, variant->values.begin());
  const Executed executed = execute(variant->call(call->range, call->passive), *variant);
  if (row != nullptr) row->ran(executed.bytes);
}

bool Recomputation::run(std::size_t first, std::size_t last, Keep keep, bool unlimited) {
  const auto goes_on = [&] { return unlimited || of_.excess != Excess::seen; };
  keep_ = keep;
  keeps_ = keep != Keep::nothing;
  Context& context = recording.context;
  const Hooks hooks = std::exchange(context.hooks, {.redirector = this});
  LoopObserver* const watch = std::exchange(context.watch, nullptr);
  const auto put_back = [&] {
    context.hooks = hooks;
    context.watch = watch;
  };
  try {
    for (; first < last && goes_on(); ++first) {
      may_interrupt();
      run(events.nodes[first]);
    }
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
  return first == last;
}

void Recomputation::run(Event& event) {
  if (event.unneeded || !event.is_recomputed) return;
  if (event.for_later_steps && keep_ == Keep::last_step && !learns_) event.hold(*this);
  else event.recompute(*this);
}

/// What its adjoint reads is kept; what it would leave is not computed.
void Recomputation::hold(LoopEvent& event) {
  const Saving saving(*this, event);
  starts_.clear();
  versions_.hold(event);
}

void Recomputation::reads(const Tracked& dat, const Box& cells) {
  if (learns_) learns_->reads(dat, cells);
}

void Recomputation::overwrites(Tracked& dat, const Box& cells) {
  versions_.protect(dat, cells);
  if (learns_) learns_->writes(dat, cells, recording.context.pool);
}

void Recomputation::replaces(Tracked& dat) {
  if (learns_) learns_->writes(dat, dat.layout.allocated, recording.context.pool);
  if (versions_.must_keep(dat, dat.layout.allocated)) versions_.new_version(dat);
}

void Recomputation::adopts(Tracked& dat, const BufferRef& version, bool changed) {
  if (learns_ && changed) learns_->writes(dat, dat.layout.allocated, recording.context.pool);
  dat.dat->adopt(version);
  dat.needed = dat.layout.allocated;
  dat.saved = Box::none();
  dat.freeze();
}

void Recomputation::loop(LoopEvent& event) {
  const LoopCall& call = *event.call;
  if (call.begins_reduction()) {
    starts_.push_back(&event);
    return;
  }
  bool leaves_values = false;  // results are on record
  for (std::size_t i = 0; i < call.args.size(); ++i) leaves_values = leaves_values || call.writes(i);
  if (keep_ == Keep::nothing && !learns_ && !leaves_values) return;  // a state has to see what the loop reads
  set_arguments(event);
  const auto constants = constants_of(events, event);
  for (std::size_t k = 0; k < constants.size(); ++k)
    host_.set_constant(call.ran().implementation->constants[k], constants[k]);
  running_ = &event;
  of_.run_loop(call.whole ? call.whole : event.call, values_, constants);
  starts_.clear();
}

/// By value: as captured. A dataset whose reduction began with this loop begins it again.
void Recomputation::set_arguments(const LoopEvent& event) {
  const auto roles = events.args_of(event);
  const std::vector<ops_arg>& args = event.call->args;
  values_.assign(args.size(), nullptr);
  for (std::size_t i = 0; i < args.size(); ++i) {
    const ops_arg& arg = args[i];
    const auto begins = [&](const LoopEvent* start) { return start->call->args[0].dat == arg.dat; };
    if (arg.dat && arg.opt != 0 && arg.acc >= OPS_INC)
      arg.dat->reducing = std::ranges::any_of(starts_, begins) ? ops_access{-1} : arg.acc;
    if (arg.argtype == ArgKind::gbl) values_[i] = events.value(roles[i].value);
    else if (arg.argtype == ArgKind::scalar)
      std::memcpy(arg.scalar->storage.data(), events.value(roles[i].value), arg.scalar->storage.size());
    else if (arg.argtype == ArgKind::reduce) {
      arg.reduction->initialized = 1;
      arg.reduction->acc = arg.acc;
    }
  }
}

/// What a loop that runs again does to versions is what it did before.
void Recomputation::redirect(const CallRef& call, const Operands& operands) {
  const bool start =
      !starts_.empty() && call->begins_reduction() && call->args[0].dat == starts_.front()->call->args[0].dat;
  LoopEvent& event = start ? *starts_.front() : *running_;
  if (start) starts_.erase(starts_.begin());
  const Saving saving(*this, event);
  LoopVersions versions{versions_, *event.call, operands, events.args_of(event)};
  if (learns_) versions.show(*learns_);
  if (keeps_) versions.keep_before();
  versions.redirect_writes();
  if (!keeps_) return;
  versions.keep_after();
  events.keep_readers(event);
}

}  // namespace ops

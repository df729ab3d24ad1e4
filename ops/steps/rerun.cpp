// ops/steps/rerun.cpp: one event after another, each as it was recorded.
#include "ops/steps/rerun.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/engine/engine.hpp"
#include "ops/engine/execute.hpp"
#include "ops/events/loop_event.hpp"
#include "ops/versions/loop_versions.hpp"

namespace ops {

void run_variant(LoopAgain& loop, const LoopRequest& request, std::span<const Events::ConstantValue>) {
  const Context& context = *request.block->context;
  const bool timed = context.OPS_diags > 1;
  Machine& machine = context.pool.machine();
  const double start = timed ? machine.clock() : 0.0;
  if (!loop.variant) {
    loop.variant = make_variant(request);
    loop.variant->again = true;
  }
  const Executed executed = execute(request, *loop.variant);
  if (context.loops != nullptr)
    context.loops->ran(Pass::again, loop.name, request.where, timed ? machine.clock() - start : 0.0, executed.bytes);
}

bool Rerun::run(std::size_t first, std::size_t last, Keep keep, bool unlimited) {
  const auto goes_on = [&] { return unlimited || of_.excess != Excess::seen; };
  keep_ = keep;
  keeps_ = keep != Keep::nothing;
  Context& context = recording.context;
  const Hooks hooks = std::exchange(context.hooks, {.redirector = this});
  LoopWatch* const watch = std::exchange(context.watch, nullptr);
  const auto put_back = [&] {
    context.hooks = hooks;
    context.watch = watch;
  };
  try {
    for (; first < last && goes_on(); ++first) run(events.nodes[first]);
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
  return first == last;
}

void Rerun::run(Event& event) {
  if (event.unneeded || !event.runs_again) return;
  if (event.for_later_steps && keep_ == Keep::last_step && !learns_) event.hold(*this);
  else event.run_again(*this);
}

/// What its adjoint reads is kept; what it would leave is not computed.
void Rerun::hold(LoopEvent& event) {
  const Saving saving(*this, event);
  starts_.clear();
  versions_.hold(event);
}

void Rerun::reads(const Tracked& dat, const Box& cells) {
  if (learns_) learns_->reads(dat, cells);
}

void Rerun::overwrites(Tracked& dat, const Box& cells) {
  versions_.protect(dat, cells);
  if (learns_) learns_->writes(dat, cells, recording.context.pool);
}

void Rerun::replaces(Tracked& dat) {
  if (learns_) learns_->writes(dat, dat.layout.allocated, recording.context.pool);
  if (versions_.must_keep(dat, dat.layout.allocated)) versions_.new_version(dat);
}

void Rerun::adopts(Tracked& dat, const BufferRef& version, bool changed) {
  if (learns_ && changed) learns_->writes(dat, dat.layout.allocated, recording.context.pool);
  dat.dat->adopt(version);
  dat.needed = dat.layout.allocated;
  dat.saved = Box::none();
  dat.freeze();
}

void Rerun::loop(LoopEvent& event) {
  LoopAgain& loop = *event.call;
  if (loop.library) {
    starts_.push_back(&event);
    return;
  }
  const bool leaves_values = std::ranges::find(loop.written, 1) != loop.written.end();  // results are on record
  if (keep_ == Keep::nothing && !learns_ && !leaves_values) return;  // a state has to see what the loop reads
  std::vector<ops_arg> args = loop.args;
  set_arguments(event, args);
  const auto constants = constants_of(events, event);
  for (std::size_t k = 0; k < constants.size(); ++k)
    host_.set_constant(event.implementation->constants[k], constants[k]);
  std::vector<int> limits;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(loop.dims); ++axis) {
    limits.push_back(loop.range.lo[axis]);
    limits.push_back(loop.range.hi[axis]);
  }
  running_ = &event;
  of_.run_loop(loop,
               {loop.name.c_str(), loop.where, loop.block, loop.dims, limits.data(), args, loop.kernel, loop.passive},
               constants);
  starts_.clear();
}

/// By value: as captured. A dataset whose reduction began with this loop begins it again.
void Rerun::set_arguments(const LoopEvent& event, std::vector<ops_arg>& args) {
  const auto roles = events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i) {
    const auto begins = [&](const LoopEvent* start) { return start->call->args[0].dat == args[i].dat; };
    if (args[i].dat)
      args[i].dat->reducing = std::ranges::any_of(starts_, begins) ? ops_access{-1} : event.call->reducing[i];
    else if (args[i].argtype == ArgKind::gbl)
      args[i].data = reinterpret_cast<char*>(const_cast<std::byte*>(events.value(roles[i].value)));
    else if (args[i].argtype == ArgKind::scalar)
      std::memcpy(args[i].scalar->storage.data(), events.value(roles[i].value), args[i].scalar->storage.size());
    else if (args[i].argtype == ArgKind::reduce) {
      args[i].reduction->initialized = 1;
      args[i].reduction->acc = args[i].acc;
    }
  }
}

void Rerun::redirect(const LoopCall& call, std::span<ArgView> views, Constants) {
  const bool start = !starts_.empty() && !call.kernel.call && call.args[0].dat == starts_.front()->call->args[0].dat;
  LoopEvent& event = start ? *starts_.front() : *running_;
  if (start) starts_.erase(starts_.begin());
  const Saving saving(*this, event);
  show_versions(event, call, views);
}

/// What a loop that runs again does to versions is what it did before.
void Rerun::show_versions(LoopEvent& event, const LoopCall& call, std::span<ArgView> views) {
  LoopVersions versions{versions_, call, views, events.args_of(event), event.call->written};
  if (learns_) versions.show(*learns_);
  if (keeps_) versions.keep_before();
  versions.redirect_writes();
  if (!keeps_) return;
  versions.keep_after();
  events.keep_readers(event);
}

}  // namespace ops

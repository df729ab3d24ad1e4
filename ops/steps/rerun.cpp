// ops/steps/rerun.cpp: one event after another, each as it was recorded.
#include "ops/steps/rerun.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/core/cells.hpp"
#include "ops/dist/halo.hpp"
#include "ops/dist/halo_map.hpp"
#include "ops/engine/execute.hpp"
#include "ops/engine/stopwatch.hpp"
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
  Context& context = recording_.context;
  const Hooks hooks = std::exchange(context.hooks, {.redirector = this});
  LoopWatch* const watch = std::exchange(context.watch, nullptr);
  const auto put_back = [&] {
    context.hooks = hooks;
    context.watch = watch;
  };
  try {
    for (; first < last && goes_on(); ++first) run(recording_.events.nodes[first]);
  } catch (...) {
    put_back();
    throw;
  }
  put_back();
  return first == last;
}

/// Regions that are saved meanwhile are the event's. Where nothing is kept, none are; the event may have some from
/// before.
template <class Fn>
void Rerun::as(Event& event, Fn fn) {
  if (keep_ == Keep::nothing) return fn();
  Events& events = recording_.events;
  const std::size_t before = events.regions.size();
  fn();
  event.first_region = static_cast<std::uint32_t>(before);
  event.regions = static_cast<std::uint32_t>(events.regions.size() - before);
}

void Rerun::run(Event& event) {
  if (event.unneeded) return;
  if (event.for_later_steps && keep_ == Keep::last_step && !learns_) return as(event, [&] { hold(event); });
  switch (event.again) {
    case Again::loop: return run_loop(event);
    case Again::halos: {
      const Stopwatch time(recording_.context, Pass::again, "(halos)");
      return as(event, [&] { run_halos(event); });
    }
    case Again::copy: {
      const Stopwatch time(recording_.context, Pass::again, "(copies)");
      return run_copy(event);
    }
    case Again::values: return as(event, [&] { give(event); });
    case Again::versions: return adopt_versions(event);
    case Again::nothing: return;
  }
}

/// Its adjoint finds what it reads; nothing finds what it would leave.
void Rerun::hold(Event& event) {
  if (event.again != Again::loop) return;
  starts_.clear();
  versions_.hold(event);
}

/// Results of reductions are on record.
bool Rerun::leaves_values(const LoopAgain& loop) const {
  return std::ranges::any_of(loop.written, [](char w) { return w != 0; });
}

void Rerun::run_loop(Event& event) {
  LoopAgain& loop = *event.call;
  if (loop.library) {
    starts_.push_back(&event);
    return;
  }
  if (keep_ == Keep::nothing && !learns_ && !leaves_values(loop)) return;  // a state has to see what the loop reads
  std::vector<ops_arg> args = loop.args;
  set_arguments(event, args);
  const auto constants = std::as_const(recording_.events).constants_of(event);
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
void Rerun::set_arguments(const Event& event, std::vector<ops_arg>& args) {
  const Events& events = recording_.events;
  const auto roles = events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i) {
    const auto begins = [&](const Event* start) { return start->call->args[0].dat == args[i].dat; };
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
  Event& event = start ? *starts_.front() : *running_;
  if (start) starts_.erase(starts_.begin());
  as(event, [&] { show_versions(event, call, views); });
}

/// What a loop that runs again does to versions is what it did before.
void Rerun::show_versions(Event& event, const LoopCall& call, std::span<ArgView> views) {
  Events& events = recording_.events;
  LoopVersions versions{versions_, call, views, events.args_of(event), event.call->written};
  if (learns_) versions.show(*learns_);
  const bool keeps = keep_ != Keep::nothing;
  if (keeps) versions.keep_before();
  versions.redirect_writes();
  if (!keeps) return;
  versions.keep_after();
  events.keep_readers(event);
}

void Rerun::overwrite(Tracked& dat, const Box& cells) {
  versions_.protect(dat, cells);
  if (learns_) learns_->writes(dat, cells, recording_.context.pool);
}

void Rerun::run_halos(Event& event) {
  const auto args = recording_.events.args_of(event);
  for (std::size_t i = 0; i < event.group->storage.size(); ++i) {
    const HaloMap map = halo_map(*event.group->storage[i]);
    if (map.volume() == 0) continue;
    if (learns_) learns_->reads(*args[2 * i].dat, map.from.box);
    overwrite(*args[2 * i + 1].dat, map.to.box);
  }
  transfer(event.group);
}

void Rerun::run_copy(Event& event) {
  const auto args = recording_.events.args_of(event);
  Tracked &from = *args[0].dat, &to = *args[1].dat;
  if (learns_) {
    learns_->reads(from, from.layout.allocated);
    learns_->writes(to, to.layout.allocated, recording_.context.pool);
  }
  if (versions_.must_keep(to, to.layout.allocated)) versions_.new_version(to);
  copy_cells(to.dat->buffer, to.layout, from.dat->buffer, from.layout, from.layout.allocated);
}

void Rerun::give(const Event& event) {
  const GivenValues& given = *event.given;
  if (!given.values) return;
  overwrite(*given.dat, given.cells);
  unpack_cells(given.dat->dat->buffer, given.values, given.dat->layout, given.cells);
}

void Rerun::adopt_versions(const Event& event) {
  const auto versions = recording_.events.args_of(event);
  for (std::size_t i = 1; i < versions.size(); i += 2) {
    Tracked& dat = *versions[i].dat;
    if (learns_ && versions[i - 1].primal != versions[i].primal)
      learns_->writes(dat, dat.layout.allocated, recording_.context.pool);
    dat.dat->adopt(versions[i].primal);
    dat.needed = dat.layout.allocated;
    dat.saved = Box::none();
    dat.freeze();
  }
}

}  // namespace ops

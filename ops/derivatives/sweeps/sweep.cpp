// ops/derivatives/sweeps/sweep.cpp: walks the events backwards.
#include "ops/derivatives/sweeps/sweep.hpp"

#include <algorithm>
#include <utility>

#include "ops/derivatives/sweeps/reverse_loop.hpp"
#include "ops/loops/engine/charge.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/engine/stopwatch.hpp"
#include "ops/support/interruption.hpp"

namespace ops {

Sweep::Sweep(Recording& of, SweepSetup setup)
    : Reversing(of),
      setup_(std::move(setup)),
      rewind_(events, memory),
      ahead_(events, *memory.pool),
      launches_(events, *memory.pool),
      postponed_(*this, launches_, setup_.switches.postpone, setup_.watcher != nullptr),
      loops_{*this, launches_, postponed_, setup_.asked_by, setup_.switches.owner} {
  memory.before_write = [this](const Buffer* buffer, const Box& cells) {
    postponed_.before_write(buffer, cells, false);
  };
}

/// A nested tape starts from the present derivatives; but datasets that only it knows, and that are gone, have
/// none.
void Sweep::start() {
  for (const auto& scalar : recording.context.scalars) {
    scalar->derivative.resize(static_cast<std::size_t>(scalar->size));
    if (recording.is_default()) std::ranges::fill(scalar->derivative, std::byte{});
  }
  if (!recording.is_default()) {
    for (const auto& dat : recording.freed)
      if (dat->derivative.use_count() == 1) dat->field.clear();
    return;
  }
  const auto start_one = [&](Tracked& dat) {
    if (dat.seed) dat.field.start_from(dat.seed, memory);
    else dat.field.clear();
  };
  for (const auto& dat : recording.live)
    if (dat) start_one(*dat);
  for (const auto& dat : recording.freed) start_one(*dat);
}

void Sweep::run() {
  start();
  reverse(0, events.nodes.size());
}

void Sweep::reverse(std::size_t first, std::size_t last) {
  begin({first, last});
  pass(first, last);
  settle();
}

void Sweep::begin(Stretch stretch) {
  uses_up_ = setup_.watcher ? nullptr : stretch.uses_up;
  freed_ = 0;
  passed_.clear();
  ahead_.begin(stretch.first, stretch.last, std::move(stretch.fetch));
}

/// Versions are as the forward sweep left them also when an adjoint throws.
void Sweep::pass(std::size_t first, std::size_t last) {
  try {
    for (std::size_t at = last; at-- > first;) {
      may_interrupt();
      const Event& event = events.nodes[at];
      ahead_.comes_to(at);
      const bool after = events.reads_after(event);
      if (setup_.watcher) {
        reverse_watched(event, *setup_.watcher);
        continue;
      }
      if (!after) put_back(event);
      event.reverse(*this);
      if (after) put_back(event);
      ahead_.has_passed(at);
      if (uses_up_) give_back(event);
    }
  } catch (...) {
    rewind_.forth();
    throw;
  }
}

void Sweep::settle() {
  try {
    postponed_.flush_all();
  } catch (...) {
    rewind_.forth();
    throw;
  }
  const Stopwatch time(recording.context, Pass::reversed, "(values restored)");
  rewind_.forth();
}

void Sweep::give_back(const Event& event) {
  passed_.push_back(event.index);
  std::erase_if(passed_, [&](std::size_t passed) {
    if (postponed_.waits(events.nodes[passed])) return false;
    freed_ += uses_up_->give_back(passed);
    return true;
  });
}

/// Versions hold again what they held before the event.
void Sweep::put_back(const Event& event) {
  if (event.regions == 0) return;
  const Stopwatch time(recording.context, Pass::reversed, "(values restored)");
  rewind_.back(event);
}

void Sweep::reverse_alone(const LoopEvent& event) {
  reverse_loop(event);
  postponed_.flush_all();
}

/// Reverses a loop, of which the table of loops has a row.
void Sweep::loop(const LoopEvent& event) {
  LoopEngine* const engine = recording.context.loops;
  const auto row = [&] { return &engine->row(Pass::reversed, event.call->name, event.where); };
  const bool timed = engine != nullptr && recording.context.OPS_diags > 1;
  loops_.moved = 0.0;
  {
    const Charge time(recording.context.pool.machine(), timed ? row() : nullptr);
    reverse_loop(event);
  }
  if (timed || (engine != nullptr && loops_.moved > 0.0)) row()->ran(loops_.moved);
}

void Sweep::reverse_loop(const LoopEvent& event) {
  ReversedLoop reversed(loops_, event, events.args_of(event));
  const bool live = reversed.find_live();
  if (live) {
    reversed.require_adjoint();
    reversed.run();
  }
  reversed.consume(live);
  if (reverse_extrema(loops_, event) || live) ++loops_.counts.reversed;
  else if (std::ranges::any_of(reversed.args, &EventArg::seed)) ++loops_.counts.skipped;
  postponed_.drop_spares();
}

/// The user sees fields, so nothing may be left to add to them.
void Sweep::external(const ExternalEvent& event) {
  postponed_.flush_all();
  setup_.run_external(event);
}

/// What is postponed on the outputs is added before they are shown; reversing them would add it first thing. The
/// derivative of a result is complete when it has been reversed, which consumes nothing.
void Sweep::reverse_watched(const Event& event, TapeObserver& watch) {
  watch.begins(event);
  const bool after = events.reads_after(event);
  if (!after) rewind_.back(event);
  const bool result = event.as_result() != nullptr;
  if (result) event.reverse(*this);
  std::vector<const std::byte*> reductions;
  for (const EventArg& arg : events.args_of(event)) {
    if (arg.dat && (arg.seed || !event.as_loop())) derivative(*arg.dat);
    reductions.push_back(arg.reduction ? known_seed(arg.reduction) : nullptr);
  }
  watch.shows(event, reductions);
  if (!result) event.reverse(*this);
  if (after) rewind_.back(event);
  watch.ends(event);
}

}  // namespace ops

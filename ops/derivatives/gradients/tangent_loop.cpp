// ops/derivatives/gradients/tangent_loop.cpp: the tangent of one recorded loop: which directions are not zero, what it
// writes, what ends in it.
#include "ops/derivatives/gradients/tangent_loop.hpp"

#include <algorithm>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/doubled.hpp"
#include "ops/derivatives/log/overwritten.hpp"
#include "ops/derivatives/log/value_bytes.hpp"

namespace ops {

/// Whether the loop reads a direction that is not zero through argument i.
bool TangentSweep::Loop::live(std::size_t i) const {
  const EventArg& arg = args[i];
  if (arg.scalar) return arg.target && any_bit(sweep.direction_of(arg.scalar).data(), arg.bytes);
  if (!arg.dat || !arg.dat->active) return false;
  if (facts.empty()) return arg.target && !arg.dat->tangent.zero();
  return !facts[i].reads.empty() && !arg.dat->tangent.zero_on(footprint(shape(i), event.call->range, facts[i].reads));
}

bool TangentSweep::Loop::any_live() const {
  for (std::size_t i = 0; i < args.size(); ++i)
    if (live(i)) return true;
  return false;
}

void TangentSweep::Loop::require_tangent() const {
  if (!event.problem && event.call->implementation->tangent) return;
  throw error_at(OPS_RUNTIME_ERROR, sweep.asked_by(), event.where)
      << "this call requires the tangent of loop '" << event.call->name << "', but the loop has no tangent: "
      << (event.problem ? *event.problem : event.call->implementation->not_differentiable);
}

/// A copy of what the argument may touch, zero in cells that do not exist; `from` null: zero everywhere.
ArgView TangentSweep::Loop::copy(std::size_t i, const BufferRef& from) {
  const Tracked& dat = *args[i].dat;
  const Dense& wide = copies.emplace_back(dat, reach(i), *sweep.memory.pool);
  wide.buffer->machine->fill_bytes(wide.buffer, std::byte{});
  if (from) copy_cells(wide.buffer, wide.layout, from, dat.layout, stored(i));
  return wide.view(shape(i));
}

/// A buffer of the dataset as the argument.
ArgView TangentSweep::Loop::view(std::size_t i, const BufferRef& buffer) const {
  const Tracked& dat = *args[i].dat;
  ArgView v = reshaped(shape(i), dat.layout);
  v.in = v.out = dat.base(buffer);
  v.from = v.to = buffer.get();
  v.layout = &dat.layout;
  return v;
}

void TangentSweep::Loop::set_values(std::size_t i) {
  const EventArg& arg = args[i];
  if (arg.by_value) views[i].in = sweep.events.value(arg.value);
  if (!arg.primal) return;
  views[i] = inside(i) ? view(i, arg.primal) : copy(i, arg.primal);
  views[i].out = nullptr;
  views[i].to = nullptr;
}

void TangentSweep::Loop::set_direction(std::size_t i) {
  ArgView& direction = views[args.size() + i];
  Tracked& dat = *args[i].dat;
  if (!args[i].seed && facts[i].written) {  // what is written there, nobody asks for
    if (live(i)) dat.tangent.read(stored(i), sweep.memory);
    direction = copy(i, live(i) ? dat.tangent.buffer() : BufferRef{});
  } else if (!args[i].seed && !live(i)) {
    direction = sweep.zeros_.row(shape(i), reach(i), dat);
  } else {
    dat.tangent.read(stored(i), sweep.memory);
    direction = inside(i) ? view(i, dat.tangent.buffer()) : copy(i, dat.tangent.buffer());
    if (!inside(i) && args[i].seed) outputs.emplace_back(i, &copies.back());
  }
  if (!facts[i].written) direction.to = nullptr;
}

/// Whether points write cells of their own, so that what they read may lie elsewhere.
bool TangentSweep::Loop::one_cell_a_point(std::size_t i) const {
  if (!(shape(i).at == Box{})) return false;
  for (std::size_t d = 0; d < static_cast<std::size_t>(event.call->dims); ++d)
    if (shape(i).step[d] != shape(i).pitch[d] || shape(i).divisor[d] != 1 || args[i].dat->layout.collapsed[d])
      return false;
  return true;
}

/// Keeps of a direction that will be overwritten what the second derivative reads.
void TangentSweep::Loop::protect(std::size_t i) {
  Tracked& dat = *args[i].dat;
  const BufferRef old = sweep.doubled_->protect(dat, cells(i), inside(i) && one_cell_a_point(i));
  if (!old) return;
  dat.tangent.add(cells(i), true, sweep.memory);  // the loop writes every one
  kept.push_back(old);
  views[args.size() + i].out = dat.base(dat.tangent.buffer());
  views[args.size() + i].to = dat.tangent.buffer().get();
}

void TangentSweep::Loop::set_total(std::size_t i) {
  totals[i] = Totals(*reduce_ops(args[i].reduction->element, OPS_INC), args[i].reduction->dim);
  views[args.size() + i].out = totals[i].data();
  views[args.size() + i].totals = &totals[i];
}

void TangentSweep::Loop::keep_totals() const {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!totals[i] || !args[i].seed || (args[i].extremum && !slopes)) continue;
    sweep.memory.pool->machine().complete(totals[i]);
    totals[i].combine_into(slopes ? slopes : sweep.sum_of(args[i].reduction).data());
  }
}

/// Whether each point writes cells of its own.
bool TangentSweep::Loop::divisible() const {
  if (event.call->implementation->adjoint_owner == nullptr) return false;
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].dat && facts[i].written && !one_cell_a_point(i)) return false;
  return true;
}

/// Of everything, as the loop found it, or left it (ArgFacts::reads_after).
void TangentSweep::Loop::set_all_values() {
  views.assign(2 * args.size(), {});
  for (std::size_t i = 0; i < args.size(); ++i) set_values(i);
}

void TangentSweep::Loop::run() {
  set_all_values();
  totals.assign(args.size(), {});
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].dat) set_direction(i);
    if (args[i].scalar) views[args.size() + i].in = sweep.direction_of(args[i].scalar).data();
    if (args[i].reduction) set_total(i);
  }
  for (std::size_t i = 0; sweep.doubled_ && i < args.size(); ++i)
    if (args[i].dat && args[i].seed && facts[i].written) protect(i);
  std::vector<const void*> constants;
  for (const auto& value : constants_of(sweep.events, event)) constants.push_back(value->data());
  std::vector<Points> reads(views.size());
  for (std::size_t i = 0; i < args.size(); ++i) reads[i] = reads[args.size() + i] = facts[i].reads;
  Launch launch{event.call->dims,
                event.call->range,
                views.data(),
                constants.data(),
                false,
                divisible(),
                static_cast<int>(views.size()),
                reads.data(),
                {},
                false,
                constants_of(sweep.events, event)};
  const LoopImplementation& loop = *event.call->implementation;
  if (loop.axis >= 0) launch.lines = lines_of(loop, event.call->range, views[static_cast<std::size_t>(loop.axis)].in);
  sweep.memory.pool->machine().run(event.call->implementation->tangent, launch);
  keep_totals();
  for (const auto& [i, wide] : outputs) {
    Tracked& dat = *args[i].dat;
    copy_cells(dat.tangent.buffer(), dat.layout, wide->buffer, wide->layout, cells(i));
  }
}

/// The direction becomes zero where the loop has written.
void TangentSweep::Loop::end(std::size_t i) {
  Tracked& dat = *args[i].dat;
  if (fills(shape(i), event.call->range)) return sweep.consume(dat, cells(i));
  if (sweep.doubled_) sweep.doubled_->protect(dat, cells(i));
  consume_written(dat.tangent, dat, shape(i), event.call->range, event.call->dims, sweep.memory);
}

/// What the loop overwrote with values that depend on nothing has no direction any more.
void TangentSweep::Loop::consume() {
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].consumed && !args[i].seed) end(i);
}

void TangentSweep::loop(const LoopEvent& event) {
  Loop one(*this, event, events.args_of(event));
  advance_extrema(event);
  const bool flows = std::ranges::any_of(one.args, [](const EventArg& arg) { return arg.seed && !arg.extremum; });
  if (flows && one.any_live()) {
    one.require_tangent();
    one.run();
  } else {
    for (const EventArg& arg : one.args)
      if (arg.consumed && arg.seed) one.end(static_cast<std::size_t>(&arg - one.args.data()));
  }
  one.consume();
}

}  // namespace ops

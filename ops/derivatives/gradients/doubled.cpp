// ops/derivatives/gradients/doubled.cpp: events with their arguments twice, and the versions of directions that they
// read.
#include "ops/derivatives/gradients/doubled.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/events/scalar_event.hpp"
#include "ops/derivatives/events/still_event.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"

namespace ops {
namespace {

/// The gradient by scalars, which every sweep begins anew, as it was before.
class SuspendedScalars {
 public:
  explicit SuspendedScalars(Context& context) : context_(context) {
    for (const auto& scalar : context.scalars) derivatives_.push_back(scalar->derivative);
  }
  ~SuspendedScalars() {
    for (std::size_t i = 0; i < derivatives_.size(); ++i) context_.scalars[i]->derivative = std::move(derivatives_[i]);
  }
  SuspendedScalars(const SuspendedScalars&) = delete;
  SuspendedScalars& operator=(const SuspendedScalars&) = delete;

 private:
  Context& context_;
  std::vector<std::vector<std::byte>> derivatives_;
};

/// While alive, the user sees another derivative of a dataset or a scalar in place of the gradient.
template <class T>
class Swapped {
 public:
  Swapped(T& shown, T& other) : shown_(shown), other_(other) { std::swap(shown_, other_); }
  ~Swapped() { std::swap(shown_, other_); }
  Swapped(const Swapped&) = delete;
  Swapped& operator=(const Swapped&) = delete;

 private:
  T& shown_;
  T& other_;
};

/// Facts of an argument of the second adjoint; null: there are none.
const ArgFacts* facts_of(const LoopEvent& event, std::size_t i) {
  const LoopImplementation* second = event.call->implementation ? event.call->implementation->second : nullptr;
  return second && !second->args.empty() ? &second->args[i] : nullptr;
}

}  // namespace

Doubled::Doubled(Tape& tape) : tape_(tape), events_(tape.recording.events), second_(tape.recording.context) {
  Events& own = second_.events;
  own.shapes = events_.shapes;
  own.values = events_.values;
  own.constants = events_.constants;
}

Doubled::Twin& Doubled::twin(Tracked& dat) {
  Twin& found = twins_[&dat];
  if (found.value) return found;
  for (Tracked** of : {&found.value, &found.direction}) {
    second_.live.push_back(std::make_unique<Tracked>(dat));
    *of = second_.live.back().get();
  }
  found.direction->seed = dat.seed;
  return found;
}

void Doubled::hold(Tracked& dat, const Box& cells, EventArg& by) {
  dat.tangent.read(intersection(cells, dat.layout.allocated), tape_.recording.memory());
  by.primal = dat.tangent.buffer();
  Twin& known = twin(dat);
  known.held = known.in == by.primal.get() ? hull(known.held, cells) : cells;
  known.in = by.primal.get();
}

BufferRef Doubled::protect(Tracked& dat, const Box& cells, bool may_leave) {
  const Twin& known = twin(dat);
  const Box needed = intersection(intersection(known.held, cells), dat.layout.allocated);
  if (needed.empty() || known.in != dat.tangent.buffer().get()) return {};
  const FieldMemory memory = tape_.recording.memory();
  if (may_leave && 2 * cells.volume() >= dat.layout.allocated.volume()) return dat.tangent.leave(cells, memory);
  const std::size_t bytes = bytes_of(dat.layout, needed);
  SavedRegion region{known.direction, dat.tangent.buffer(), needed, bytes,
                     memory.pool->take(bytes, "a direction of dataset '" + dat.name + "'")};
  pack_cells(region.values, region.buffer, dat.layout, needed);
  saved_.push_back(std::move(region));
  return {};
}

Doubled::Pair<ops_scalar_core>& Doubled::twin(ops_scalar scalar) {
  const auto [at, first] = scalars_.try_emplace(scalar);
  for (ops_scalar_core* core : {&at->second.value, &at->second.direction}) {
    if (!first) break;
    core->size = scalar->size;
    core->dim = scalar->dim;
    core->element = scalar->element;
    core->derivative.resize(static_cast<std::size_t>(scalar->size));
  }
  return at->second;
}

Doubled::Pair<ops_reduction_core>& Doubled::twin(ops_reduction handle) {
  const auto [at, first] = reductions_.try_emplace(handle);
  for (ops_reduction_core* core : {&at->second.value, &at->second.direction}) {
    if (!first) break;
    core->size = handle->size;
    core->dim = handle->dim;
    core->element = handle->element;
  }
  return at->second;
}

/// The argument as a value: its role as recorded, where the second adjoint has it too.
EventArg Doubled::value_of(const EventArg& arg, const LoopEvent& event, std::size_t i) {
  EventArg value = arg;
  const ArgFacts* facts = facts_of(event, i);
  value.target = arg.target && (!facts || facts->target);
  if (arg.dat) {
    value.dat = twins_.at(arg.dat).value;
    return value;
  }
  if (arg.scalar) value.scalar = &twin(arg.scalar).value;
  if (arg.reduction) value.reduction = &twin(arg.reduction).value;
  value.seed = arg.seed && !arg.extremum;
  value.extremum = false;
  return value;
}

/// Of a scalar: it moves as it does now. Smallest and largest values have their turn at the points that gave them.
EventArg Doubled::direction_of_number(const EventArg& arg, const ArgFacts* facts) {
  EventArg direction = arg;
  direction.by_value = false;
  direction.seed = arg.reduction && arg.seed && !arg.extremum;
  direction.target = direction.extremum = false;
  if (arg.reduction) direction.reduction = &twin(arg.reduction).direction;
  if (!arg.scalar) return direction;
  std::vector<std::byte>& moves = tape_.recording.tangents.scalars[arg.scalar];
  moves.resize(arg.bytes);
  direction.by_value = true;
  direction.value = second_.events.keep_value(moves.data(), moves.size());
  direction.scalar = &twin(arg.scalar).direction;
  direction.target = arg.target && facts && facts->target;
  return direction;
}

EventArg Doubled::direction_of(const EventArg& arg, const LoopEvent& event, std::size_t i) {
  const ArgFacts* known = facts_of(event, event.arg_count + i);
  if (!arg.dat) return direction_of_number(arg, known);
  EventArg direction = arg;
  direction.primal.reset();
  direction.reads = false;  // a direction that is not kept is zero
  direction.by_value = false;
  direction.dat = twin(*arg.dat).direction;
  if (!known) return direction;
  const ArgFacts& facts = *known;
  direction.target = arg.target && facts.target;
  if (facts.seed && arg.seed) direction.consumed = facts.consumed;
  if (facts.adjoint_reads && !arg.after) hold_if_moving(arg, event, facts, direction);
  return direction;
}

void Doubled::hold_if_moving(const EventArg& arg, const LoopEvent& event, const ArgFacts& facts, EventArg& direction) {
  if (!arg.primal) return;
  const ArgView& shape = events_.shapes[arg.shape];
  const Box cells = hull(footprint(shape, event.call->range), footprint(shape, event.call->range, facts.reads));
  if (!arg.dat->tangent.zero_on(cells) || event.beyond) hold(*arg.dat, cells, direction);
}

/// Directions of what the loop left are there when its tangent has run.
void Doubled::hold_after(const LoopEvent& event) {
  if (!events_.reads_after(event)) return;
  const auto args = events_.args_of(event);
  const auto directions = second_.events.args_of(second_.events.nodes.back()).subspan(args.size());
  for (std::size_t i = 0; i < args.size(); ++i)
    if (const ArgFacts* facts = facts_of(event, args.size() + i); args[i].after && facts && facts->adjoint_reads)
      hold_if_moving(args[i], event, *facts, directions[i]);
}

void Doubled::add(std::unique_ptr<Event> event, const Event& like, std::size_t first_arg) {
  Events& own = second_.events;
  event->first_arg = static_cast<std::uint32_t>(first_arg);
  event->arg_count = static_cast<std::uint32_t>(own.args.size() - first_arg);
  own.nodes.add(std::move(event));
  origins_.emplace_back(&like, std::vector<SavedRegion>{});
}

void Doubled::attained(const std::vector<Extremum>& changed) {
  second_.attained[second_.events.nodes.size() - 1] = changed;
}

void Doubled::loop(const LoopEvent& event) {
  Events& own = second_.events;
  const std::size_t first = own.args.size();
  const auto args = events_.args_of(event);
  for (const EventArg& arg : args)
    if (arg.dat) twin(*arg.dat);
  for (std::size_t i = 0; i < args.size(); ++i) own.args.push_back(value_of(args[i], event, i));
  for (std::size_t i = 0; i < args.size(); ++i) own.args.push_back(direction_of(args[i], event, i));
  auto node = std::make_unique<LoopEvent>(event);
  node->call = second_call(event.call);
  if (!event.problem && !node->call->implementation) node->problem = own.keep_text(node->call->problem);
  add(std::move(node), event, first);
}

/// The same object for events of the same call.
CallRef Doubled::second_call(const CallRef& first) {
  CallRef& second = calls_[first];
  if (second) return second;
  const auto made = std::make_shared<LoopCall>(*first);
  const LoopImplementation* const both = first->implementation ? first->implementation->second : nullptr;
  made->implementation = both && both->adjoint ? both : nullptr;
  made->problem = both ? both->not_differentiable : "the program was translated without second derivatives";
  return second = made;
}

std::size_t Doubled::add_args(const Event& event, bool direction) {
  Events& own = second_.events;
  const std::size_t first = own.args.size();
  for (const EventArg& arg : events_.args_of(event)) {
    own.args.push_back(arg);
    if (arg.dat) own.args.back().dat = direction ? twin(*arg.dat).direction : twin(*arg.dat).value;
  }
  return first;
}

void Doubled::nothing(const Event& event) { add(std::make_unique<StillEvent>(), event, second_.events.args.size()); }

/// What is seeded is how results move; values are seeded by what depends on them.
void Doubled::result(const ResultEvent& event) {
  Events& own = second_.events;
  const EventArg& arg = events_.args_of(event)[0];
  const ops_reduction handle = arg.reduction;
  const auto size = static_cast<std::size_t>(handle->size);
  const std::vector<std::byte> none(size);
  for (ops_reduction_core* which : {&twin(handle).value, &twin(handle).direction}) {
    own.args.push_back(arg);
    own.args.back().reduction = which;
    auto node = std::make_unique<ResultEvent>(event);
    if (which == &twin(handle).value) node->value = own.keep_value(none.data(), size);
    add(std::move(node), event, own.args.size() - 1);
  }
}

void Doubled::scalar(const ScalarEvent& event) {
  Events& own = second_.events;
  const EventArg& arg = events_.args_of(event)[0];
  for (const bool value : {true, false}) {
    EventArg& mine = own.args.emplace_back(arg);
    mine.scalar = value ? &twin(arg.scalar).value : &twin(arg.scalar).direction;
    if (arg.reduction) mine.reduction = value ? &twin(arg.reduction).value : &twin(arg.reduction).direction;
    add(std::make_unique<ScalarEvent>(event), event, own.args.size() - 1);
  }
}

void Doubled::end(const Event& event) {
  if (const LoopEvent* loop = event.as_loop()) hold_after(*loop);
  origins_.back().second = std::exchange(saved_, {});
}

/// Regions of values stand as the recording left them: the sweep's are copies, as exchanging them changes which memory
/// they hold.
void Doubled::copy_regions() {
  Events& own = second_.events;
  for (std::size_t n = 0; n < own.nodes.size(); ++n) {
    Event& node = own.nodes[n];
    auto& [event, directions] = origins_[n];
    const bool last = n + 1 == own.nodes.size() || origins_[n + 1].first != event;  // of the nodes of one event
    const std::size_t first = own.regions.size();
    if (last) std::ranges::copy(events_.regions_of(*event), std::back_inserter(own.regions));
    std::ranges::move(directions, std::back_inserter(own.regions));
    node.first_region = static_cast<std::uint32_t>(first);
    node.regions = static_cast<std::uint32_t>(own.regions.size() - first);
  }
}

/// The adjoint is linear, so it is applied to derivatives of values as to those of directions.
void Doubled::run_external(const ExternalEvent& event) {
  const auto& original = static_cast<const ExternalEvent&>(*origins_[event.index].first);
  const auto dats = events_.args_of(original);
  const bool of_values = event.index + 1 < origins_.size() && origins_[event.index + 1].first == &original;  // both()
  std::deque<Swapped<AdjointField>> fields;
  std::deque<Swapped<std::vector<std::byte>>> scalars;
  for (std::size_t i = 0; i < dats.size(); i += 2)  // before and after it
    fields.emplace_back(dats[i].dat->field, second_.events.args_of(event)[i].dat->field);
  for (const auto& scalar : tape_.recording.context.scalars) {
    auto& pair = twin(scalar.get());
    scalars.emplace_back(scalar->derivative, of_values ? pair.value.derivative : pair.direction.derivative);
  }
  tape_.run_adjoint(original);
}

void Doubled::reverse() {
  copy_regions();
  const SuspendedScalars aside(tape_.recording.context);
  const auto external = [this](const ExternalEvent& event) { run_external(event); };
  Sweep sweep(second_, {"ops_hessian_vector", tape_.switches, nullptr, external});
  sweep.run();
  for (auto& [dat, twin] : twins_) {
    dat->hessian.clear();
    dat->hessian.take_over(twin.value->field);
  }
  for (auto& [scalar, twin] : scalars_)
    tape_.recording.hessian_vector.scalars[scalar] = std::move(twin.value.derivative);
}

}  // namespace ops

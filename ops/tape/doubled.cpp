// ops/tape/doubled.cpp: events with their arguments twice, and the versions of directions that they read.
#include "ops/tape/doubled.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "ops/core/region.hpp"
#include "ops/tape/bytes.hpp"
#include "ops/tape/footprint.hpp"
#include "ops/tape/sweep.hpp"

namespace ops {
namespace {

OPSException refusal(const Event& event) { return error_at(OPS_NOT_IMPLEMENTED, "ops_hessian_vector", event.where); }

/// The gradient by scalars, which every sweep begins anew, as it was before.
class ScalarsAside {
 public:
  explicit ScalarsAside(Context& context) : context_(context) {
    for (const auto& scalar : context.scalars) derivatives_.push_back(scalar->derivative);
  }
  ~ScalarsAside() {
    for (std::size_t i = 0; i < derivatives_.size(); ++i) context_.scalars[i]->derivative = std::move(derivatives_[i]);
  }
  ScalarsAside(const ScalarsAside&) = delete;
  ScalarsAside& operator=(const ScalarsAside&) = delete;

 private:
  Context& context_;
  std::vector<std::vector<std::byte>> derivatives_;
};

}  // namespace

Doubled::Doubled(Tape& tape) : tape_(tape), events_(tape.events()), second_(std::make_unique<Tape>(tape.context())) {
  Events& own = second_->events();
  own.shapes = events_.shapes;
  own.values = events_.values;
  own.constants = events_.constants;
}

Doubled::Twin& Doubled::twin(Tracked& dat) {
  Twin& found = twins_[&dat];
  if (found.value) return found;
  for (Tracked** of : {&found.value, &found.direction}) {
    second_->live_.push_back(std::make_unique<Tracked>(dat));
    *of = second_->live_.back().get();
  }
  found.direction->seed = dat.seed;
  return found;
}

void Doubled::hold(Tracked& dat, const Box& cells, EventArg& by) {
  dat.tangent.read(intersection(cells, dat.layout.allocated), tape_.memory());
  by.primal = dat.tangent.buffer();
  Twin& known = twin(dat);
  known.held = known.in == by.primal.get() ? hull(known.held, cells) : cells;
  known.in = by.primal.get();
}

BufferRef Doubled::protect(Tracked& dat, const Box& cells, bool may_leave) {
  const Twin& known = twin(dat);
  const Box needed = intersection(intersection(known.held, cells), dat.layout.allocated);
  if (needed.empty() || known.in != dat.tangent.buffer().get()) return {};
  const FieldMemory memory = tape_.memory();
  if (may_leave && 2 * cells.volume() >= dat.layout.allocated.volume()) return dat.tangent.leave(cells, memory);
  const std::size_t bytes = static_cast<std::size_t>(needed.volume()) * static_cast<std::size_t>(dat.components) * dat.layout.element;
  SavedRegion region{known.direction, dat.tangent.buffer(), needed, bytes,
                     memory.pool->take(bytes, "part of a direction of dataset '" + dat.name + "'")};
  pack_region(region.values->data, region.buffer->data, dat.layout, needed, memory.parallel);
  saved_.push_back(std::move(region));
  return {};
}

/// The argument as a value: its role as recorded, where the second adjoint has it too.
EventArg Doubled::value_of(const EventArg& arg, const Event& event, std::size_t i) const {
  EventArg value = arg;
  if (!arg.dat) {
    value.scalar = nullptr;
    value.seed = value.target = value.extremum = false;  // nothing depends on results but the objective, and that on their directions only
    return value;
  }
  value.dat = twins_.at(arg.dat).value;
  if (const LoopImplementation* second = event.implementation ? event.implementation->second : nullptr; second && !second->args.empty())
    value.target = arg.target && second->args[i].target;
  return value;
}

/// Scalars do not move, and results other than sums are not seeded.
EventArg Doubled::direction_of_scalar(EventArg direction) {
  direction.seed = direction.reduction && !direction.extremum && direction.seed;
  direction.target = direction.extremum = false;
  if (!direction.scalar) return direction;
  const std::vector<std::byte> still(direction.bytes);
  direction.by_value = true;
  direction.value = second_->events().keep_value(still.data(), still.size());
  direction.scalar = nullptr;
  return direction;
}

EventArg Doubled::direction_of(const EventArg& arg, const Event& event, std::size_t i) {
  EventArg direction = arg;
  direction.primal.reset();
  direction.reads = false;  // a direction that is not kept is zero
  direction.by_value = false;
  if (!arg.dat) return direction_of_scalar(direction);
  direction.dat = twin(*arg.dat).direction;
  const LoopImplementation* second = event.implementation ? event.implementation->second : nullptr;
  if (!second || second->args.empty()) return direction;
  const ArgFacts& facts = second->args[event.args + i];
  direction.target = arg.target && facts.target;
  if (facts.seed && arg.seed) direction.consumed = facts.consumed;
  if (facts.adjoint_reads && arg.primal) {
    const ArgView& shape = events_.shapes[arg.shape];
    const Box cells = hull(footprint(shape, event.cells), footprint(shape, event.cells, facts.reads));
    if (!arg.dat->tangent.zero_on(cells) || event.beyond) hold(*arg.dat, cells, direction);
  }
  return direction;
}

void Doubled::append(const Event& event, const Event& like, std::size_t first_arg) {
  Events& own = second_->events();
  Event node = event;
  node.first_arg = static_cast<std::uint32_t>(first_arg);
  node.args = static_cast<std::uint32_t>(own.args.size() - first_arg);
  own.nodes.push_back(node);
  origins_.emplace_back(&like, std::vector<SavedRegion>{});
}

void Doubled::append_loop(const Event& event) {
  Events& own = second_->events();
  const std::size_t first = own.args.size();
  const auto args = events_.args_of(event);
  for (const EventArg& arg : args)
    if (arg.dat) twin(*arg.dat);
  for (std::size_t i = 0; i < args.size(); ++i) own.args.push_back(value_of(args[i], event, i));
  for (std::size_t i = 0; i < args.size(); ++i) own.args.push_back(direction_of(args[i], event, i));
  Event node = event;
  node.implementation = event.implementation ? event.implementation->second : nullptr;
  if (!event.problem && (!node.implementation || !node.implementation->adjoint)) {
    const char* why = node.implementation ? node.implementation->not_differentiable : "the program was translated without second derivatives";
    node.problem = own.keep_text(why);
    node.implementation = nullptr;
  }
  append(node, event, first);
}

/// Events that treat values and directions alike, one after the other.
void Doubled::append_pairs(const Event& event) {
  Events& own = second_->events();
  for (Tracked* Twin::* which : {&Twin::value, &Twin::direction}) {
    const std::size_t first = own.args.size();
    for (const EventArg& arg : events_.args_of(event)) {
      own.args.push_back(arg);
      if (arg.dat) own.args.back().dat = twin(*arg.dat).*which;
    }
    append(event, event, first);
  }
}

void Doubled::begin(const Event& event) {
  switch (event.kind) {
    case EventKind::loop: return append_loop(event);
    case EventKind::halos:
    case EventKind::copy:
    case EventKind::cut: return append_pairs(event);
    case EventKind::result: return append_result(event);
    case EventKind::scalar: check_scalar(event); [[fallthrough]];
    case EventKind::keep:
    case EventKind::store: {
      Event node = event;
      node.kind = EventKind::keep;
      return append(node, event, second_->events().args.size());
    }
    case EventKind::external: throw refusal(event) << "this external function has an adjoint, but no derivative of its adjoint";
  }
}

void Doubled::append_result(const Event& event) {
  const EventArg& arg = events_.args_of(event)[0];
  const ops_reduction handle = arg.reduction;
  if (handle->acc != OPS_INC && any_bit(events_.value(event.value), static_cast<std::size_t>(handle->size)))
    throw refusal(event) << "reduction '" << handle->name << "' is seeded, but is " << access_name(handle->acc)
                         << ": only OPS_INC has second derivatives";
  second_->events().args.push_back(arg);
  append(event, event, second_->events().args.size() - 1);
}

void Doubled::check_scalar(const Event& event) const {
  const EventArg& arg = events_.args_of(event)[0];
  if (arg.reduction)
    throw refusal(event) << "a scalar takes the result of reduction '" << arg.reduction->name << "': second derivatives do not follow it there";
}

void Doubled::end(const Event&) { origins_.back().second = std::exchange(saved_, {}); }

/// Regions of values stand as the recording left them: the sweep's are copies, as exchanging them changes which memory they hold.
void Doubled::copy_regions() {
  Events& own = second_->events();
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

void Doubled::reverse() {
  copy_regions();
  second_->switches = tape_.switches;
  const ScalarsAside aside(tape_.context());
  Sweep(*second_, "ops_hessian_vector").run();
  for (auto& [dat, twin] : twins_) {
    dat->hessian.clear();
    dat->hessian.take_over(twin.value->field);
  }
}

}  // namespace ops

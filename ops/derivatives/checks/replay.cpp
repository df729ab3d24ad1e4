// ops/derivatives/checks/replay.cpp: recomputes events one after another from given inputs.
#include "ops/derivatives/checks/replay.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/events/scalar_event.hpp"
#include "ops/loops/engine/execute.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {
namespace {

template <class T>
std::vector<double> widened_from(const Bytes& values) {
  std::vector<double> wide;
  for (std::size_t at = 0; at < values.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, values.data() + at, sizeof value);
    wide.push_back(static_cast<double>(value));
  }
  return wide;
}

template <class T>
void move_all(Bytes& values, const std::vector<double>& direction, double h) {
  for (std::size_t i = 0; i < direction.size(); ++i) {
    T value;
    std::memcpy(&value, values.data() + i * sizeof value, sizeof value);
    value = static_cast<T>(static_cast<double>(value) + h * direction[i]);
    std::memcpy(values.data() + i * sizeof value, &value, sizeof value);
  }
}

}  // namespace

std::vector<double> widened(Type type, const Bytes& values) {
  return type == Type::f64 ? widened_from<double>(values) : widened_from<float>(values);
}

std::vector<double> widened(const Tracked& dat, const BufferRef& buffer, const Box& cells) {
  Bytes values(bytes_of(dat.layout, cells));
  read_cells(values.data(), buffer, dat.layout, cells);
  return widened(dat.element, values);
}

void move(Type type, Bytes& values, const std::vector<double>& direction, double h) {
  type == Type::f64 ? move_all<double>(values, direction, h) : move_all<float>(values, direction, h);
}

Replay::Replay(Tape& tape)
    : Recomputing(tape.recording),
      tape_(tape),
      hooks_(std::exchange(tape.recording.context.hooks, {})),
      paused_(std::exchange(tape.recording.context.paused, hooks_)),
      loops_(std::exchange(tape.recording.context.loops, nullptr)),
      host_(tape.recording.context) {}

Replay::~Replay() {
  tape_.recording.context.paused = paused_;
  tape_.recording.context.hooks = hooks_;
  tape_.recording.context.loops = loops_;
}

void Replay::bring(World& world, const Input& input, const InputDirections& directions, double h) const {
  Bytes values = input.values;
  if (input.reduction && input.computed) {
    world.sums.try_emplace(input.reduction, values);
  } else if (input.reduction) {
    world.sums[input.reduction] = values;
  } else if (input.scalar) {
    const auto at = directions.scalars.find(input.scalar);
    if (input.begins && at != directions.scalars.end()) move(input.scalar->element, values, at->second, h);
    world.scalars[input.scalar] = values;
  } else {
    Tracked& dat = *input.dat;
    const auto at = directions.dats.find(&dat);
    if (input.begins && h != 0 && at != directions.dats.end()) move(dat.element, values, at->second, h);
    BufferRef& buffer = world.dats[&dat];
    if (!buffer) {
      world.met.push_back(&dat);
      buffer = recording.context.pool.take(dat.layout.bytes, "dataset '" + dat.name + "' for the Taylor test");
      fill_cells(buffer, dat.layout, dat.layout.allocated, nullptr);
    }
    write_cells(buffer, values.data(), dat.layout, input.cells);
  }
}

void Replay::bring(World& world, std::size_t event, const InputDirections& directions, double h) {
  const std::vector<Input>& list = tape_.inputs->list();
  for (; world.inputs < list.size() && list[world.inputs].event <= event; ++world.inputs)
    bring(world, list[world.inputs], directions, h);
}

/// @return  whether the world has all datasets of the event
bool Replay::enter(World& world, const Event& event) const {
  for (const EventArg& arg : events.args_of(event)) {
    if (!arg.dat) continue;
    const auto known = world.dats.find(arg.dat);
    if (known == world.dats.end()) return false;
    arg.dat->dat->adopt(known->second);
  }
  return true;
}

void Replay::run(World& world, std::size_t index) {
  world_ = &world;
  Event& event = events.nodes[index];
  if (enter(world, event)) event.recompute(*this);
}

World Replay::run(const InputDirections& directions, double h) {
  World world;
  for (std::size_t event = 0; event < events.nodes.size(); ++event) {
    bring(world, event, directions, h);
    run(world, event);
  }
  bring(world, events.nodes.size(), directions, h);
  return world;
}

void Replay::loop(LoopEvent& event) {
  if (event.follows_inputs) run_loop(*world_, event, event.call->ran().range);
}

void Replay::set_arguments(World& world, const LoopEvent& event, Variant& variant) {
  const auto roles = events.args_of(event);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const ops_arg& arg = event.call->args[i];
    if (roles[i].dat) {
      if (arg.acc >= OPS_INC) arg.dat->reducing = arg.acc;  // it goes on
    } else if (arg.argtype == ArgKind::gbl) {
      variant.values[i] = events.value(roles[i].value);
    } else if (arg.argtype == ArgKind::reduce) {
      const Bytes& before = world.sums.at(arg.reduction);
      std::memcpy(arg.reduction->values(), before.data(), before.size());
      arg.reduction->initialized = 1;
      arg.reduction->acc = arg.acc;
    } else if (arg.argtype == ArgKind::scalar) {
      std::ranges::copy(world.scalars.at(arg.scalar), arg.scalar->storage.begin());
    }
  }
  const auto constants = constants_of(events, event);
  for (std::size_t k = 0; k < constants.size(); ++k)
    host_.set_constant(event.call->ran().implementation->constants[k], constants[k]);
}

Variant& Replay::variant(const CallRef& call) {
  auto& known = variants_[call];
  if (known) return *known;
  known = std::make_unique<Variant>(*call);
  const bool other_bits =
      registry().backend.own_functions || (call->implementation != nullptr && call->implementation->own_functions);
  known->by_kernel = call->kernel.library == nullptr && !other_bits;
  return *known;
}

void Replay::run_loop(World& world, const LoopEvent& event, const Box& range) {
  const CallRef& call = event.call->whole ? event.call->whole : event.call;
  Variant& known = variant(call);
  enter(world, event);
  set_arguments(world, event, known);
  execute(known.call(range, call->passive), known);
  for (const ops_arg& arg : call->args)
    if (arg.argtype == ArgKind::reduce) {
      const auto* data = reinterpret_cast<const std::byte*>(arg.reduction->values());
      world.sums[arg.reduction].assign(data, data + arg.reduction->size);
    }
}

void Replay::result(const ResultEvent& event) {
  const ops_reduction handle = events.args_of(event)[0].reduction;
  world_->last[handle] = world_->results[event.index] = world_->sums.extract(handle).mapped();
}

void Replay::scalar(const ScalarEvent& event) {
  const EventArg& arg = events.args_of(event)[0];
  if (arg.reduction) world_->scalars[arg.scalar] = world_->last.at(arg.reduction);
}

}  // namespace ops

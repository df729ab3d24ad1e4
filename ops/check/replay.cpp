// ops/check/replay.cpp: steps of a journal, one after another.
#include "ops/check/replay.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/core/cells.hpp"
#include "ops/core/layout.hpp"
#include "ops/dist/halo.hpp"
#include "ops/engine/execute.hpp"
#include "ops/loop/registry.hpp"

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
    : tape_(tape),
      hooks_(std::exchange(tape.recording.context.hooks, {})),
      paused_(std::exchange(tape.recording.context.paused, hooks_)),
      host_(tape.recording.context) {}

Replay::~Replay() {
  tape_.recording.context.paused = paused_;
  tape_.recording.context.hooks = hooks_;
}

void Replay::begin(World& world, const JournalEntry& entry, const InputDirections& directions, double h) {
  Tracked& dat = *entry.dat;
  Bytes values = entry.values;
  if (const auto at = directions.dats.find(&dat); h != 0 && at != directions.dats.end())
    move(dat.element, values, at->second, h);
  BufferRef& buffer = world.dats[&dat];
  if (!buffer) {
    world.met.push_back(&dat);
    buffer = tape_.recording.context.pool.take(dat.layout.bytes, "dataset '" + dat.name + "' for the Taylor test");
    fill_cells(buffer, dat.layout, dat.layout.allocated, nullptr);
  }
  write_cells(buffer, values.data(), dat.layout, entry.cells);
}

void Replay::enter(World& world, Tracked& dat) const { dat.dat->adopt(world.dats.at(&dat)); }

void Replay::set_arguments(World& world, const JournalLoop& loop, Variant& variant) {
  for (std::size_t i = 0; i < loop.dats.size(); ++i) {
    const ops_arg& arg = loop.call->args[i];
    if (loop.dats[i]) {
      enter(world, *loop.dats[i]);
      arg.dat->reducing = arg.acc;  // it goes on
    } else if (arg.argtype == ArgKind::gbl) {
      variant.values[i] = loop.given[i].data();
    } else if (arg.argtype == ArgKind::reduce) {
      const ops_reduction handle = arg.reduction;
      const Bytes& before = world.sums.try_emplace(handle, loop.given[i]).first->second;
      std::memcpy(handle->values(), before.data(), before.size());
      handle->initialized = 1;
      handle->acc = arg.acc;
    } else if (arg.argtype == ArgKind::scalar) {
      std::ranges::copy(world.scalars.at(arg.scalar), arg.scalar->storage.begin());
    }
  }
  for (std::size_t k = 0; k < loop.constants.size(); ++k)
    host_.set_constant(loop.call->implementation->constants[k], loop.constants[k]);
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

void Replay::run_loop(World& world, const JournalLoop& loop, const Box& range) {
  Variant& known = variant(loop.call);
  set_arguments(world, loop, known);
  execute(known.call(range, loop.call->passive), known);
  for (const ops_arg& arg : loop.call->args)
    if (arg.argtype == ArgKind::reduce) {
      const auto* data = reinterpret_cast<const std::byte*>(arg.reduction->values());
      world.sums[arg.reduction].assign(data, data + arg.reduction->size);
    }
}

/// Results that depend on nothing active stay as they were.
void Replay::result(World& world, const JournalEntry& entry) const {
  const auto sum = world.sums.extract(entry.reduction);
  world.last[entry.reduction] = world.results[entry.event] =
      entry.carried && !sum.empty() ? sum.mapped() : entry.values;
}

void Replay::advance(World& world, const JournalEntry& entry, const InputDirections& directions, double h) {
  using Kind = JournalEntry::Kind;
  switch (entry.kind) {
    case Kind::begin: return begin(world, entry, directions, h);
    case Kind::values:
      return write_cells(world.dats.at(entry.dat), entry.values.data(), entry.dat->layout, entry.cells);
    case Kind::loop: return run_loop(world, *entry.loop, entry.loop->call->range);
    case Kind::result: return result(world, entry);
    case Kind::copy:
      return copy_cells(world.dats.at(entry.dat), world.dats.at(entry.source), entry.dat->layout,
                        entry.dat->layout.allocated);
    case Kind::halos:
      for (Tracked* dat : entry.dats) enter(world, *dat);
      return transfer(entry.group);
    case Kind::begin_scalar: {
      Bytes& value = world.scalars[entry.scalar] = entry.values;
      if (const auto at = directions.scalars.find(entry.scalar); at != directions.scalars.end())
        move(entry.scalar->element, value, at->second, h);
      return;
    }
    case Kind::scalar: world.scalars[entry.scalar] = entry.reduction ? world.last.at(entry.reduction) : entry.values;
  }
}

World Replay::run(const InputDirections& directions, double h) {
  World world;
  for (const JournalEntry& entry : tape_.journal->entries()) advance(world, entry, directions, h);
  return world;
}

}  // namespace ops

// ops/derivatives/checks/poison.cpp: sets all bits, which gives NaN in float and double, and -1 in integers.
#include "ops/derivatives/checks/poison.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/derivatives/events/loop_event.hpp"

namespace ops {
namespace {

constexpr int all_bits = 0xff;
constexpr std::size_t more = 8;  // buffers of each size beyond those that the pool has

void fill_nan(const BufferRef& buffer, const Layout& layout, const Box& cells) {
  const std::vector<std::byte> nan(layout.element, std::byte{all_bits});
  fill_cells(buffer, layout, cells, nan.data());
}

template <class T>
bool any_nan(const std::vector<std::byte>& packed) {
  for (std::size_t at = 0; at < packed.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, packed.data() + at, sizeof value);
    if (std::isnan(value)) return true;
  }
  return false;
}

bool any_nan(const Tracked& dat, const Box& cells) {
  std::vector<std::byte> packed(static_cast<std::size_t>(cells.volume() * dat.components) * dat.layout.element);
  read_cells(packed.data(), dat.field.buffer(), dat.layout, cells);
  return dat.element == Type::f64 ? any_nan<double>(packed) : any_nan<float>(packed);
}

}  // namespace

PoisonedValues::PoisonedValues(Tape& tape) {
  find_versions(tape);
  find_needed(tape);
  for (Version& version : versions_) poison(version);
  poison_pool(tape);
}

PoisonedValues::~PoisonedValues() {
  for (Version& version : versions_)
    write_cells(version.buffer, version.values.data(), version.dat->layout, version.dat->layout.allocated);
}

void PoisonedValues::add(const Tracked& dat, const BufferRef& buffer) {
  if (buffer && place_.try_emplace(buffer.get(), versions_.size()).second) versions_.push_back({&dat, buffer, {}, {}});
}

/// Datasets that show derivatives are no values.
void PoisonedValues::find_versions(Tape& tape) {
  for (const auto& dat : tape.recording.live)
    if (dat && dat->dat && !dat->alias_of) add(*dat, dat->dat->buffer);
  for (const Event& event : tape.recording.events.nodes)
    for (const EventArg& arg : tape.recording.events.args_of(event))
      if (arg.dat) add(*arg.dat, arg.primal);
  for (const SavedRegion& region : tape.recording.events.regions) add(*region.dat, region.buffer);
}

/// What adjoints read of each version at any time. External functions may read all of what they declare.
void PoisonedValues::find_needed(Tape& tape) {
  Events& events = tape.recording.events;
  for (const Event& event : events.nodes) {
    const auto args = events.args_of(event);
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (!args[i].dat || !args[i].primal) continue;
      const Box& allocated = args[i].dat->layout.allocated;
      const LoopEvent* const loop = event.as_loop();
      const Box read = loop ? cells_of(events, *loop, args[i], loop->call->facts(i)->reads) : allocated;
      versions_[place_.at(args[i].primal.get())].needed.push_back(intersection(read, allocated));
    }
  }
}

void PoisonedValues::poison(Version& version) {
  const Layout& layout = version.dat->layout;
  version.values.resize(static_cast<std::size_t>(layout.allocated.volume() * layout.components) * layout.element);
  read_cells(version.values.data(), version.buffer, layout, layout.allocated);
  std::vector<Box> rest{layout.allocated};
  for (const Box& box : version.needed) rest = difference(rest, box);
  for (const Box& box : rest) fill_nan(version.buffer, layout, box);
  bytes_ += static_cast<std::size_t>(volume(rest) * layout.components) * layout.element;
}

void poison_pool(Tape& tape) {
  std::set<std::size_t> sizes;
  for (const auto& dat : tape.recording.live)
    if (dat) sizes.insert(dat->layout.bytes);
  BufferPool& pool = tape.recording.context.pool;
  for (const std::size_t bytes : sizes) {
    std::vector<BufferRef> taken;
    for (std::size_t extra = 0; extra < more;) {
      const std::size_t before = pool.bytes_reserved();
      taken.push_back(pool.take(bytes, "memory to be poisoned"));
      taken.back()->machine->fill_bytes(taken.back(), std::byte{all_bits});
      if (pool.bytes_reserved() > before) ++extra;
    }
  }
}

PoisonedDerivatives::PoisonedDerivatives(Tape& tape) : tape_(tape), watcher_(std::exchange(tape.watcher, this)) {}
PoisonedDerivatives::~PoisonedDerivatives() { tape_.watcher = watcher_; }

/// A buffer that something else refers to holds a seed that is still needed.
void PoisonedDerivatives::ends(const Event& event) {
  for (const EventArg& arg : tape_.recording.events.args_of(event)) {
    if (!arg.dat || !arg.dat->active || !arg.dat->field.buffer() || arg.dat->field.buffer().use_count() > 1) continue;
    const AdjointField& field = arg.dat->field;
    const Layout& layout = arg.dat->layout;
    std::vector<Box> rest{layout.allocated};
    for (const Box& piece : field.stored()) rest = difference(rest, piece);
    for (const Box& piece : rest) fill_nan(field.buffer(), layout, piece);
    if (culprit_ || !event.as_loop()) continue;
    for (const Box& piece : field.stored())
      if (any_nan(*arg.dat, piece)) culprit_ = event.as_loop();
  }
}

}  // namespace ops

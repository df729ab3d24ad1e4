// ops/gradient/tangent.cpp: walks the events forward; everything but loops.
#include "ops/gradient/tangent.hpp"

#include <algorithm>
#include <ranges>

#include "ops/core/cells.hpp"
#include "ops/core/layout.hpp"
#include "ops/dist/halo_values.hpp"
#include "ops/gradient/doubled.hpp"

namespace ops {
namespace {

/// to = from for every pair of cells of a halo; both are dense.
template <class From, class To>
void carry(const HaloMap& map, const Layout& layout, const std::vector<std::byte>& from, std::vector<std::byte>& to) {
  const auto* value = reinterpret_cast<const From*>(from.data());
  auto* target = reinterpret_cast<To*>(to.data());
  const Layout source = whole_layout(layout, map.from.box, false), dense = whole_layout(layout, map.to.box, false);
  for_each_pair(map, [&](const Index& a, const Index& b) {
    for (std::ptrdiff_t c = 0; c < layout.components; ++c)
      target[cell(dense, b) + c] = static_cast<To>(value[cell(source, a) + c]);
  });
}

void transfer(const HaloMap& map, Tracked& from, Tracked& to, const FieldMemory& memory) {
  from.tangent.read(map.from.box, memory);
  to.tangent.read(map.to.box, memory);
  if (!are_divided(from.layout, to.layout))
    return copy_side(map, to.tangent.buffer(), to.layout, from.tangent.buffer(), from.layout, *memory.pool);
  const HaloPart here =
      bring_values(map, {&HaloMap::to, to.layout}, {&HaloMap::from, from.layout}, from.tangent.buffer());
  std::vector<std::byte> moved(bytes_of(to.layout, here.map.to.box));
  const bool wide = from.element == Type::f64, wide_to = to.element == Type::f64;
  const auto move = wide      ? (wide_to ? carry<double, double> : carry<double, float>)
                    : wide_to ? carry<float, double>
                              : carry<float, float>;
  move(here.map, to.layout, here.values, moved);
  write_own_cells(to.tangent.buffer(), moved.data(), to.layout, map.to.box);
}

}  // namespace

TangentSweep::TangentSweep(Tape& tape, Doubled* doubled)
    : tape_(tape),
      doubled_(doubled),
      events_(tape.recording.events),
      memory_(tape.recording.memory()),
      rewind_(events_, memory_),
      zeros_(*memory_.pool) {}

void TangentSweep::run() {
  tape_.recording.tangents.results.clear();
  for (const Event& event : events_.nodes | std::views::reverse) {
    memory_.pool->make_room();
    rewind_.back(event);
  }
  for (const Event& event : events_.nodes) {
    memory_.pool->make_room();
    if (doubled_) doubled_->begin(event);
    const bool after = events_.reads_after(event);
    if (after) rewind_.forth(event);
    advance(event);
    if (doubled_) doubled_->end(event);
    if (!after) rewind_.forth(event);
  }
}

void TangentSweep::advance(const Event& event) {
  switch (event.kind) {
    case EventKind::loop: return advance_loop(event);
    case EventKind::result: return advance_result(event);
    case EventKind::halos: return advance_halos(event);
    case EventKind::copy: return advance_copy(event);
    case EventKind::external: return advance_external(event);
    case EventKind::cut: return consume(*events_.args_of(event)[0].dat, event.cells);
    case EventKind::scalar: return advance_scalar(event);
    case EventKind::keep:
    case EventKind::store: return;
  }
}

/// The direction becomes zero there.
void TangentSweep::consume(Tracked& dat, const Box& cells) {
  if (doubled_ && !cells.contains(dat.tangent.support())) doubled_->protect(dat, cells);
  dat.tangent.consume(cells);
}

std::vector<std::byte>& TangentSweep::sum_of(ops_reduction handle) {
  std::vector<std::byte>& sum = sums_[handle];
  sum.resize(static_cast<std::size_t>(handle->size));
  return sum;
}

void TangentSweep::advance_result(const Event& event) {
  const ops_reduction handle = events_.args_of(event)[0].reduction;
  std::vector<std::byte>& result =
      tape_.recording.tangents.results[static_cast<std::size_t>(&event - events_.nodes.data())];
  result = std::move(sum_of(handle));
  sums_.erase(handle);
  last_results_[handle] = &result;
}

/// A new value moves as the result that it is, if any.
void TangentSweep::advance_scalar(const Event& event) {
  const EventArg& arg = events_.args_of(event)[0];
  std::vector<std::byte>& direction = direction_of(arg.scalar);
  if (arg.reduction) direction = *last_results_.at(arg.reduction);
  else std::ranges::fill(direction, std::byte{});
}

std::vector<std::byte>& TangentSweep::direction_of(ops_scalar scalar) {
  std::vector<std::byte>& direction = tape_.recording.tangents.scalars[scalar];
  direction.resize(static_cast<std::size_t>(scalar->size));
  return direction;
}

void TangentSweep::advance_halos(const Event& event) {
  const auto args = events_.args_of(event);
  for (std::size_t i = 0; i < args.size() / 2; ++i) {
    const HaloMap map = halo_map(*event.group->storage[i]);
    Tracked &from = *args[2 * i].dat, &to = *args[2 * i + 1].dat;
    if (map.volume() == 0 || !to.active) continue;
    if (!from.active || from.tangent.zero_on(map.from.box)) {
      consume(to, map.to.box);
      continue;
    }
    if (doubled_) doubled_->protect(to, map.to.box, false);
    transfer(map, from, to, memory_);
  }
}

void TangentSweep::advance_copy(const Event& event) {
  const auto args = events_.args_of(event);
  Tracked &from = *args[0].dat, &to = *args[1].dat;
  if (&from == &to) return;
  to.tangent.clear();
  if (!from.active || !to.active || from.tangent.zero()) return;
  const Box cells = from.tangent.support();
  from.tangent.read(cells, memory_);
  to.tangent.add(cells, true, memory_);
  copy_cells(to.tangent.buffer(), to.layout, from.tangent.buffer(), from.layout, cells);
}

/// Its two halves are the user's, and neither is a tangent.
void TangentSweep::advance_external(const Event& event) {
  for (const EventArg& arg : events_.args_of(event))
    if (arg.dat && !arg.dat->tangent.zero())
      throw error_at(OPS_RUNTIME_ERROR, "ops_tangent", event.where)
          << "a direction reaches dataset '" << arg.dat->name
          << "' of this external function, which has an adjoint but no tangent";
}

}  // namespace ops

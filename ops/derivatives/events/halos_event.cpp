// ops/derivatives/events/halos_event.cpp: transfers halos again, and reverses transfers.
#include "ops/derivatives/events/halos_event.hpp"

#include "ops/data/halo.hpp"
#include "ops/data/halo_values.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"
#include "ops/loops/engine/stopwatch.hpp"

namespace ops {
namespace {

/// from += to for every pair of cells of a halo, in the order in which the transfer copies them; both are dense.
template <class From, class To>
void add_back(const HaloMap& map, const Layout& from, std::vector<std::byte>& sums, const std::vector<std::byte>& to) {
  auto* sum = reinterpret_cast<From*>(sums.data());
  const auto* term = reinterpret_cast<const To*>(to.data());
  std::array<std::ptrdiff_t, max_dim> pitch{};
  std::ptrdiff_t step = from.components;
  for (std::size_t d = 0; d < max_dim; ++d) {
    pitch[d] = step;
    step *= map.to.box.extent(static_cast<int>(d));
  }
  for_each_pair(map, [&](const Index& a, const Index& b) {
    const std::ptrdiff_t at = cell(from, a);
    std::ptrdiff_t packed = 0;
    for (std::size_t d = 0; d < max_dim; ++d) packed += (b[d] - map.to.box.lo[d]) * pitch[d];
    for (std::ptrdiff_t c = 0; c < from.components; ++c) sum[at + c] += static_cast<From>(term[packed + c]);
  });
}

/// The owners of the cells that are copied get what the copies' owners have.
void reverse_divided(Reversing& sweep, const HaloMap& map, Tracked& from, Tracked& to) {
  const HaloPart here = bring_values(map, {&HaloMap::from, from.layout}, {&HaloMap::to, to.layout}, to.field.buffer());
  to.field.consume(map.to.box);
  if (!from.active) return;
  sweep.derivative(from).add(map.from.box, false, sweep.memory);
  sweep.before_write(from.field.buffer(), map.from.box);
  const Layout dense = whole_layout(from.layout, here.map.from.box, false);
  std::vector<std::byte> sums(bytes_of(dense, here.map.from.box));
  read_own_cells(sums.data(), from.field.buffer(), from.layout, map.from.box);
  const bool wide = from.element == Type::f64, wide_to = to.element == Type::f64;
  const auto add = wide      ? (wide_to ? add_back<double, double> : add_back<double, float>)
                   : wide_to ? add_back<float, double>
                             : add_back<float, float>;
  add(here.map, dense, sums, here.values);
  write_own_cells(from.field.buffer(), sums.data(), from.layout, map.from.box);
}

void reverse_halo(Reversing& sweep, const ops_halo_core& halo, Tracked& from, Tracked& to) {
  const HaloMap map = halo_map(halo);
  if (map.volume() == 0 || !to.active || sweep.derivative(to).zero_on(map.to.box)) return;
  to.field.read(map.to.box, sweep.memory);
  if (are_divided(from.layout, to.layout)) return reverse_divided(sweep, map, from, to);
  const HaloValues values = values_of(map, map.to, to.layout, to.field.buffer(), *sweep.memory.pool);
  to.field.consume(map.to.box);
  if (!from.active) return;
  sweep.derivative(from).add(map.from.box, false, sweep.memory);
  sweep.before_write(from.field.buffer(), map.from.box);
  add_cells(from.field.buffer(), by_points(from.layout, map.from), values.buffer, values.layout, from.element,
            points_of(map));
}

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

void transfer_direction(const HaloMap& map, Tracked& from, Tracked& to, const FieldMemory& memory) {
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

void HalosEvent::recompute(Recomputing& again) {
  const Stopwatch time(again.recording.context, Pass::again, "(halos)");
  const Recomputing::Saving saving(again, *this);
  const auto around = again.events.args_of(*this);
  for (std::size_t i = 0; i < group->storage.size(); ++i) {
    const HaloMap map = halo_map(*group->storage[i]);
    if (map.volume() == 0) continue;
    again.reads(*around[2 * i].dat, map.from.box);
    again.overwrites(*around[2 * i + 1].dat, map.to.box);
  }
  ops::transfer(group);
}

void HalosEvent::reverse(Reversing& sweep) const {
  if (!recorded) return;
  const Stopwatch time(sweep.recording.context, Pass::reversed, "(halos)");
  const auto around = sweep.events.args_of(*this);
  for (std::size_t i = around.size() / 2; i-- > 0;)
    reverse_halo(sweep, *group->storage[i], *around[2 * i].dat, *around[2 * i + 1].dat);
}

void HalosEvent::advance(Advancing& sweep) const {
  const auto around = sweep.events.args_of(*this);
  for (std::size_t i = 0; recorded && i < around.size() / 2; ++i) {
    const HaloMap map = halo_map(*group->storage[i]);
    Tracked &from = *around[2 * i].dat, &to = *around[2 * i + 1].dat;
    if (map.volume() == 0 || !to.active) continue;
    if (!from.active || from.tangent.zero_on(map.from.box)) {
      sweep.consume(to, map.to.box);
      continue;
    }
    sweep.protect(to, map.to.box);
    transfer_direction(map, from, to, sweep.memory);
  }
}

void HalosEvent::double_into(Doubling& second) const { recorded ? second.both(*this) : second.nothing(*this); }

}  // namespace ops

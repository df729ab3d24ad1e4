// ops/sweep/sweep.cpp: walks the events backwards; everything but loops.
#include "ops/sweep/sweep.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/core/cells.hpp"
#include "ops/core/layout.hpp"
#include "ops/dist/halo_values.hpp"
#include "ops/engine/stopwatch.hpp"
#include "ops/record/bytes.hpp"

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

}  // namespace

Sweep::Sweep(Recording& recording, SweepSetup setup)
    : recording_(recording),
      setup_(std::move(setup)),
      events_(recording.events),
      memory_(recording.memory()),
      rewind_(events_, memory_),
      ahead_(events_, *memory_.pool),
      zeros_(*memory_.pool) {
  memory_.before_write = [this](const Buffer* buffer, const Box& cells) { before_write(buffer, cells, false); };
}

/// A tape of one's own starts from derivatives as they are; but datasets that only it knows, and that are gone, have
/// none.
void Sweep::start() {
  for (const auto& scalar : recording_.context.scalars) {
    scalar->derivative.resize(static_cast<std::size_t>(scalar->size));
    if (recording_.is_default()) std::ranges::fill(scalar->derivative, std::byte{});
  }
  if (!recording_.is_default()) {
    for (const auto& dat : recording_.freed)
      if (dat->derivative.use_count() == 1) dat->field.clear();
    return;
  }
  const auto start_one = [&](Tracked& dat) {
    if (dat.seed) dat.field.start_from(dat.seed, memory_);
    else dat.field.clear();
  };
  for (const auto& dat : recording_.live)
    if (dat) start_one(*dat);
  for (const auto& dat : recording_.freed) start_one(*dat);
}

void Sweep::run() { reverse(0, events_.nodes.size()); }

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
      ahead_.comes_to(at);
      pass(events_.nodes[at]);
      ahead_.has_passed(at);
      if (uses_up_) give_back(at);
    }
  } catch (...) {
    rewind_.forth();
    throw;
  }
}

void Sweep::pass(const Event& event) {
  if (setup_.watcher) return reverse_watched(event, *setup_.watcher);
  const bool after = events_.reads_after(event);
  if (!after) put_back(event);
  reverse(event);
  if (after) put_back(event);
}

void Sweep::settle() {
  try {
    flush_all();
  } catch (...) {
    rewind_.forth();
    throw;
  }
  const Stopwatch time(recording_.context, Pass::reversed, "(values put back)");
  rewind_.forth();
}

void Sweep::give_back(std::size_t event) {
  passed_.push_back(event);
  std::erase_if(passed_, [&](std::size_t passed) {
    if (std::ranges::find(postponed_, &events_.nodes[passed], &Postponed::event) != postponed_.end()) return false;
    freed_ += uses_up_->give_back(passed);
    return true;
  });
}

/// Versions hold again what they held before the event.
void Sweep::put_back(const Event& event) {
  if (event.regions == 0) return;
  const Stopwatch time(recording_.context, Pass::reversed, "(values put back)");
  rewind_.back(event);
}

void Sweep::reverse_alone(const Event& event) {
  reverse_loop(event);
  flush_all();
}

void Sweep::reverse(const Event& event) {
  switch (event.kind) {
    case EventKind::loop: return account(event);
    case EventKind::result: return reverse_result(event);
    case EventKind::halos: {
      const Stopwatch time(recording_.context, Pass::reversed, "(halos)");
      return reverse_halos(event);
    }
    case EventKind::copy: {
      const Stopwatch time(recording_.context, Pass::reversed, "(copies)");
      return reverse_copy(event);
    }
    case EventKind::store: return reverse_store(event);
    case EventKind::external: return reverse_external(event);
    case EventKind::cut: return use(*events_.args_of(event)[0].dat).consume(event.cells);
    case EventKind::scalar: return reverse_scalar(event);
    case EventKind::keep: return;
  }
}

/// Reverses a loop and says what that took.
void Sweep::account(const Event& event) {
  LoopEngine* const loops = recording_.context.loops;
  const bool timed = recording_.context.OPS_diags > 1;
  Machine& machine = recording_.context.pool.machine();
  const double start = timed ? machine.clock() : 0.0;
  moved_ = 0.0;
  reverse_loop(event);
  if (loops != nullptr && (timed || moved_ > 0.0))
    loops->ran(Pass::reversed, *event.name, event.where, timed ? machine.clock() - start : 0.0, moved_);
}

/// What is postponed on the outputs is added before they are shown; reversing them would add it first thing. The
/// derivative of a result is complete when it has been reversed, which consumes nothing.
void Sweep::reverse_watched(const Event& event, TapeWatch& watch) {
  watch.begins(event);
  const bool after = events_.reads_after(event);
  if (!after) rewind_.back(event);
  const bool result = event.kind == EventKind::result;
  if (result) reverse(event);
  std::vector<const std::byte*> reductions;
  for (const EventArg& arg : events_.args_of(event)) {
    if (arg.dat && (arg.seed || event.kind != EventKind::loop)) use(*arg.dat);
    reductions.push_back(arg.reduction ? seed_of(arg.reduction) : nullptr);
  }
  watch.shows(event, reductions);
  if (!result) reverse(event);
  if (after) rewind_.back(event);
  watch.ends(event);
}

void Sweep::reverse_result(const Event& event) {
  const ops_reduction handle = events_.args_of(event)[0].reduction;
  const std::byte* seed = events_.value(event.value);
  std::vector<std::byte>& incoming = seeds_[handle];
  incoming.assign(seed, seed + handle->size);
  const auto carried = carried_.extract(handle);
  if (!carried.empty()) add_elements(handle->element, incoming, carried.mapped());
}

/// The derivative so far is of the new value: it goes to the result that this was, if any.
void Sweep::reverse_scalar(const Event& event) {
  const EventArg& arg = events_.args_of(event)[0];
  if (arg.reduction) carried_[arg.reduction] = arg.scalar->derivative;
  std::ranges::fill(arg.scalar->derivative, std::byte{});
}

const std::byte* Sweep::seed_of(ops_reduction handle) const {
  const auto found = seeds_.find(handle);
  return found == seeds_.end() || !any_bit(found->second.data(), found->second.size()) ? nullptr : found->second.data();
}

void Sweep::reverse_halos(const Event& event) {
  const auto args = events_.args_of(event);
  for (std::size_t i = args.size() / 2; i-- > 0;)
    reverse_halo(*event.group->storage[i], *args[2 * i].dat, *args[2 * i + 1].dat);
}

void Sweep::reverse_halo(const ops_halo_core& halo, Tracked& from, Tracked& to) {
  const HaloMap map = halo_map(halo);
  if (map.volume() == 0 || !to.active || use(to).zero_on(map.to.box)) return;
  to.field.read(map.to.box, memory_);
  if (are_divided(from.layout, to.layout)) return reverse_divided(map, from, to);
  const HaloValues values = values_of(map, map.to, to.layout, to.field.buffer(), *memory_.pool);
  to.field.consume(map.to.box);
  if (!from.active) return;
  use(from).add(map.from.box, false, memory_);
  before_write(from.field.buffer().get(), map.from.box, false);
  add_cells(from.field.buffer(), by_points(from.layout, map.from), values.buffer, values.layout, from.element,
            points_of(map));
}

/// The owners of the cells that are copied get what the copies' owners have.
void Sweep::reverse_divided(const HaloMap& map, Tracked& from, Tracked& to) {
  const HaloPart here = bring_values(map, {&HaloMap::from, from.layout}, {&HaloMap::to, to.layout}, to.field.buffer());
  to.field.consume(map.to.box);
  if (!from.active) return;
  use(from).add(map.from.box, false, memory_);
  before_write(from.field.buffer().get(), map.from.box, false);
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

/// The user sees fields, so nothing may be left to add to them.
void Sweep::reverse_external(const Event& event) {
  flush_all();
  setup_.run_external(event);
}

void Sweep::reverse_store(const Event& event) {
  if (!event.destination) return;
  Tracked& dat = *events_.args_of(event)[0].dat;
  const Box& cells = dat.layout.interior;
  if (use(dat).zero_on(cells)) {
    std::memset(event.destination, 0, bytes_of(dat.layout, own_cells(dat.layout, cells)));
    return;
  }
  dat.field.read(cells, memory_);
  read_own_cells(reinterpret_cast<std::byte*>(event.destination), dat.field.buffer(), dat.layout, cells);
}

}  // namespace ops

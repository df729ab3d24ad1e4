// ops/derivatives/checks/kinks.cpp: finds kinks by second differences of each loop. With a quarter of the step these
// shrink to a sixteenth for a smooth loop, and to a quarter at a kink.
#include "ops/derivatives/checks/kinks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/events/scalar_event.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

/// Second differences that count, relative to the first ones; what is left of a kink's with a quarter of the step.
constexpr double least = 1e-3, quarter_from = 0.15, quarter_to = 0.4;

/// Values of what one loop touches: as they are, moved, and moved as far the other way.
struct Sides {
  World middle, ahead, behind;
};

BufferRef copied(const Tracked& dat, const BufferRef& from, BufferPool& pool) {
  const BufferRef to = pool.take(dat.layout.bytes, "dataset '" + dat.name + "' for the Taylor test");
  copy_cells(to, from, dat.layout, dat.layout.allocated);
  return to;
}

/// at + fraction * (other - at)
Bytes towards(Type type, const Bytes& at, const Bytes& other, double fraction) {
  const std::vector<double> here = widened(type, at), there = widened(type, other);
  std::vector<double> way(here.size());
  for (std::size_t i = 0; i < way.size(); ++i) way[i] = there[i] - here[i];
  Bytes moved = at;
  move(type, moved, way, fraction);
  return moved;
}

Bytes packed(const Tracked& dat, const BufferRef& buffer) {
  const Box& cells = dat.layout.allocated;
  Bytes values(bytes_of(dat.layout, cells));
  read_cells(values.data(), buffer, dat.layout, cells);
  return values;
}

/// What the loop's arguments hold before it, in copies.
class Around {
 public:
  /// @param fraction  of the way from `base` to `moved`, and as far the other way
  Around(Replay& replay, const LoopEvent& loop, const World& base, const World& moved, double fraction);
  Sides run(const Box& range);

 private:
  void add_dat(Tracked& dat, const World& base, const World& moved);
  World copy(const World& world) const;

  Replay& replay_;
  BufferPool& pool_ = replay_.recording.context.pool;
  const LoopEvent& loop_;
  double fraction_;
  Sides before_;
};

Around::Around(Replay& replay, const LoopEvent& loop, const World& base, const World& moved, double fraction)
    : replay_(replay), loop_(loop), fraction_(fraction) {
  for (const EventArg& arg : replay.events.args_of(loop)) {
    if (arg.dat && !before_.middle.dats.contains(arg.dat)) add_dat(*arg.dat, base, moved);
    if (arg.reduction)
      for (World* world : {&before_.middle, &before_.ahead, &before_.behind})
        world->sums[arg.reduction] = base.sums.at(arg.reduction);
    if (!arg.scalar) continue;
    const Bytes &from = base.scalars.at(arg.scalar), &to = moved.scalars.at(arg.scalar);
    const bool real = is_real(arg.scalar->element);
    before_.middle.scalars[arg.scalar] = from;
    before_.ahead.scalars[arg.scalar] = real ? towards(arg.scalar->element, from, to, fraction) : from;
    before_.behind.scalars[arg.scalar] = real ? towards(arg.scalar->element, from, to, -fraction) : from;
  }
}

void Around::add_dat(Tracked& dat, const World& base, const World& moved) {
  for (World* world : {&before_.middle, &before_.ahead, &before_.behind})
    world->dats[&dat] = copied(dat, base.dats.at(&dat), pool_);
  if (!dat.active) return;
  const Bytes from = packed(dat, base.dats.at(&dat)), to = packed(dat, moved.dats.at(&dat));
  const auto set = [&](World& world, double fraction) {
    write_cells(world.dats.at(&dat), towards(dat.element, from, to, fraction).data(), dat.layout, dat.layout.allocated);
  };
  set(before_.ahead, fraction_);
  set(before_.behind, -fraction_);
}

World Around::copy(const World& world) const {
  World same = world;
  for (auto& [dat, buffer] : same.dats) buffer = copied(*dat, buffer, pool_);
  return same;
}

/// Reductions start from what they held when the loop was recorded.
Sides Around::run(const Box& range) {
  Sides after{copy(before_.middle), copy(before_.ahead), copy(before_.behind)};
  for (World* world : {&after.middle, &after.ahead, &after.behind}) replay_.run_loop(*world, loop_, range);
  return after;
}

/// One output of the loop.
struct Samples {
  std::vector<double> middle, ahead, behind;
  double first(std::size_t i) const {
    return std::max(std::abs(ahead[i] - middle[i]), std::abs(middle[i] - behind[i]));
  }
  double second(std::size_t i) const { return std::abs(ahead[i] - middle[i] - (middle[i] - behind[i])) / 2; }
};

/// Of a dataset, or else a reduction.
struct Output {
  Tracked* dat;
  ops_reduction reduction;
  Type type() const { return dat ? dat->element : reduction->element; }
  std::vector<double> of(const World& world) const {
    return dat ? widened(*dat, world.dats.at(dat), dat->layout.allocated) : widened(type(), world.sums.at(reduction));
  }
  Samples samples(Around& around, const Box& range) const {
    const Sides after = around.run(range);
    return {of(after.middle), of(after.ahead), of(after.behind)};
  }
};

/// Largest second difference that is a kink's, relative to the largest first one, and its place in the list.
struct Largest {
  double ratio = 0;
  std::size_t at = 0;
};

Largest compare(const Samples& whole, const Samples& quarter, Type type) {
  const double noise =
      256 * (type == Type::f64 ? std::numeric_limits<double>::epsilon() : std::numeric_limits<float>::epsilon());
  double first = 0, second = 0;
  Largest largest;
  for (std::size_t i = 0; i < whole.middle.size(); ++i) {
    first = std::max(first, whole.first(i));
    const double here = whole.second(i), left = quarter.second(i);
    if (!(here > second && left > quarter_from * here && left < quarter_to * here &&
          left > noise * std::abs(whole.middle[i])))
      continue;
    second = here;
    largest.at = i;
  }
  largest.ratio = first > 0 ? std::min(second / first, 1.0) : 0;
  return largest;
}

/// The cell of a packed entry: components fastest, then axis 0.
Index cell_of(const Tracked& dat, std::size_t entry) {
  Index at{};
  std::size_t rest = entry / static_cast<std::size_t>(dat.components);
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    const auto extent = static_cast<std::size_t>(dat.layout.allocated.hi[axis] - dat.layout.allocated.lo[axis]);
    at[axis] = dat.layout.allocated.lo[axis] + static_cast<int>(rest % extent);
    rest /= extent;
  }
  return at;
}

/// Halves of the range, of which one is kept, until it is a point.
Index point_of(Around& around, const Output& output, std::size_t component, Box range) {
  while (range.volume() > 1) {
    std::size_t axis = 0;
    while (range.hi[axis] - range.lo[axis] < 2) ++axis;
    Box low = range, high = range;
    low.hi[axis] = high.lo[axis] = range.lo[axis] + (range.hi[axis] - range.lo[axis]) / 2;
    range =
        output.samples(around, low).second(component) >= output.samples(around, high).second(component) ? low : high;
  }
  return range.lo;
}

/// The largest kink of one loop, if it is larger than the one known.
void examine(Around& whole, Around& quarter, const LoopEvent& loop, EventArgs args, Kink& largest) {
  const Box& range = loop.call->range;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Output output{loop.call->writes(i) ? args[i].dat : nullptr, args[i].reduction};
    if ((!output.dat || !output.dat->active) && (!output.reduction || !is_real(output.reduction->element))) continue;
    const Largest found = compare(output.samples(whole, range), output.samples(quarter, range), output.type());
    if (!(found.ratio > std::max(least, largest.size))) continue;
    largest = {&loop, output.dat ? output.dat->name : output.reduction->name, true, {}, found.ratio};
    if (output.dat) largest.at = cell_of(*output.dat, found.at);
    else if (loop.call->args[i].acc == OPS_INC) largest.at = point_of(quarter, output, found.at, range);
    else largest.located = false;
  }
}

/// What the objective depends on as recorded, going back from what is seeded.
class Leading {
 public:
  explicit Leading(const Tape& tape) : events_(tape.recording.events) {
    for (const auto& dat : tape.recording.live)
      if (dat && dat->seed) needed_.insert(dat.get());
  }
  /// The event before those that have been asked for. @return  whether it is a loop that the objective depends on
  bool operator()(const Event& event) {
    const EventArgs args = events_.args_of(event);
    if (event.as_result()) return result(event, args[0].reduction), false;
    if (dynamic_cast<const ScalarEvent*>(&event)) {
      if (needed_.erase(args[0].scalar) != 0 && args[0].reduction) results_.insert(args[0].reduction);
      return false;
    }
    bool leads = false;
    for (std::size_t i = 0; i < args.size(); ++i)
      leads = leads || (event.writes(args, i) && needed_.contains(handle_of(args[i])));
    for (std::size_t i = 0; leads && i < args.size(); ++i)
      if (!args[i].reduction && handle_of(args[i])) needed_.insert(handle_of(args[i]));
    return leads && event.as_loop();
  }

 private:
  static const void* handle_of(const EventArg& arg) {
    if (arg.dat) return arg.dat;
    return arg.scalar ? static_cast<const void*>(arg.scalar) : arg.reduction;
  }
  /// A seed that no interpretation has taken yet is of the last result.
  void result(const Event& event, ops_reduction handle) {
    const bool is_seeded = seeded(events_, *event.as_result()) ||
                           (!ended_.contains(handle) && any_bit(handle->seed.data(), handle->seed.size()));
    if (results_.erase(handle) != 0 || is_seeded) needed_.insert(handle);
    else needed_.erase(handle);
    ended_.insert(handle);
  }

  const Events& events_;
  std::set<const void*> needed_;             ///< datasets, scalars, and reductions that loops add to
  std::set<ops_reduction> results_, ended_;  ///< that scalars take; of which a later result was met
};

/// One for each event: whether it is a loop that the objective depends on; all are, where nothing is seeded.
std::vector<bool> leading(const Tape& tape) {
  const EventList& nodes = tape.recording.events.nodes;
  std::vector<bool> leads(nodes.size());
  Leading goes(tape);
  for (std::size_t k = nodes.size(); k-- > 0;) leads[k] = goes(nodes[k]);
  return std::ranges::find(leads, true) == leads.end() ? std::vector<bool>(nodes.size(), true) : leads;
}

}  // namespace

Kink find_kink(Replay& replay, const Tape& tape, const InputDirections& directions, double h) {
  Kink largest;
  World base, moved;
  const std::vector<bool> leads = leading(tape);
  for (std::size_t k = 0; k < leads.size(); ++k) {
    replay.bring(base, k, directions, 0);
    replay.bring(moved, k, directions, h);
    const LoopEvent* const loop = tape.recording.events.nodes[k].as_loop();
    if (loop && loop->call->kernel.call && leads[k]) {
      Around whole(replay, *loop, base, moved, 1.0), quarter(replay, *loop, base, moved, 0.25);
      examine(whole, quarter, *loop, tape.recording.events.args_of(*loop), largest);
    }
    replay.run(base, k);
    replay.run(moved, k);
  }
  return largest;
}

std::string sentence(const Kink& kink) {
  std::string cell = "a point";
  if (kink.located) {
    cell.clear();
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(kink.loop->call->dims); ++axis)
      cell += ops::format("{}{}", axis == 0 ? "(" : ",", kink.at[axis]);
    cell += ")";
  }
  return ops::format("the objective is non-smooth at {} of loop '{}' ({}): the one-sided derivatives of '{}' differ",
                     cell, kink.loop->call->name, place(kink.loop->call->where), kink.output);
}

}  // namespace ops

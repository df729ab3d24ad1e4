// ops/derivatives/sweeps/reverse_loop.cpp: the adjoint of one recorded loop: which seeds are live, where contributions
// go, what is consumed.
#include "ops/derivatives/sweeps/reverse_loop.hpp"

#include <algorithm>
#include <optional>

#include "ops/data/passes.hpp"
#include "ops/derivatives/log/missing_cells.hpp"
#include "ops/derivatives/log/overwritten.hpp"
#include "ops/loops/launch/cache_size.hpp"

namespace ops {

/// Minima and maxima have their turn afterwards, each at the point where it was attained.
bool ReversedLoop::find_live() {
  live.assign(args.size(), 0);
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].seed) continue;
    if (args[i].reduction) live[i] = !args[i].extremum && in.sweep.known_seed(args[i].reduction) != nullptr;
    else live[i] = !in.postponed.use(dat(i)).zero_on(cells(i));
  }
  if (event.problem && std::ranges::count(live, 1) > 0) look_at_seeds();
  return std::ranges::count(live, 1) > 0;
}

/// What is left of a derivative may be zero though nobody has looked, as work waited (QueueMachine::all_zero).
void ReversedLoop::look_at_seeds() {
  finish(in.sweep.memory.pool->machine());
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!live[i] || !args[i].dat) continue;
    const AdjointField& field = dat(i).field;
    live[i] = std::ranges::any_of(field.stored(), [&](const Box& piece) {
      const Box there = intersection(piece, cells(i));
      return !there.empty() && !all_zero(field.buffer(), dat(i).layout, there);
    });
  }
}

void ReversedLoop::require_adjoint() const {
  if (!event.problem) return;
  throw error_at(OPS_RUNTIME_ERROR, in.asked_by, event.where)
      << "the objective depends on loop '" << event.call->name << "', which has no adjoint: " << *event.problem;
}

/// The owner form computes target by target, so no derivative may be read or added to through two arguments.
bool ReversedLoop::can_own() const {
  if (!in.owner || !event.call->implementation->adjoint_owner || event.beyond || extremum) return false;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (both(i) && !facts[i].consumed) return false;
    if (args[i].target && facts[i].scatter_only) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (args[i].dat && args[i].dat == args[j].dat && (args[i].seed || args[i].target) &&
          (args[j].seed || args[j].target))
        return false;
  }
  return true;
}

/// Overwritten through this argument and a target, through another or with values that have no derivative: zero before
/// contributions arrive.
bool ReversedLoop::consumed_first(std::size_t i) const {
  return args[i].consumed && !both(i) &&
         std::ranges::any_of(args, [&](const EventArg& a) { return a.target && a.dat == args[i].dat; });
}

/// Moves the seed to a dense copy and makes the derivative zero there.
void ReversedLoop::copy_seed(std::size_t i) {
  const Box box = cells(i);
  const Dense& copy = copies.emplace_back(dat(i), box, in.sweep.recording.context.pool);
  copy_cells(copy.buffer, copy.layout, dat(i).field.buffer(), dat(i).layout, box);
  dat(i).field.consume(box);
  out(i).seed = copy.view(in.sweep.events.shapes[args[i].shape]);
  out(i).seed.out = nullptr;
  out(i).seed.to = nullptr;
}

/// Reads and consumes a seed whose dataset is also a target: whichever way moves less.
void ReversedLoop::move_away(std::size_t i) {
  AdjointField& field = dat(i).field;
  if (2 * cells(i).volume() < volume(field.stored())) return copy_seed(i);
  const BufferRef old = field.leave(cells(i), in.sweep.memory);
  out(i).seed = in.launches.view(args[i], old.get(), nullptr, dat(i));
  kept.push_back(old);
}

void ReversedLoop::set_seed(std::size_t i) {
  const bool in_place = both(i) && (!owner || event.call->implementation->owner_in_place);
  if (!live[i] && !in_place) {
    out(i).seed = in.launches.zero_seed(event, args[i]);
    return;
  }
  if (args[i].reduction) {
    out(i).seed.in = extremum ? extremum : in.sweep.known_seed(args[i].reduction);
    out(i).seed.bytes = static_cast<std::size_t>(args[i].reduction->size);
    return;
  }
  AdjointField& field = dat(i).field;
  field.read(cells(i), in.sweep.memory);
  if (in_place) return;                 // the address follows from the target's
  if (args[i].consumed && !fills(i)) {  // point by point
    in.postponed.before_write(field.buffer().get(), cells(i), true);
    out(i).seed = in.launches.view(args[i], field.buffer().get(), field.buffer().get(), dat(i));
    return;
  }
  if (renew_later(i)) later[i] = 1;
  else if (both(i)) return move_away(i);
  if (consumed_first(i)) return copy_seed(i);
  out(i).seed = in.launches.view(args[i], field.buffer().get(), nullptr, dat(i));
}

void ReversedLoop::set_seeds() {
  for (std::size_t i = 0; i < args.size(); ++i)
    if (!live[i] && consumed_first(i))
      consume_written(in.postponed.use(dat(i)), dat(i), in.sweep.events.shapes[args[i].shape], event.call->range,
                      event.call->dims, in.sweep.memory);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].seed) set_seed(i);
    else if (facts[i].seed && (args[i].dat || args[i].reduction))
      out(i).seed = in.launches.zero_seed(event, args[i]);  // passive here, but the adjoint looks at it
}

/// The argument at which this loop can add the postponed contribution together with its own.
int ReversedLoop::meeting(const PostponedTerm& p) const {
  if (!owner || !in.postponed.alike(*p.event, event)) return PostponedTerm::nowhere;
  const auto at = p.renewal() ? std::ranges::find(args, p.target, &EventArg::dat)
                              : args.begin() + static_cast<std::ptrdiff_t>(p.arg);
  if (at == args.end() || at->dat != p.target) return PostponedTerm::nowhere;
  const bool adds = p.renewal() ? Postponements::takes_over(*at, in.sweep.events.args_of(*p.event)[p.arg])
                                : at->target && live[static_cast<std::size_t>(facts[p.arg].deferred_seed)];
  return adds ? static_cast<int>(at - args.begin()) : PostponedTerm::nowhere;
}

/// The postponed contribution to the same target that this loop can add together with its own.
bool ReversedLoop::meets(std::size_t i, PostponedTerm& found) {
  for (auto p = in.postponed.terms().begin(); p != in.postponed.terms().end(); ++p) {
    if (p->meeting != static_cast<int>(i)) continue;
    found = std::move(*p);
    in.postponed.terms().erase(p);
    return true;
  }
  return false;
}

bool ReversedLoop::postpone(std::size_t i) {
  if (!owner || !facts[i].deferrable || !in.postponed.worth_postponing(event, i)) return false;
  const auto from = static_cast<std::size_t>(facts[i].deferred_seed);
  if (!args[from].dat || both(from) || !live[from] || both(i)) return false;
  in.postponed.use(dat(i));  // one that waited for a loop that turned out to have no derivative comes first
  postponing.push_back({&event, i, &dat(i), &dat(from), dat(from).field.buffer(), cells(from)});
  ++in.counts.postponed;
  return true;
}

/// A seed that only its own argument's contribution replaces stays in place until a loop that adds to it.
bool ReversedLoop::renew_later(std::size_t i) {
  if (!owner || !both(i) || !facts[i].renewable || !event.call->implementation->owner_renews ||
      !in.postponed.worth_renewing_later(event, i))
    return false;
  postponing.push_back({&event, i, &dat(i), &dat(i), dat(i).field.buffer(), cells(i)});
  ++in.counts.postponed;
  return true;
}

void ReversedLoop::set_target(std::size_t i) {
  if (args[i].scalar) {
    totals[i] = Totals(*reduce_ops(args[i].scalar->element, OPS_INC), args[i].scalar->dim);
    out(i).target.out = totals[i].data();
    out(i).target.totals = &totals[i];
    return;
  }
  PostponedTerm partner{};
  if (meets(i, partner) && partner.renewal()) {
    out(i).renews = static_cast<int>(partner.arg);
    ++in.counts.fused;
  } else if (partner.event) {
    const auto seed = static_cast<std::size_t>(facts[i].deferred_seed);
    out(i).later = in.launches.view(args[seed], partner.seed.get(), nullptr, *partner.from);
    out(i).deferred = out(i).later.in;
    kept.push_back(partner.seed);
    in.postponed.spare(partner.from);
    ++in.counts.fused;
  } else if (postpone(i)) {
    return;
  } else {
    in.postponed.use(dat(i));
  }
  AdjointField& field = dat(i).field;
  const Box box = in.launches.target_cells(event, i);
  const bool in_place = both(i) && owner && event.call->implementation->owner_in_place;
  out(i).hole = field.add(box, owner && !in_place && in.launches.writes_all(event, args[i]), in.sweep.memory);
  if (in_place) out(i).hole = box;
  in.postponed.before_write(field.buffer().get(), box, true);
  out(i).target = in.launches.view(args[i], nullptr, field.buffer().get(), dat(i));
  if (!both(i) || (owner && !in_place)) return;
  in.postponed.before_write(field.buffer().get(), cells(i), true);  // consumed in place, maybe beside what it adds to
  out(i).seed = out(i).target;
  out(i).seed.in = out(i).target.out;
  out(i).seed.from = out(i).target.to;
  if (!owner) return;
  out(i).seed.out = nullptr;
  out(i).seed.to = nullptr;
}

/// Targets that may meet a postponed contribution come last: readying the others may have flushed it.
void ReversedLoop::set_targets() {
  for (PostponedTerm& p : in.postponed.terms()) p.meeting = meeting(p);
  // fixed now: what could meet may be flushed meanwhile, but is still to be done
  std::vector<int> last(args.size(), 0);
  for (const PostponedTerm& p : in.postponed.terms())
    if (p.meeting != PostponedTerm::nowhere) last[static_cast<std::size_t>(p.meeting)] = 1;
  for (const int turn : {0, 1})
    for (std::size_t i = 0; i < args.size(); ++i)
      if (args[i].target && !later[i] && last[i] == turn) set_target(i);
}

/// Whether what this launch writes will have left the cache before it is read again.
bool ReversedLoop::streams() const {
  double bytes = 0;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].dat) continue;
    const int passes = (args[i].primal != nullptr) + (args[i].seed && live[i]) + (out(i).target.out != nullptr);
    bytes += passes * static_cast<double>(cells(i).volume() * args[i].dat->components) *
             static_cast<double>(args[i].dat->layout.element);
  }
  return bytes > 0.5 * static_cast<double>(last_level_cache());
}

/// Bytes by the model: what is read counts once, what is added to twice, what is written anew once.
double ReversedLoop::moved() const {
  double bytes = 0;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].dat) continue;
    std::int64_t count =
        (args[i].primal != nullptr ? cells(i).volume() : 0) + (args[i].seed && live[i] ? cells(i).volume() : 0);
    if (out(i).target.out != nullptr) {
      const Box box = in.launches.target_cells(event, i);
      const bool in_place = both(i) && owner && event.call->implementation->owner_in_place;
      count += in_place ? box.volume() : 2 * box.volume() - intersection(box, out(i).hole).volume();
    }
    bytes += static_cast<double>(count * args[i].dat->components) * static_cast<double>(args[i].dat->layout.element);
  }
  return bytes;
}

void ReversedLoop::run() {
  owner = can_own();
  later.assign(args.size(), 0);
  totals.assign(args.size(), {});
  launch = in.launches.launch_of(event);
  set_seeds();
  set_targets();
  const auto wanted = [](const AdjointArg& a) { return a.target.out != nullptr; };
  launch.args = in.launches.args.data();
  launch.constants = in.launches.constants.data();
  launch.stream = streams();
  launch.divisible = owner;
  launch.pointwise = !owner && !extremum && !event.beyond && event.call->kernel.library == nullptr &&
                     *event.call->implementation->user_adjoint == '\0';
  in.moved += moved();
  std::optional<MissingCells> beyond;
  if (event.beyond)
    beyond.emplace(MissingCells::Loop{args, facts, in.sweep.events.shapes, event.call->range}, in.launches.args,
                   in.sweep.memory);
  if (std::ranges::any_of(in.launches.args, wanted))
    in.sweep.memory.pool->machine().run(
        owner ? event.call->implementation->adjoint_owner : event.call->implementation->adjoint, launch);
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!totals[i]) continue;
    in.sweep.memory.pool->machine().complete(totals[i]);
    totals[i].combine_into(args[i].scalar->derivative.data());
  }
  if (beyond) beyond->bring_back();
  for (PostponedTerm& p : postponing) in.postponed.terms().push_back(std::move(p));
}

/// Whatever the loop overwrote had no influence before. What is also a target was consumed on the way.
void ReversedLoop::consume(bool ran) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].consumed || both(i) || (ran && (consumed_first(i) || (live[i] && !fills(i))))) continue;
    AdjointField& field = in.postponed.use(dat(i));
    consume_written(field, dat(i), in.sweep.events.shapes[args[i].shape], event.call->range, event.call->dims,
                    in.sweep.memory, in.postponed.holds(field.buffer()));
  }
}

}  // namespace ops

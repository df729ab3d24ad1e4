// ops/sweep/postpone.cpp: lazy accumulation: contributions that wait for the next loop of the same kind.
//
// A postponed contribution is added by the next alike loop in one pass with its own, or flushed before anything else
// reads or adds to its target, or overwrites the seed it depends on. The order of additions to the target never
// changes. Where a loop overwrites what it reads at the same point only, as a step over three levels does, its
// contribution takes the place of the seed itself: postponed, it needs neither a second field nor a pass of its own.
#include <algorithm>
#include <cstring>

#include "ops/core/machine.hpp"
#include "ops/engine/stopwatch.hpp"
#include "ops/sweep/sweep.hpp"

namespace ops {
namespace {

constexpr std::ptrdiff_t look_ahead = 16;  // [events] alike loops of an iteration are rarely further apart

}  // namespace

AdjointField& Sweep::use(Tracked& dat) {
  for (std::size_t i = 0; i < postponed_.size();) {
    const bool on = postponed_[i].target == &dat;
    if (on) flush(i);
    i = on ? 0 : i + 1;  // flushing may have flushed others
  }
  return dat.field;
}

/// @param in_launch  written by the launch itself, which takes care of what it meets itself
void Sweep::before_write(const Buffer* buffer, const Box& cells, bool in_launch) {
  for (std::size_t i = 0; i < postponed_.size();) {
    const Postponed& p = postponed_[i];
    const bool hit =
        p.seed.get() == buffer && !(in_launch && p.meeting != nowhere) && !intersection(p.cells, cells).empty();
    if (hit) flush(i);
    i = hit ? 0 : i + 1;
  }
}

void Sweep::flush_all() {
  if (!postponed_.empty()) {
    const Stopwatch time(recording_.context, Pass::reversed, "(contributions put off)");
    while (!postponed_.empty()) flush(0);
  }
  for (const auto& dat : recording_.live)
    if (dat) dat->field.drop_spare();
}

void Sweep::flush(std::size_t index) {
  const Postponed p = std::move(postponed_[index]);
  postponed_.erase(postponed_.begin() + static_cast<std::ptrdiff_t>(index));
  std::vector<AdjointArg> building = std::move(args_);  // a launch may be under construction
  std::vector<const void*> building_constants = std::move(constants_);
  const auto args = events_.args_of(*p.event);
  const auto seed = p.renewal() ? p.arg : static_cast<std::size_t>(p.event->implementation->args[p.arg].deferred_seed);
  AdjointLaunch launch = launch_of(*p.event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (p.event->implementation->args[i].seed && (args[i].dat || args[i].reduction))
      args_[i].seed = zero_seed(*p.event, args[i]);
  args_[seed].seed = view(args[seed], p.seed.get(), nullptr, *args[seed].dat);
  const Box cells = target_cells(*p.event, p.arg);
  args_[p.arg].hole = p.renewal() ? cells : p.target->field.add(cells, writes_all(*p.event, args[p.arg]), memory_);
  before_write(p.target->field.buffer().get(), cells, false);
  args_[p.arg].target = view(args[p.arg], nullptr, p.target->field.buffer().get(), *p.target);
  launch.divisible = true;
  memory_.pool->machine().run(p.event->implementation->adjoint_owner, launch);
  spares_.push_back(p.from);  // not now: its field may be the one that is being written
  args_ = std::move(building);
  constants_ = std::move(building_constants);
}

bool Sweep::alike(const Event& a, const Event& b) const {
  if (a.implementation != b.implementation || !(a.cells == b.cells) || a.dims != b.dims) return false;
  const auto ca = events_.constants_of(a), cb = events_.constants_of(b);
  if (!std::ranges::equal(ca, cb, [](const auto& x, const auto& y) { return x == y || *x == *y; })) return false;
  const auto aa = events_.args_of(a), ab = events_.args_of(b);
  for (std::size_t i = 0; i < aa.size(); ++i) {
    if (aa[i].shape != ab[i].shape || aa[i].by_value != ab[i].by_value) return false;
    if (aa[i].by_value && (aa[i].bytes != ab[i].bytes ||
                           std::memcmp(events_.value(aa[i].value), events_.value(ab[i].value), aa[i].bytes) != 0))
      return false;
  }
  return true;
}

/// The event that meets the dataset next, if that is soon.
const Event* Sweep::next_use(const Event& event, const Tracked* dat) const {
  const Event* const stop = &event - std::min<std::ptrdiff_t>(look_ahead, &event - events_.nodes.data());
  for (const Event* e = &event; e-- != stop;)
    if (std::ranges::find(events_.args_of(*e), dat, &EventArg::dat) != events_.args_of(*e).end()) return e;
  return nullptr;
}

/// Whether an alike loop with the same target will be reversed soon.
bool Sweep::worth_postponing(const Event& event, std::size_t arg) const {
  if (!setup_.switches.postpone) return false;
  const Tracked* target = events_.args_of(event)[arg].dat;
  const Event* next = next_use(event, target);
  return next && alike(*next, event) && events_.args_of(*next)[arg].dat == target;
}

/// Whether a loop that reads a dataset so can give it the contribution for which its seed has stayed in place.
bool Sweep::takes_over(const EventArg& read, const EventArg& overwritten) {
  return read.target && !read.seed && read.shape == overwritten.shape;
}

/// Whether an alike loop that adds to what this one has overwritten will be reversed soon.
bool Sweep::worth_renewing_later(const Event& event, std::size_t arg) const {
  if (!setup_.switches.postpone || setup_.watcher) return false;
  const EventArg& overwritten = events_.args_of(event)[arg];
  const Event* next = next_use(event, overwritten.dat);
  return next && alike(*next, event) &&
         takes_over(*std::ranges::find(events_.args_of(*next), overwritten.dat, &EventArg::dat), overwritten);
}

}  // namespace ops

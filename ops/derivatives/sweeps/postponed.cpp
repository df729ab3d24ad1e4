// ops/derivatives/sweeps/postponed.cpp: decides which contributions wait, and when they are added.
#include "ops/derivatives/sweeps/postponed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/data/machine.hpp"
#include "ops/loops/engine/stopwatch.hpp"

namespace ops {
namespace {

constexpr std::size_t look_ahead = 16;  // [events] alike loops of an iteration are rarely further apart

}  // namespace

AdjointField& Postponements::use(Tracked& dat) {
  for (std::size_t i = 0; i < terms_.size();) {
    const bool on = terms_[i].target == &dat;
    if (on) flush(i);
    i = on ? 0 : i + 1;  // flushing may have flushed others
  }
  return dat.field;
}

/// @param in_launch  written by the launch itself, which takes care of what it meets itself
void Postponements::before_write(const Buffer* buffer, const Box& cells, bool in_launch) {
  for (std::size_t i = 0; i < terms_.size();) {
    const PostponedTerm& p = terms_[i];
    const bool hit = p.seed.get() == buffer && !(in_launch && p.meeting != PostponedTerm::nowhere) &&
                     !intersection(p.cells, cells).empty();
    if (hit) flush(i);
    i = hit ? 0 : i + 1;
  }
}

void Postponements::flush_all() {
  if (!terms_.empty()) {
    const Stopwatch time(sweep_.recording.context, Pass::reversed, "(postponed contributions)");
    while (!terms_.empty()) flush(0);
  }
  for (const auto& dat : sweep_.recording.live)
    if (dat) dat->field.drop_spare();
}

void Postponements::flush(std::size_t index) {
  const PostponedTerm p = std::move(terms_[index]);
  terms_.erase(terms_.begin() + static_cast<std::ptrdiff_t>(index));
  std::vector<AdjointArg> building = std::move(launches_.args);  // a launch may be under construction
  std::vector<const void*> building_constants = std::move(launches_.constants);
  const auto args = sweep_.events.args_of(*p.event);
  const auto seed = p.renewal() ? p.arg : static_cast<std::size_t>(p.event->call->facts(p.arg)->deferred_seed);
  AdjointLaunch launch = launches_.launch_of(*p.event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (p.event->call->facts(i)->seed && (args[i].dat || args[i].reduction))
      launches_.args[i].seed = launches_.zero_seed(*p.event, args[i]);
  launches_.args[seed].seed = launches_.view(args[seed], p.seed.get(), nullptr, *args[seed].dat);
  const Box cells = launches_.target_cells(*p.event, p.arg);
  launches_.args[p.arg].hole =
      p.renewal() ? cells : p.target->field.add(cells, launches_.writes_all(*p.event, args[p.arg]), sweep_.memory);
  before_write(p.target->field.buffer().get(), cells, false);
  launches_.args[p.arg].target = launches_.view(args[p.arg], nullptr, p.target->field.buffer().get(), *p.target);
  launch.divisible = true;
  sweep_.memory.pool->machine().run(p.event->call->implementation->adjoint_owner, launch);
  spares_.push_back(p.from);  // not now: its field may be the one that is being written
  launches_.args = std::move(building);
  launches_.constants = std::move(building_constants);
}

bool Postponements::alike(const LoopEvent& a, const LoopEvent& b) const {
  if (a.call->implementation != b.call->implementation || !(a.call->range == b.call->range) ||
      a.call->dims != b.call->dims)
    return false;
  const auto ca = constants_of(sweep_.events, a), cb = constants_of(sweep_.events, b);
  if (!std::ranges::equal(ca, cb, [](const auto& x, const auto& y) { return x == y || *x == *y; })) return false;
  const auto aa = sweep_.events.args_of(a), ab = sweep_.events.args_of(b);
  for (std::size_t i = 0; i < aa.size(); ++i) {
    if (aa[i].shape != ab[i].shape || aa[i].by_value != ab[i].by_value) return false;
    if (aa[i].by_value &&
        (aa[i].bytes != ab[i].bytes ||
         std::memcmp(sweep_.events.value(aa[i].value), sweep_.events.value(ab[i].value), aa[i].bytes) != 0))
      return false;
  }
  return true;
}

/// The loop that meets the dataset next, if that is soon, and no other event meets it before.
const LoopEvent* Postponements::next_use(const LoopEvent& event, const Tracked* dat) const {
  const std::size_t stop = event.index - std::min(look_ahead, event.index);
  for (std::size_t at = event.index; at-- > stop;) {
    const Event& before = sweep_.events.nodes[at];
    const auto args = sweep_.events.args_of(before);
    if (std::ranges::find(args, dat, &EventArg::dat) != args.end()) return before.as_loop();
  }
  return nullptr;
}

/// Whether an alike loop with the same target will be reversed soon.
bool Postponements::worth_postponing(const LoopEvent& event, std::size_t arg) const {
  if (!on_) return false;
  const Tracked* target = sweep_.events.args_of(event)[arg].dat;
  const LoopEvent* next = next_use(event, target);
  return next && alike(*next, event) && sweep_.events.args_of(*next)[arg].dat == target;
}

/// Whether a loop that reads a dataset so can give it the contribution for which its seed has stayed in place.
bool Postponements::takes_over(const EventArg& read, const EventArg& overwritten) {
  return read.target && !read.seed && read.shape == overwritten.shape;
}

/// Whether an alike loop that adds to what this one has overwritten will be reversed soon.
bool Postponements::worth_renewing_later(const LoopEvent& event, std::size_t arg) const {
  if (!on_ || watched_) return false;
  const EventArg& overwritten = sweep_.events.args_of(event)[arg];
  const LoopEvent* next = next_use(event, overwritten.dat);
  return next && alike(*next, event) &&
         takes_over(*std::ranges::find(sweep_.events.args_of(*next), overwritten.dat, &EventArg::dat), overwritten);
}

bool Postponements::waits(const Event& event) const {
  return std::ranges::find(terms_, &event, &PostponedTerm::event) != terms_.end();
}

bool Postponements::holds(const BufferRef& seed) const {
  return std::ranges::find(terms_, seed, &PostponedTerm::seed) != terms_.end();
}

void Postponements::drop_spares() {
  for (Tracked* dat : spares_)
    if (!holds(dat->field.buffer())) dat->field.drop_spare();
  spares_.clear();
}

}  // namespace ops

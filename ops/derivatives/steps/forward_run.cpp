// ops/derivatives/steps/forward_run.cpp: at the start of a step: decides what to keep of the last steps and of this
// one.
#include "ops/derivatives/steps/forward_run.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ops/derivatives/checkpoints/first_touch.hpp"
#include "ops/derivatives/checkpoints/holdings.hpp"
#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "ops/derivatives/events/still_event.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

using Kind = Action::Kind;

constexpr std::size_t plenty = std::size_t{1} << 60;   // [bytes], where nothing is limited
constexpr std::size_t sample = std::size_t{32} << 20;  // of new memory [bytes]
constexpr std::int64_t window = 8;                     // steps that are timed together

/// While alive, steps run again whatever they take.
class Unlimited {
 public:
  explicit Unlimited(Stepped& of) : of_(of), before_(std::exchange(of.excess, Excess::allowed)) {}
  ~Unlimited() {
    of_.tapes.regions_stay();
    of_.excess = before_;
  }
  Unlimited(const Unlimited&) = delete;
  Unlimited& operator=(const Unlimited&) = delete;

 private:
  Stepped& of_;
  Excess before_;
};

}  // namespace

/// All datasets that exist when a step begins are part of its state.
void ForwardRun::track() {
  std::size_t bytes = 0;
  for (const auto& dat : of_.recording.context.dats)
    if (dat && dat->buffer) bytes += BufferPool::taken_by(of_.recording.tracked(dat.get()).layout.bytes);
  HeldMemory& memory = of_.budget.memory;
  memory.presents(bytes);
  if (of_.steps() > 0) return;
  // what came before was kept until it was time to look for steps
  memory.holds(of_.found ? tape_bytes(of_.recording, 0, of_.recording.events.nodes.size(), Counted::past) : 0);
}

void ForwardRun::mark() {
  of_.history.settle(of_.recording.context.pool);
  if (!of_.left_out()) of_.states.settle();  // the only one of all that is left out learns as long
  of_.loop_reads.clear();
  of_.states.write();
  track();
  const std::int64_t step = of_.steps();
  end_.forget_if_far();
  of_.report->begins(step, of_.budget.demand.steps);
  watch_memory(step);
  fit_.grown();
  fit_.require_room();
  fit_.weigh_one_step(step >= of_.budget.measured_steps());
  of_.tapes.begin();
  if (!of_.left_out() && !of_.used_up()) decide(step);
  of_.tapes.keeps(of_.keeping());
  of_.freeze();  // of what has just been given up nothing is held any more
  of_.executed += of_.left_out() ? 0 : 1;
}

void ForwardRun::leave_out() {
  of_.states.settle();
  of_.tapes.release(0, of_.steps());
  of_.set_schedule(nullptr);
  of_.own_run = LeftOut{};
  of_.excess = Excess::allowed;
  mark();
  of_.states.save(of_.steps() - 1);
}

void ForwardRun::carry_on() {
  if (!of_.history.obstacle().empty())
    throw OPSException(OPS_RUNTIME_ERROR)
        << "derivatives need the part of the recording before the checkpoint, "
           "but the library could not recompute this part: "
        << of_.history.obstacle() << "; remove the checkpoint file to start from the beginning";
  of_.own_run = KeepsAll{};
  of_.excess = Excess::discarded;
  of_.continued_from = of_.steps();
  if (!of_.budget.limited()) of_.budget.demand.memory = plenty;
  mark();
}

/// Where anything is the limit, the first steps are kept with their states, whatever the schedule will say, to see how
/// much they take.
bool ForwardRun::trying_out(std::int64_t step) {
  if (of_.schedule || !of_.budget.limited()) return false;
  if (std::holds_alternative<TooSmall>(of_.own_run)) return true;
  const std::int64_t first = of_.continued_from;
  if (step > first) of_.budget.measure(first, step);
  if (step == first) return true;
  if (may_spare()) time_step(step, of_.report->seconds());
  return step - first < of_.budget.measured_steps() && !fit_.over();
}

/// Whether the action is what the program does in this step. What it says of steps before is done now.
bool ForwardRun::covers(const Action& action, std::int64_t step) {
  if (action.kind == Kind::advance) of_.tapes.release(action.first, std::min(action.last, step));
  return action.last > step;
}

/// What has been tried out is known.
void ForwardRun::plan(std::int64_t step) {
  const std::optional<double> again = of_.report->plans() ? seconds_again(step) : std::nullopt;
  if (again) of_.report->seen_again(*again);
  if (fastest_) spare_memory(step, *fastest_, again);
  const Demand demand = of_.budget.beside_disk(of_.budget.for_one());
  if (of_.continued_from > 0) fit_.resume_with(of_.tapes.first_kept(), step);
  else of_.set_schedule(fit_.schedule(demand));
  of_.report->planned(demand, of_.budget.unspared.has_value());
}

/// Keeps what the schedule wants to have before the step.
void ForwardRun::prepare(const Action& action, std::int64_t step) {
  if (action.kind != Kind::save) return fit_.drop(action);
  if (action.first == step) of_.states.save(step, action.storage, of_.budget.on_their_way());
  else if (action.storage == Storage::disk && of_.states.have_disk()) of_.states.send_to_disk(action.first);
}

/// Takes actions until one runs the step.
void ForwardRun::decide(std::int64_t step) {
  if (trying_out(step)) return of_.states.save(step);
  if (const auto* scheduled = std::get_if<Scheduled>(&of_.own_run); scheduled && step < scheduled->action.last) return;
  const bool begins = !of_.schedule && of_.continued_from == 0;
  if (!of_.schedule) plan(step);
  std::set<std::int64_t> wanted;  // states so far
  while (true) {
    const Action action = of_.schedule->next();
    if (action.kind == Kind::save) wanted.insert(action.first);
    if (action.kind == Kind::drop) wanted.erase(action.first);
    switch (action.kind) {
      case Kind::save:
      case Kind::drop:
      case Kind::drop_tape: prepare(action, step); break;
      case Kind::advance:
      case Kind::tape:
        if (!covers(action, step)) break;
        of_.own_run = Scheduled{action};
        if (begins) of_.states.drop_all_but(wanted);
        return;
      case Kind::restore:
      case Kind::reverse:
      case Kind::done:
        throw OPSException(OPS_INTERNAL_ERROR, "the checkpoint schedule ended before the last step of the program");
    }
  }
}

void ForwardRun::introduce(Tracked& dat) {
  if (of_.tapes.none() || dat.alias_of || of_.recording.silent) return;
  HeldMemory& memory = of_.budget.memory;
  memory.presents(memory.presents() + BufferPool::taken_by(dat.layout.bytes));
  give(dat, dat.layout.allocated, {});
  of_.history.settle(of_.recording.context.pool);
}

void ForwardRun::give(Tracked& dat, const Box& cells, std::source_location where) {
  Events& events = of_.recording.events;
  const Events::Mark mark = events.mark();
  GivenEvent event;
  event.where = where;
  event.is_recomputed = true;
  event.given = of_.history.given(dat, cells);
  events.args.emplace_back().dat = &dat;
  events.append(event, mark);
}

/// Datasets that never change need not be in the list.
void ForwardRun::check_list() const {
  if (listed_.empty()) return;
  for (const auto& [step, state] : of_.states.all())
    for (const Tracked* dat : state.changed())
      if (!listed_.contains(dat))
        of_.recording.tell(ops::format(
            "a step reads dataset '{}' before overwriting it, but ops_ad_manual_checkpoint_datlist does not list "
            "this dataset; the library keeps the dataset anyway",
            dat->name));
}

/// A first recording in host memory without a limit by the user. A program without step marks may do what cannot be
/// recomputed, so the library discards none of its values before memory is full.
bool ForwardRun::may_spare() const {
  const Budget& budget = of_.budget;
  BufferPool& pool = of_.recording.context.pool;
  return !budget.asked && !budget.demand.disk && !pool.tiers() && pool.machine().own().device_access() == nullptr &&
         !of_.report->known && !of_.found && of_.continued_from == 0;
}

/// At the end of steps whose states and tapes took memory, new or not. The fastest counts, as other work may have
/// disturbed the others; the first one does not, as it also finds its loops.
double ForwardRun::time_step(std::int64_t next, double now) {
  const double step = (now - std::exchange(begun_, now)) / static_cast<double>(next - std::exchange(timed_, next));
  if (next > 1) fastest_ = fastest_ ? std::min(*fastest_, step) : step;
  return step;
}

/// What new memory takes now, more than memory that is in use. [s/byte]
double ForwardRun::measure_new_memory() {
  Budget& budget = of_.budget;
  const std::size_t most = most_kept(budget.demand) / 32;
  std::vector<std::size_t> sizes;
  for (const auto& dat : of_.recording.live)
    if (dat && dat->dat && !dat->alias_of && dat->layout.bytes <= most) sizes.push_back(dat->layout.bytes);
  const HeldMemory::Beside beside(budget.memory);
  return first_touch(of_.recording.context.pool, sizes, std::min(sample, most),
                     [this] { return of_.report->seconds(); });
}

bool ForwardRun::all_say(bool mine) const { return of_.recording.context.pool.machine().least(mine ? 1 : 0) == 1; }

/// Lowers the memory limit where new memory is so slow that recomputation is faster.
/// @param run  what a step takes with new memory  @param again  the same without, as far as it is known [s]
bool ForwardRun::spare_memory(std::int64_t next, double run, std::optional<double> again) {
  Budget& budget = of_.budget;
  if (!all_say(worth_measuring(budget.demand, run))) return false;
  const double touch = measure_new_memory();
  const bool spares = all_say(may_save_time(budget.demand, touch, run)) && (again || (again = seconds_again(next))) &&
                      budget.spare(touch, *again);
  if (spares) spared_until_ = std::max(budget.demand.steps.value_or(assumed_steps), 2 * next);
  begun_ = of_.report->now();
  return spares;
}

/// Where more steps follow than were assumed, all memory is used after all, as recomputation would take longer; and
/// where something cannot be recomputed, as long as everything is kept.
bool ForwardRun::releases_memory(std::int64_t next) const {
  if (!of_.budget.unspared) return false;
  return of_.history.obstacle().empty() ? next > spared_until_ : of_.tapes.all();
}

/// The system may have memory that is ready, and then no more of it: from then on no new memory is taken. Steps that
/// still wait in the queue are part of later times.
void ForwardRun::watch_memory(std::int64_t next) {
  if (!std::holds_alternative<Scheduled>(of_.own_run)) return;
  if (releases_memory(next)) {
    of_.budget.spare_no_more();
    fastest_.reset();
    return fit_.resume_before(next);
  }
  if (!fastest_ || of_.budget.unspared || next - timed_ < window || !may_spare() || !of_.history.obstacle().empty())
    return;
  const double known = *fastest_, step = time_step(next, of_.report->now());
  if (all_say(step < 2 * known)) return;
  if (spare_memory(next, step, known)) of_.report->spares(*of_.budget.demand.memory);
}

/// How long a step takes that finds all memory ready: the last one run again, twice. Nothing if it cannot. [s]
std::optional<double> ForwardRun::seconds_again(std::int64_t next) {
  const std::int64_t last = next - 1;
  if (last < 1 || !of_.states.all().contains(last) || !of_.history.obstacle().empty()) return {};
  const Unlimited unlimited(of_);
  SpareStates others(of_, end_);
  double seconds = 0;
  for (int k = 0; k < 2; ++k) {
    runner_.restore(last, others.host());
    const double start = of_.report->seconds();
    runner_.run({Kind::advance, last, next, Storage::memory}, others.host());
    seconds = of_.report->seconds() - start;
    --of_.executed;  // of no use to the derivatives
  }
  return seconds;
}

}  // namespace ops

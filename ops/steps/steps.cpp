// ops/steps/steps.cpp: actions of a schedule carried out on versions of datasets.
#include "ops/steps/steps.hpp"

#include <algorithm>
#include <utility>

#include "ops/checkpoint/kinds.hpp"
#include "ops/state/holdings.hpp"

namespace ops {

Steps::Steps(Versions& versions, Limits limits, Planner planner)
    : report(std::make_unique<Report>(versions.recording().context)), versions_(versions), recording_(versions.recording()), planner_(std::move(planner)),
      asked_(limits.asked), room_(recording_.context.pool) {
  demand_.steps = limits.steps;
  demand_.memory = limits.memory;
  (limits.memory ? demand_.slots : slots_) = limits.slots;
  demand_.first_stays = true;
  report->known = limits.times;
  report->slots = slots_;
  if (!limits.disk) return;
  demand_.disk = limits.disk->bytes;
  lossy_ = limits.disk->lossy;
  report->lossy = lossy_;
  disk_ = std::make_unique<StateStore>(*limits.disk, recording_.context.pool.machine());
}

/// What somebody else holds of a dataset must stay as it is; what nobody does may be overwritten in place.
void Steps::freeze() {
  for (const auto& dat : recording_.live) {
    if (!dat || !dat->dat || dat->alias_of) continue;
    dat->refreeze();
  }
}

void Steps::settle() {
  if (unsettled_) unsettled_->settle(recording_.context.pool);
  unsettled_ = nullptr;
}

/// The first state stays as it was learned in the program's own run: steps that run again need less of it.
void Steps::save(std::int64_t step, Storage storage) {
  settle();
  const bool on_disk = storage == Storage::disk && disk_;
  if (on_disk) make_way();
  const auto [at, is_new] = states_.try_emplace(step, recording_.live);
  if (is_new) {
    unsettled_ = &at->second;
    at->second.taken_approximately(approximate_);
  }
  if (on_disk) at->second.goes_to(*disk_, step == 0);
}

/// All datasets that exist when a step begins are part of its state.
void Steps::track() {
  std::size_t bytes = 0;
  for (const auto& dat : recording_.context.dats)
    if (dat && dat->buffer) bytes += BufferPool::taken_by(recording_.tracked(dat.get()).layout.bytes);
  room_.presents(bytes);
  if (steps() > 0) return;
  // what came before was kept until it was time to look for steps
  room_.holds(found ? tape_bytes(recording_, 0, recording_.events.nodes.size(), Counted::past) : 0);
}

void Steps::mark() {
  history_.settle(recording_.context.pool);
  settle();
  loop_has_run();
  write_states();
  track();
  const std::int64_t step = steps();
  if (end_ && end_is_far()) room_.beside([&] { end_.reset(); });
  report->begins(step, demand_.steps);
  grown();
  require_room();
  if (falls_short()) weigh_one_tape(steps() >= try_out_steps());
  begins_.push_back(recording_.events.nodes.size());
  if (reversed_)
    keeping_ = false;
  else if (trying_out(step))
    save(step);
  else if (step >= action_.last)
    decide(step);
  kept_.push_back(keeping_);
  freeze();  // of what has just been given up nothing is held any more
  ++executed_;
}

/// Where anything is the limit, the first steps are kept with their states, whatever the schedule will say, to see how much they take.
bool Steps::trying_out(std::int64_t step) {
  if (schedule_ || (!demand_.memory && !slots_)) return false;
  if (enough_) return true;
  if (step > 0) measure(step);
  if (step == 0) return true;
  return step < try_out_steps() && !over();
}

/// What the last step has made past is what a tape takes; what is still present of the first state is in no state's account. Before that can
/// be seen, all that they refer to.
void Steps::measure(std::int64_t step) {
  const std::size_t past = tape_bytes(recording_, begin_of(0), begin_of(step), Counted::past);
  const bool seen = step == try_out_steps();
  demand_.tape = seen ? past - std::min(past, past_) : tape_bytes(recording_, begin_of(step - 1), begin_of(step), Counted::all);
  demand_.state = state_bytes(recording_, states_.at(0), seen ? Counted::past : Counted::all);
  past_ = past;
  const Shares all = past_bytes(recording_, states_, begin_of(0), begin_of(step));
  demand_.fixed = room_.held() - std::min(room_.held(), all.memory());
  if (!asked_) demand_.memory = std::max(*demand_.memory, demand_.memory_of(1));
  if (seen) fit_slots();
}

/// A number of states is the memory that they take with one tape, but for what the end needs; it grows with them.
void Steps::fit_slots() {
  if (!slots_) return;
  const std::int64_t states = scheduled(*slots_, disk_ != nullptr) + (disk_ ? at_once(demand_) : 0);
  demand_.memory = std::max(demand_.memory.value_or(0), demand_.memory_of(states));
}

/// Steps that keep nothing, as linear ones, need no states either.
std::unique_ptr<Schedule> Steps::schedule() const {
  if (demand_.memory && demand_.tape == 0) return store_all();
  return planner_(beside_disk(for_one()));
}

/// Whether the action is what the program does in this step. What it says of steps before is done now.
bool Steps::covers(const Action& action, std::int64_t step) {
  if (action.kind == Kind::advance) release(action.first, std::min(action.last, step));
  return action.last > step;
}

void Steps::introduce(Tracked& dat) {
  if (begins_.empty() || dat.alias_of || recording_.silent) return;
  if (interpreting_) return declared_meanwhile_.push_back(&dat);
  room_.presents(room_.presents() + BufferPool::taken_by(dat.layout.bytes));
  give(dat, dat.layout.allocated, {});
  history_.settle(recording_.context.pool);
}

void Steps::give(Tracked& dat, const Box& cells, std::source_location where) {
  const Events::Mark mark = recording_.events.mark();
  Event event;
  event.kind = EventKind::keep;
  event.where = where;
  event.again = Again::values;
  event.given = history_.given(dat, cells);
  recording_.events.args.emplace_back().dat = &dat;
  recording_.events.append(event, mark);
}

/// What adjoints have declared, and what still is there.
void Steps::end_interpretation() {
  interpreting_ = false;
  for (Tracked* dat : std::exchange(declared_meanwhile_, {}))
    if (std::ranges::any_of(recording_.live, [&](const auto& live) { return live.get() == dat; })) introduce(*dat);
}

/// Pulls actions until one runs the step.
void Steps::decide(std::int64_t step) {
  const bool begins = !schedule_;
  if (begins) {
    time_last_step(step);
    schedule_ = schedule();
    report->planned(beside_disk(for_one()));
  }
  std::set<std::int64_t> wanted;  // states so far
  while (true) {
    action_ = schedule_->next();
    switch (action_.kind) {
      case Kind::save:
        wanted.insert(action_.first);
        if (action_.first == step)
          save(step, action_.storage);
        else if (action_.storage == Storage::disk && disk_)
          states_.at(action_.first).goes_to(*disk_, action_.first == 0);
        break;
      case Kind::drop:
      case Kind::drop_tape:
        if (action_.kind == Kind::drop) wanted.erase(action_.first);
        drop(action_);
        break;
      case Kind::advance:
      case Kind::tape:
        if (!covers(action_, step)) break;
        keeping_ = action_.kind == Kind::tape;
        if (begins) std::erase_if(states_, [&](const auto& saved) { return saved.first > 0 && !wanted.contains(saved.first); });
        return;
      case Kind::restore:
      case Kind::reverse:
      case Kind::done: throw OPSException(OPS_INTERNAL_ERROR, "a schedule of checkpoints ends before the program does");
    }
  }
}

/// The first state stays, so that the recording can be interpreted again.
void Steps::drop(const Action& action) {
  if (action.kind == Kind::drop_tape) return release(action.first, action.last);
  if (action.first == 0) return;
  const auto at = states_.find(action.first);
  if (at == states_.end()) return;
  if (&at->second == unsettled_) unsettled_ = nullptr;
  states_.erase(at);
  if (end_ && end_->step == action.first && exchanged_) end_stays();
}

std::size_t Steps::begin_of(std::int64_t step) const {
  return step < steps() ? begins_[static_cast<std::size_t>(step)] : recording_.events.nodes.size();
}

void Steps::release(std::int64_t first, std::int64_t last) {
  versions_.release_events(begin_of(first), begin_of(last), recorded_regions_);
  for (std::int64_t step = first; step < last; ++step) kept_[static_cast<std::size_t>(step)] = false;
}

bool Steps::just_begun() const { return !begins_.empty() && begins_.back() == recording_.events.nodes.size(); }

/// Datasets that never change need not be in the list.
void Steps::check_list() const {
  if (listed_.empty()) return;
  for (const auto& [step, state] : states_)
    for (const Tracked* dat : state.changed())
      if (!listed_.contains(dat))
        recording_.tell("dataset '" + dat->name + "' is read by a step before the step overwrites it, but is not in the list given to "
                   "ops_ad_manual_checkpoint_datlist: it is kept all the same");
}

}  // namespace ops

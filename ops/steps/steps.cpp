// ops/steps/steps.cpp: actions of a schedule carried out on versions of datasets.
#include "ops/steps/steps.hpp"

#include <algorithm>
#include <utility>

#include "ops/checkpoint/kinds.hpp"
#include "ops/state/holdings.hpp"

namespace ops {
namespace {

constexpr std::size_t plenty = std::size_t{1} << 60;  // [bytes], where nothing is limited

}  // namespace

Steps::Steps(Versions& versions, Limits limits, Planner planner)
    : report(std::make_unique<Report>(versions.recording().context)),
      versions_(versions),
      recording_(versions.recording()),
      planner_(std::move(planner)),
      tapes_(versions),
      states_(recording_, limits.disk),
      budget_(recording_, limits, states_, tapes_) {
  report->known = limits.times;
  report->before = limits.told;
  report->slots = budget_.slots;
}

/// What somebody else holds of a dataset must stay as it is; what nobody does may be overwritten in place.
void Steps::freeze() {
  for (const auto& dat : recording_.live) {
    if (!dat || !dat->dat || dat->alias_of) continue;
    dat->refreeze();
  }
}

/// All datasets that exist when a step begins are part of its state.
void Steps::track() {
  std::size_t bytes = 0;
  for (const auto& dat : recording_.context.dats)
    if (dat && dat->buffer) bytes += BufferPool::taken_by(recording_.tracked(dat.get()).layout.bytes);
  budget_.memory.presents(bytes);
  if (steps() > 0) return;
  // what came before was kept until it was time to look for steps
  budget_.memory.holds(found ? tape_bytes(recording_, 0, recording_.events.nodes.size(), Counted::past) : 0);
}

void Steps::mark() {
  history_.settle(recording_.context.pool);
  if (!left_out_) states_.settle();  // the only one of all that is left out learns as long
  loop_has_run();
  states_.write();
  track();
  const std::int64_t step = steps();
  if (end_ && end_is_far()) budget_.memory.beside([&] { end_.reset(); });
  report->begins(step, budget_.demand.steps);
  grown();
  require_room();
  if (falls_short()) weigh_one_tape(steps() >= budget_.measured_steps());
  tapes_.begin();
  if (reversed_ || left_out_) keeping_ = false;
  else if (trying_out(step)) states_.save(step);
  else if (step >= action_.last) decide(step);
  tapes_.keeps(keeping_);
  freeze();  // of what has just been given up nothing is held any more
  executed_ += left_out_ ? 0 : 1;
}

void Steps::leave_out() {
  states_.settle();
  tapes_.release(0, steps());
  schedule_.reset();
  left_out_ = true;
  phase_ = Phase::beyond;
  mark();
  states_.save(steps() - 1);
}

void Steps::carry_on() {
  if (!history_.obstacle().empty())
    throw OPSException(OPS_RUNTIME_ERROR)
        << "what was recorded before the place of the checkpoint file could not be run for its derivatives: "
        << history_.obstacle() << "; remove the file to start from the beginning";
  left_out_ = false;
  phase_ = Phase::program;
  keeping_ = true;
  tried_from_ = steps();
  if (!budget_.limited()) budget_.demand.memory = plenty;
  mark();
}

/// Where anything is the limit, the first steps are kept with their states, whatever the schedule will say, to see how
/// much they take.
bool Steps::trying_out(std::int64_t step) {
  if (schedule_ || !budget_.limited()) return false;
  if (enough_) return true;
  if (step > tried_from_) budget_.measure(tried_from_, step);
  if (step == tried_from_) return true;
  return step - tried_from_ < budget_.measured_steps() && !over();
}

/// Steps that keep nothing, as linear ones, need no states either.
std::unique_ptr<Schedule> Steps::schedule(const Demand& demand) const {
  return budget_.demand.memory && budget_.demand.tape == 0 ? store_all() : planner_(demand);
}

/// Whether the action is what the program does in this step. What it says of steps before is done now.
bool Steps::covers(const Action& action, std::int64_t step) {
  if (action.kind == Kind::advance) tapes_.release(action.first, std::min(action.last, step));
  return action.last > step;
}

void Steps::introduce(Tracked& dat) {
  if (tapes_.none() || dat.alias_of || recording_.silent) return;
  if (interpreting_) return declared_meanwhile_.push_back(&dat);
  budget_.memory.presents(budget_.memory.presents() + BufferPool::taken_by(dat.layout.bytes));
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

/// What has been tried out is known.
void Steps::plan(std::int64_t step) {
  time_last_step(step);
  const Demand demand = budget_.beside_disk(budget_.for_one());
  if (tried_from_ > 0) resume_with(tapes_.first_kept(), step);
  else schedule_ = schedule(demand);
  report->planned(demand);
}

/// Pulls actions until one runs the step.
void Steps::decide(std::int64_t step) {
  const bool begins = !schedule_ && tried_from_ == 0;
  if (!schedule_) plan(step);
  std::set<std::int64_t> wanted;  // states so far
  while (true) {
    action_ = schedule_->next();
    switch (action_.kind) {
      case Kind::save:
        wanted.insert(action_.first);
        if (action_.first == step) states_.save(step, action_.storage, budget_.on_their_way());
        else if (action_.storage == Storage::disk && states_.have_disk()) states_.send_to_disk(action_.first);
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
        if (begins) states_.drop_all_but(wanted);
        return;
      case Kind::restore:
      case Kind::reverse:
      case Kind::done: throw OPSException(OPS_INTERNAL_ERROR, "a schedule of checkpoints ends before the program does");
    }
  }
}

void Steps::drop(const Action& action) {
  if (action.kind == Kind::drop_tape) return tapes_.release(action.first, action.last);
  if (states_.drop(action.first) && end_ && end_->step == action.first && exchanged_) end_stays();
}

/// Datasets that never change need not be in the list.
void Steps::check_list() const {
  if (listed_.empty()) return;
  for (const auto& [step, state] : states_.all())
    for (const Tracked* dat : state.changed())
      if (!listed_.contains(dat))
        recording_.tell("dataset '" + dat->name +
                        "' is read by a step before the step overwrites it, but is not in the list given to "
                        "ops_ad_manual_checkpoint_datlist: it is kept all the same");
}

}  // namespace ops
